import { z } from 'zod'
import { environmentIdSchema } from './models.ts'
import type { EnvironmentId } from './models.ts'

/** Where, when and over what a person decided on a command. All three are optional; screens send them for `onair`, `money` and `destroy`. */
export interface Decision {
  /** Where the person was told that it goes. */
  environment?: EnvironmentId | undefined
  /** The moment of the press, ISO 8601 in UTC. */
  pressedAt?: string | undefined
  /** Id of the newest intent of that record that the screen knew, or null where it knew none. */
  saw?: string | null | undefined
}

/** The fields of a decision as `ledger.submit`, `ledger.retry` and `drafts.submit` take them. */
export const decisionInputs = {
  environment: environmentIdSchema().optional(),
  pressedAt: z.iso.datetime().optional(),
  saw: z.string().min(1).max(128).nullable().optional(),
}
