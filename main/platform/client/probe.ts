// The cheapest question that shows whether the platform answers: no credential, no person's data, no retry.
import type { EnvironmentId } from '#contract/models.ts'
import type { Product } from '#contract/operation.ts'
import type { Clock, Log } from '../../core/ports.ts'
import type { Checked } from './check.ts'
import { clockOffsetMs } from './clock-offset.ts'
import { sentenceOf } from './error-messages.ts'
import type { Exchange } from './exchange.ts'
import { commonHeaders } from './headers.ts'
import type { ClientLimits } from './limits.ts'
import { createSender, type Sent } from './send.ts'
import { sourceOf, type Source } from './source.ts'
import type { Asker } from './types.ts'

/** Without a credential it is refused, which is an answer. */
export const probeOperation = 'GET /api/account/types/get'
export const probeProduct: Product = 'Accounts'
const deadlineMs = 5_000
const answerBytes = 8 * 1024

export function createProbe({
  exchange,
  clock,
  log,
  limits,
  userAgent,
}: {
  exchange: Exchange
  clock: Clock
  log: Log
  limits: ClientLimits
  userAgent: string
}) {
  const longestMs = Math.min(limits.deadlineMs, deadlineMs)
  const sender = createSender({
    clock,
    limits: { ...limits, idleMs: Math.min(limits.idleMs, deadlineMs), answerBytes },
  })

  return {
    close: () => sender.close(),

    async probe(checked: Checked, environment: EnvironmentId, by: Asker): Promise<'answered' | 'failed'> {
      const url = exchange.urlOf(checked, environment)
      const attempt = exchange.connections.begin(environment)
      // A connection of its own: a kept one may be gone already.
      const headers = [...commonHeaders({ userAgent, hasBody: false }), ['Connection', 'close'] as const]
      exchange.departures.emit({ environment, product: probeProduct, request: checked.request, by })
      const sent = await sender.send({ method: 'GET', url, headers }, longestMs)
      const source = sourceOfSent(sent)
      const { durationMs } = 'answer' in sent ? sent.answer : sent.failure
      log.write('debug', 'Asked whether the platform answers', { environment, source: source.by, durationMs })
      exchange.settleGate(
        { checked, url, environment, gate: { environment, product: probeProduct, scheme: 'none', generation: 0 } },
        sent,
      )
      if (source.by === 'platform') {
        attempt.answered(durationMs, 'answer' in sent ? clockOffsetMs(sent.answer, clock.now()) : undefined)
        return 'answered'
      }
      if (!attempt.overtaken()) attempt.failed(source.reason)
      return 'failed'
    },
  }
}

// A longer or slower answer has still shown its head.
function sourceOfSent(sent: Sent): Source {
  if ('answer' in sent)
    return sourceOf({ status: sent.answer.status, type: sent.answer.header('content-type'), body: sent.answer.body })
  const { status, type, fault } = sent.failure
  return status === undefined || type === undefined
    ? { by: 'stranger', reason: sentenceOf(fault) }
    : sourceOf({ status, type })
}
