import { setImmediate as turn } from 'node:timers/promises'
import type { EnvironmentId, ReadAnswer } from '#contract/models.ts'
import type { Clock } from '../../ports.ts'
import type { Checked } from './check.ts'
import { readAnswer, readFailure } from './classify.ts'
import { closing } from './exchange.ts'
import type { Exchange } from './exchange.ts'
import { invalid } from './invalid.ts'
import type { ClientLimits } from './limits.ts'
import { createPauses, mayRetry, retryPause } from './retry.ts'
import type { Asker } from './types.ts'

/** Sends reads; each is tried a few times within one deadline. */
export function createReader({ exchange, clock, limits }: { exchange: Exchange; clock: Clock; limits: ClientLimits }) {
  const pauses = createPauses(clock)
  let ended = false

  return {
    /** Gives up every read that waits for its next try. */
    end(): void {
      ended = true
      pauses.end()
    },

    /** Throws DeskError. */
    async read(checked: Checked, environment: EnvironmentId, by: Asker): Promise<ReadAnswer> {
      const { kind, key } = checked.operation
      if (kind !== 'read') throw invalid(key, { path: 'operation', message: 'This operation writes; it goes through the ledger' })
      const way = exchange.ready(checked, environment)
      const deadline = clock.now() + limits.deadlineMs
      const retries = by === 'person' ? limits.readRetries : 0
      exchange.assertOpen(way)
      const prepared = await exchange.prepare(way)
      // Tried once, it must not fail for a kept connection that is already gone: the system's news of that comes in first.
      if (retries === 0) await turn()
      for (let tries = 0; ; tries++) {
        if (ended) throw closing(checked)
        exchange.assertOpen(way)
        const sent = await exchange.attempt(way, prepared, deadline - clock.now(), by)
        const pause = retryPause()
        if (tries < retries && mayRetry(sent) && clock.now() + pause < deadline) {
          await pauses.wait(pause)
          continue
        }
        const wait = exchange.settleGate(way, sent)
        if ('answer' in sent) return readAnswer(exchange.contextOf(way), sent.answer, wait)
        throw readFailure(exchange.contextOf(way), sent.failure)
      }
    },
  }
}
