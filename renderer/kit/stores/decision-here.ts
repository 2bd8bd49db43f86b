import type { Decision } from '#contract/command.ts'
import { DeskError } from '#contract/errors.ts'
import { decisionOf, type Pressed } from '../base/pressed.ts'
import { useEnvironments } from './environments.ts'

/**
 * The decision of a press for the request of this key. @throws DeskError `conflict` where the environment was switched
 * since the press.
 */
export function decisionHere(pressed: Pressed, key?: string): Decision {
  const chosen = useEnvironments().selected?.id
  const { at, environment } = pressed
  if (at !== undefined && environment !== undefined && chosen !== undefined && environment !== chosen) {
    throw new DeskError('conflict', 'The desk was switched to another environment after this was armed.', {
      facts: { reason: 'environment_changed', told: environment, now: chosen },
    })
  }
  return decisionOf(pressed, key)
}
