// A desk whose engine of firings is not put together yet: nothing can be fired.
import { DeskError } from '#contract/errors.ts'
import type { Firings } from './types.ts'

export function createNoFirings(): Firings {
  const refuse = (): Promise<never> =>
    Promise.reject(new DeskError('not_supported', 'This desk can’t fire several commands as one.'))
  return {
    current: () => null,
    get() {
      throw new DeskError('not_found_here', 'There is no such firing.')
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
