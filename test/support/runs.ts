// How often random proofs play, by the tier that runs them. `npm run test:soak` plays each in full, `npm run test:all` a tenth
// and at least 20 rounds, `npm test` a fifth of that. `RUNS` and `SEED` are the two variables for all of them.
import { randomInt } from 'node:crypto'

const tier = process.env.RUNS

/** Rounds of this tier, of so many in full. */
export function runsOf(full: number): number {
  if (tier === 'soak') return full
  const all = Math.min(full, Math.max(20, Math.ceil(full / 10)))
  return tier === 'all' ? all : Math.ceil(all / 5)
}

/** Printed with each failure, and taken again from `SEED`. */
export const seed = Number(process.env.SEED ?? randomInt(2 ** 31))
