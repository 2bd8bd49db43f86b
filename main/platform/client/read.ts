import { setImmediate as turn } from 'node:timers/promises'
import type { DeskError } from '#contract/errors.ts'
import type { EnvironmentId, ReadAnswer } from '#contract/models.ts'
import type { Clock } from '../../ports.ts'
import { identifierNames } from '../catalog/identifiers.ts'
import type { Checked } from './check.ts'
import { givenUp, isReadElsewhere, readAnswer, readFailure } from './classify.ts'
import { closing } from './exchange.ts'
import type { Exchange } from './exchange.ts'
import { invalid } from './invalid.ts'
import type { ClientLimits } from './limits.ts'
import { createPauses, mayRetry, retryPause } from './retry.ts'
import type { Asker, LargeAnswers } from './types.ts'

/** Sends reads; each is tried a few times within one deadline. */
export function createReader({
  exchange,
  clock,
  limits,
  large,
}: {
  exchange: Exchange
  clock: Clock
  limits: ClientLimits
  large: LargeAnswers | undefined
}) {
  const pauses = createPauses(clock)
  let ended = false

  return {
    /** Gives up every read that waits for its next try. */
    end(): void {
      ended = true
      pauses.end()
    },

    /** Throws DeskError, `cancelled` where the signal gave it up before a whole answer was there. */
    async read(checked: Checked, environment: EnvironmentId, by: Asker, signal?: AbortSignal): Promise<ReadAnswer> {
      const { kind, key } = checked.operation
      if (kind !== 'read')
        throw invalid(key, { path: 'operation', message: 'This operation writes; it goes through the ledger' })
      const way = exchange.ready(checked, environment)
      const deadline = clock.now() + limits.deadlineMs
      const retries = by === 'person' ? limits.readRetries : 0
      exchange.assertOpen(way)
      const isGivenUp = () => signal?.aborted === true
      if (isGivenUp()) throw givenUp(checked.operation)
      const prepared = await unlessAborted(exchange.prepare(way), signal, () => givenUp(checked.operation))
      // Tried once, it must not fail for a kept connection that is already gone: the system's news of that comes in first.
      if (retries === 0) await turn()
      for (let tries = 0; ; tries++) {
        if (ended) throw closing(checked)
        if (isGivenUp()) throw givenUp(checked.operation)
        exchange.assertOpen(way)
        const sent = await exchange.attempt(way, prepared, deadline - clock.now(), by, undefined, signal)
        const pause = retryPause()
        const again = tries < retries && !isGivenUp() && mayRetry(sent) && clock.now() + pause < deadline
        const wait = again ? undefined : exchange.settleGate(way, sent)
        exchange.tell(way, sent, { by, attempt: tries + 1, final: !again })
        if (again) {
          await pauses.wait(pause, signal)
          continue
        }
        if ('answer' in sent) {
          const context = exchange.contextOf(way)
          const elsewhere = isReadElsewhere(context, sent.answer)
            ? await large?.read(sent.answer.body, limits.depth, identifierNames(checked.operation))
            : undefined
          return readAnswer(context, sent.answer, wait, elsewhere)
        }
        throw readFailure(exchange.contextOf(way), sent.failure)
      }
    },
  }
}

/** What `work` comes to; given up, it is waited for no longer. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined, error: () => DeskError): Promise<T> {
  if (signal === undefined) return work
  let giveUp = () => {}
  const given = new Promise<never>((_, reject) => {
    giveUp = () => reject(error())
    signal.addEventListener('abort', giveUp)
  })
  try {
    return await Promise.race([work, given])
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
}
