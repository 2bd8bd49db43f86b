import type { HandlersOf, Services } from './handlers.ts'

export function commandHandlers({ commands }: Pick<Services, 'commands'>): HandlersOf<'command'> {
  return {
    'command.list': async (_, caller) => ({ targets: await commands.list(caller) }),
    'command.newest': (input, caller) => commands.newest(input, caller),
    'command.run': (input, caller) => commands.run(input, caller),
    'command.armed': () => ({ armed: commands.armed() }),
    'command.fire': ({ id }) => commands.fire(id),
    'command.disarm': ({ id }) => {
      commands.disarm(id)
      return {}
    },
  }
}
