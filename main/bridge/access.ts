import { DeskError } from '#contract/errors.ts'
import type { HandlersOf, Services } from './handlers.ts'

const later = (): never => {
  throw new DeskError('not_supported', 'Not connected yet.')
}

export const accessHandlers = ({ access }: Pick<Services, 'access'>): HandlersOf<'access'> => ({
  'access.get': () => access.state(),
  'access.switch': ({ on }) => access.switch(on),
  'access.port': ({ port }) => access.move(port),
  'access.grant': (input) => access.grant(input),
  'access.renew': ({ id }) => access.renew(id),
  'access.revoke': ({ id }) => access.revoke(id),
  'access.own': (_, caller) => ({ grant: caller.scope === 'desk' ? null : caller }),
})

export const commandHandlers = (): HandlersOf<'command'> => ({
  'command.list': later,
  'command.run': later,
  'command.armed': later,
  'command.fire': later,
  'command.disarm': later,
})
