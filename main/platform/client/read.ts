import { setImmediate as turn } from 'node:timers/promises'
import type { DeskError } from '#contract/errors.ts'
import type { EnvironmentId, ReadAnswer } from '#contract/models.ts'
import { runningTime, type Clock } from '../../core/ports.ts'
import { identifierNames } from '../catalog/identifiers.ts'
import type { Checked } from './check.ts'
import { askedFor, givenUp, isReadElsewhere, readAnswer, readFailure } from './classify.ts'
import { closing, type Exchange } from './exchange.ts'
import { invalid } from './invalid.ts'
import type { ClientLimits } from './limits.ts'
import { createPauses, mayRetry, retryPause } from './retry.ts'
import type { Asker, LargeAnswers } from './types.ts'

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
    end(): void {
      ended = true
      pauses.end()
    },

    /** Throws DeskError, `cancelled` where the signal gave it up. */
    async read(checked: Checked, environment: EnvironmentId, by: Asker, signal?: AbortSignal): Promise<ReadAnswer> {
      const { kind, key } = checked.operation
      if (kind !== 'read')
        throw invalid(key, { path: 'operation', message: 'This operation writes', reason: 'not_a_read' })
      const route = exchange.route(checked, environment)
      const deadline = runningTime(clock) + limits.deadlineMs
      const retries = by === 'person' ? limits.readRetries : 0
      exchange.assertOpen(route)
      const isGivenUp = () => signal?.aborted === true
      if (isGivenUp()) throw givenUp(checked.operation)
      const prepared = await unlessAborted(exchange.prepare(route), signal, () => givenUp(checked.operation))
      // Without a retry, let the system report closed connections first.
      if (retries === 0) await turn()
      for (let tries = 0; ; tries++) {
        if (ended) throw closing(checked)
        if (isGivenUp()) throw givenUp(checked.operation)
        exchange.assertOpen(route)
        const sent = await exchange.attempt(route, prepared, deadline - runningTime(clock), by, undefined, signal)
        const pause = retryPause()
        const again = tries < retries && !isGivenUp() && mayRetry(sent) && runningTime(clock) + pause < deadline
        const wait = again ? undefined : exchange.settleGate(route, sent)
        exchange.publish(route, sent, { by, attempt: tries + 1, final: !again })
        if (again) {
          await pauses.wait(pause, signal)
          continue
        }
        if ('answer' in sent) {
          const context = exchange.contextOf(route)
          const elsewhere = isReadElsewhere(context, sent.answer)
            ? await large?.read(
                sent.answer.body,
                limits.depth,
                { status: sent.answer.status, asked: askedFor(context) },
                identifierNames(checked.operation),
              )
            : undefined
          return readAnswer(context, sent.answer, wait, elsewhere)
        }
        throw readFailure(exchange.contextOf(route), sent.failure)
      }
    },
  }
}

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
