// A write goes out once per call, and its outcome says whether the platform can have seen it. When to send again is the ledger's decision.
import { setImmediate as turn } from 'node:timers/promises'
import { DeskError } from '#contract/errors.ts'
import type { DeskErrorShape } from '#contract/errors.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { Checked } from './check.ts'
import { writeFailure, writeOutcome } from './classify.ts'
import type { Exchange, Ready } from './exchange.ts'
import type { ClientLimits } from './limits.ts'
import type { Prepared, Sent } from './send.ts'
import type { WriteOptions, WriteOutcome } from './types.ts'

export interface WriteParts {
  exchange: Exchange
  limits: ClientLimits
  /** The request after its check; what it throws becomes an outcome. */
  check: () => Checked
  operation: string
  environment: EnvironmentId
  reference: string
  options: WriteOptions
}

/** Sends a write; never throws. */
export async function sendWrite({
  exchange,
  limits,
  check,
  operation,
  environment,
  reference,
  options,
}: WriteParts): Promise<WriteOutcome> {
  let way: Ready
  let prepared: Prepared
  try {
    way = exchange.ready(check(), environment)
    exchange.assertOpen(way)
    prepared = await exchange.prepare(way, reference)
    // Lets the system's news of closed connections in first: a write on a kept connection that is already gone would end as unknown.
    await turn()
    exchange.assertOpen(way)
    options.beforeSend?.()
  } catch (error) {
    const shape = shapeOf(error, operation)
    return shape.code === 'rate_limited'
      ? { outcome: 'rate_limited', error: shape }
      : { outcome: 'not_sent', error: shape }
  }
  const named = { reference, ...(options.intent === undefined ? {} : { intent: options.intent }) }
  const sent = await exchange.attempt(
    way,
    prepared,
    limits.deadlineMs,
    'person',
    named,
    undefined,
    options.openWithinMs,
  )
  exchange.tell(way, sent, { by: 'person', reference, attempt: 1, final: true })
  if ('failure' in sent && sent.failure.isLate === true)
    return { outcome: 'not_sent', error: lateShape(operation, sent.failure.durationMs) }
  const { leftOut } = prepared
  return { ...settle(exchange, way, sent), ...(leftOut && { leftOut }) }
}

function lateShape(operation: string, waitedMs: number): DeskErrorShape {
  const message = 'The connection was not there in time, and a live command must not come late. Nothing of it was sent.'
  return new DeskError('cancelled', message, {
    operation,
    facts: { reason: 'waited_too_long', waitedMs: Math.round(waitedMs) },
  }).toShape()
}

// Whatever goes wrong here, the request is out: only "unknown" is true then.
function settle(exchange: Exchange, way: Ready, sent: Sent): WriteOutcome {
  const context = exchange.contextOf(way)
  try {
    const wait = exchange.settleGate(way, sent)
    return 'answer' in sent ? writeOutcome(context, sent.answer, wait) : writeFailure(context, sent.failure)
  } catch {
    const { durationMs } = 'answer' in sent ? sent.answer : sent.failure
    return writeFailure(context, {
      cause: 'cut',
      reason: 'The answer could not be read',
      stage: 'answering',
      durationMs,
    })
  }
}

function shapeOf(error: unknown, operation: string): DeskErrorShape {
  if (error instanceof DeskError) return { operation, ...error.toShape() }
  return new DeskError('internal', 'The request could not be prepared. Nothing was sent.', {
    facts: { reason: 'not_prepared' },
    operation,
  }).toShape()
}
