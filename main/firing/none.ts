// A desk whose engine of firings is not put together yet: nothing can be fired.
import { DeskError } from '#contract/errors.ts'
import type { Firings } from './types.ts'

export function createNoFirings(): Firings {
  const refuse = (): Promise<never> =>
    Promise.reject(
      new DeskError('invalid_state', 'This desk can’t fire several commands as one.', {
        facts: { reason: 'command_not_possible', command: 'go', state: 'off' },
      }),
    )
  return {
    current: () => null,
    get() {
      throw new DeskError('not_found_here', 'There is no such firing.', { facts: { reason: 'cue_gone' } })
    },
    ofPress: () => undefined,
    plan: refuse,
    fire: refuse,
    resume: refuse,
    proceed: refuse,
    stop: refuse,
    onChange: () => () => undefined,
  }
}
