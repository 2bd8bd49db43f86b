import type { Watching } from '../live/types.ts'
import type { HandlersOf } from './handlers.ts'

export function liveHandlers({ watching }: { watching: Watching }): HandlersOf<'live'> {
  return {
    'live.follow': (set) => watching.follow(set),
    'live.refresh': ({ key }) => watching.refresh(key),
    'live.budget': () => watching.budget(),
    'live.configure': (change) => watching.configure(change),
  }
}
