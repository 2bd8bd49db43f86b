import type { HandlersOf, Services } from './handlers.ts'

export function liveHandlers({ watching }: Services): HandlersOf<'live'> {
  return {
    'live.follow': (set) => watching.follow(set),
    'live.refresh': ({ key }) => watching.refresh(key),
    'live.budget': () => watching.budget(),
    'live.configure': (change) => watching.configure(change),
  }
}
