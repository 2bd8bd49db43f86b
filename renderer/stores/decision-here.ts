import type { Decision } from '#contract/command.ts'
import { DeskError } from '#contract/errors.ts'
import { decisionOf } from '../composables/pressed.ts'
import type { Pressed } from '../composables/pressed.ts'
import { useEnvironments } from './environments.ts'

/**
 * What a press decided, for the request of this key. A command goes where the person was told, or nowhere: whatever was awaited since the press.
 * @throws DeskError `conflict` where the desk was switched meanwhile.
 */
export function decisionHere(pressed: Pressed, key?: string): Decision {
  const chosen = useEnvironments().selected?.id
  const { at, environment } = pressed
  if (at !== undefined && environment !== undefined && chosen !== undefined && environment !== chosen) {
    throw new DeskError(
      'conflict',
      'The desk was switched to another environment after this was armed. Nothing was sent.',
      {
        facts: { reason: 'environment_changed', told: environment, now: chosen },
      },
    )
  }
  return decisionOf(pressed, key)
}
