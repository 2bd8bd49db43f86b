import type { Reachability } from '../live/types.ts'
import type { HandlersOf } from './handlers.ts'

export function connectionHandlers({ reachability }: { reachability: Reachability }): HandlersOf<'connection'> {
  return {
    'connection.configure': (change) => reachability.configure(change),
    'connection.probe': () => reachability.probe(),
  }
}
