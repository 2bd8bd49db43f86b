import type { Broadcasts } from '../live/broadcast.ts'
import type { HandlersOf } from './handlers.ts'

export function broadcastHandlers({ broadcasts }: { broadcasts: Broadcasts }): HandlersOf<'broadcast'> {
  return {
    'broadcast.get': ({ environment }) => broadcasts.get(environment),
    'broadcast.choose': (choice) => broadcasts.choose(choice),
  }
}
