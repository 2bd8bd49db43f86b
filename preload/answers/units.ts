import type { EnvironmentId } from '#contract/models.ts'
import type { AmountUnit } from './money.ts'

/** The rehearsal platform counts minor units (main/platform/rehearsal/README.md); the specification says nothing of others. */
export const knownUnits: Readonly<Partial<Record<EnvironmentId, AmountUnit>>> = { rehearsal: 'minor' }
