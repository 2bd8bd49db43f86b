import type { BridgeParams } from '#contract/bridge.ts'
import type { Caller } from '../access/rules.ts'
import type { HandlersOf, Services } from './handlers.ts'

const desk: Caller = { scope: 'desk' }

export function commandHandlers({ commands }: Pick<Services, 'commands'>): HandlersOf<'command'> {
  return {
    'command.list': async (_: BridgeParams<'command.list'>, caller: Caller = desk) => ({
      targets: await commands.list(caller),
    }),
    'command.run': (input: BridgeParams<'command.run'>, caller: Caller = desk) => commands.run(input, caller),
    'command.armed': () => ({ armed: commands.armed() }),
    'command.fire': ({ id }) => commands.fire(id),
    'command.disarm': ({ id }) => {
      commands.disarm(id)
      return {}
    },
  }
}
