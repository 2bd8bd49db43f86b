import { environmentIds } from '#contract/models.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { PlatformClient } from '../platform/client/types.ts'
import type { Clock } from '../ports.ts'
import { createSlowdown } from './slowdown.ts'
import type { Slowdown } from './slowdown.ts'
import { createUsage } from './usage.ts'
import type { Usage } from './usage.ts'

export interface Account {
  usage: Usage
  slowdown: Slowdown
}

/** What was sent to each environment, and how often it complained; counted from the moment it is made, whoever sends. */
export function createAccounts({
  client,
  clock,
}: {
  client: Pick<PlatformClient, 'onRequest' | 'onGates'>
  clock: Clock
}) {
  const open = (): Account => ({ usage: createUsage(clock), slowdown: createSlowdown(clock) })
  const of: Record<EnvironmentId, Account> = { production: open(), development: open(), rehearsal: open() }
  const unsubscribe = [
    client.onRequest((departure) => of[departure.environment].usage.left(departure)),
    client.onGates((gates) => {
      for (const id of environmentIds) of[id].slowdown.observe(gates.filter(({ environment }) => environment === id))
    }),
  ]
  return {
    of: (environment: EnvironmentId): Account => of[environment],
    stop: (): void => unsubscribe.forEach((stop) => stop()),
  }
}
