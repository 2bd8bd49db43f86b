import type { HandlersOf, Services } from './handlers.ts'

export function connectionHandlers({ reachability }: Services): HandlersOf<'connection'> {
  return {
    'connection.configure': (change) => reachability.configure(change),
    'connection.probe': () => reachability.probe(),
  }
}
