import { onTestFinished } from 'vitest'
import { createBench as create, type Bench } from './watching-bench.ts'

export { failing, figures, list, mostInAMinute, status, tally } from './watching-bench.ts'
export type { Bench } from './watching-bench.ts'

/** A bench that ends with its test. */
export function createBench(options?: Parameters<typeof create>[0]): Bench {
  const bench = create(options)
  onTestFinished(() => bench.watching.stop())
  return bench
}
