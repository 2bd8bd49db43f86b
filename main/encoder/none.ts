// A desk without streaming software: nothing is in use, and a command is refused.
import { DeskError } from '#contract/errors.ts'
import type { Encoders } from './types.ts'

export function createNoEncoders(): Encoders {
  const state = { link: 'off', everyMs: 2_000 } as const
  return {
    state: () => state,
    onState: () => () => undefined,
    read: () => Promise.resolve(state),
    command: () =>
      Promise.reject(
        new DeskError('invalid_state', 'No streaming software is in use.', { facts: { reason: 'encoder_not_used' } }),
      ),
  }
}
