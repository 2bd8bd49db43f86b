import { shownNeeded } from '../air/commands/shown.ts'
import { nameOf } from '../core/types.ts'
import type { HandlersOf, Services } from './handlers.ts'

export function encoderHandlers({
  encoders,
  environments,
}: Pick<Services, 'encoders' | 'environments'>): HandlersOf<'encoder'> {
  const list = () => ({ encoders: encoders.list() })
  return {
    'encoder.list': list,
    'encoder.save': async (input) => {
      await encoders.save(input)
      return list()
    },
    'encoder.remove': async ({ id }) => {
      await encoders.remove(id)
      return list()
    },
    'encoder.use': ({ id }) => {
      encoders.use(id)
      return list()
    },
    'encoder.state': () => encoders.state(),
    'encoder.read': () => encoders.read(),
    'encoder.command': async ({ operation, scene, title, press, shown: { encoder }, ...decision }, caller) => {
      if (typeof encoder !== 'string') throw shownNeeded('encoder')
      return encoders.command(
        { operation, scene, title },
        {
          press,
          environment: decision.environment ?? environments.selected(),
          decision,
          encoder,
          by: nameOf(caller),
        },
      )
    },
  }
}
