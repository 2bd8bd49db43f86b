import { z } from 'zod'
import { environmentIdSchema, type EnvironmentId } from './models.ts'

/** What a person decided on; screens send it for `onair`, `money` and `destroy`. */
export interface Decision {
  /** Where the person saw it go. */
  environment?: EnvironmentId | undefined
  /** ISO 8601 in UTC. */
  pressedAt?: string | undefined
  /** The newest intent of the record that the screen knew, or null. */
  saw?: string | null | undefined
}

export const decisionInputs = {
  environment: environmentIdSchema().optional(),
  pressedAt: z.iso.datetime().optional(),
  saw: z.string().min(1).max(128).nullable().optional(),
}
