import { DeskError } from '#contract/errors.ts'
import { createNoEncoders } from '../encoder/none.ts'
import type { HandlersOf } from './handlers.ts'

/** Until streaming software is there: none is listed, none is in use, and what needs one is refused. */
export function encoderHandlers(): HandlersOf<'encoder'> {
  const none = createNoEncoders()
  const refuse = (): never => {
    throw new DeskError('invalid_state', 'No streaming software is in use.', { facts: { reason: 'encoder_not_used' } })
  }
  return {
    'encoder.list': () => ({ encoders: [] }),
    'encoder.save': refuse,
    'encoder.remove': refuse,
    'encoder.use': refuse,
    'encoder.state': () => none.state(),
    'encoder.read': () => none.read(),
    'encoder.command': refuse,
  }
}
