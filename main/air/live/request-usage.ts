import { environmentIds, type EnvironmentId } from '#contract/models.ts'
import type { PlatformClient } from '../../platform/client/types.ts'
import type { Clock } from '../../core/ports.ts'
import { createSlowdown, type Slowdown } from './slowdown.ts'
import { createUsage, type Usage } from './usage.ts'

export interface EnvironmentUsage {
  usage: Usage
  slowdown: Slowdown
}

/** Counts all requests and complaints of each environment, whoever sends. */
export function createRequestUsage({
  client,
  clock,
}: {
  client: Pick<PlatformClient, 'onRequest' | 'onGates'>
  clock: Clock
}) {
  const open = (): EnvironmentUsage => ({ usage: createUsage(clock), slowdown: createSlowdown(clock) })
  const of: Record<EnvironmentId, EnvironmentUsage> = { production: open(), development: open(), rehearsal: open() }
  const unsubscribe = [
    client.onRequest((departure) => of[departure.environment].usage.left(departure)),
    client.onGates((gates) => {
      for (const id of environmentIds) of[id].slowdown.observe(gates.filter(({ environment }) => environment === id))
    }),
  ]
  return {
    of: (environment: EnvironmentId): EnvironmentUsage => of[environment],
    stop: (): void => unsubscribe.forEach((stop) => stop()),
  }
}
