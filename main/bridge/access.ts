import type { HandlersOf, Services } from './handlers.ts'

export const accessHandlers = ({ access }: Pick<Services, 'access'>): HandlersOf<'access'> => ({
  'access.get': () => access.state(),
  'access.switch': ({ on }) => access.switch(on),
  'access.port': ({ port }) => access.move(port),
  'access.grant': (input) => access.grant(input),
  'access.renew': ({ id }) => access.renew(id),
  'access.revoke': ({ id }) => access.revoke(id),
  'access.own': (_, caller) => ({ grant: caller.scope === 'desk' ? null : caller }),
})
