import type { HandlersOf, Services } from './handlers.ts'

export function broadcastHandlers({ broadcasts }: Services): HandlersOf<'broadcast'> {
  return {
    'broadcast.get': ({ environment }) => broadcasts.get(environment),
    'broadcast.choose': (choice) => broadcasts.choose(choice),
  }
}
