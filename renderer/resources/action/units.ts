import type { EnvironmentId } from '#contract/models.ts'
import type { AmountUnit } from '#answers/money.ts'

/** What is known of whole amounts without asking: the rehearsal platform counts minor units (main/rehearsal/README.md). Of the others the specification says nothing. */
export const knownUnits: Readonly<Partial<Record<EnvironmentId, AmountUnit>>> = { rehearsal: 'minor' }
