// A write goes out once per call; the ledger decides whether to send it again.
import { defined } from '#contract/defined.ts'
import { setImmediate as turn } from 'node:timers/promises'
import { DeskError, type DeskErrorShape } from '#contract/errors.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { Checked } from './check.ts'
import { writeFailure, writeOutcome } from './classify.ts'
import type { Exchange, RoutedRequest } from './exchange.ts'
import type { ClientLimits } from './limits.ts'
import type { Prepared, Sent } from './send.ts'
import type { WriteOptions, WriteOutcome } from './types.ts'

export interface WriteParts {
  exchange: Exchange
  limits: ClientLimits
  check: () => Checked
  operation: string
  environment: EnvironmentId
  reference: string
  options: WriteOptions
}

/** Never throws. */
export async function sendWrite({
  exchange,
  limits,
  check,
  operation,
  environment,
  reference,
  options,
}: WriteParts): Promise<WriteOutcome> {
  let route: RoutedRequest
  let prepared: Prepared
  try {
    route = exchange.route(check(), environment)
    exchange.assertOpen(route)
    prepared = await exchange.prepare(route, reference)
    // Lets the system report closed connections first: a write on one would end as unknown.
    await turn()
    exchange.assertOpen(route)
    options.beforeSend?.()
  } catch (error) {
    const shape = shapeOf(error, operation)
    return shape.code === 'rate_limited'
      ? { outcome: 'rate_limited', error: shape }
      : { outcome: 'not_sent', error: shape }
  }
  const named = { reference, ...defined({ intent: options.intent }) }
  const sent = await exchange.attempt(
    route,
    prepared,
    limits.deadlineMs,
    'person',
    named,
    undefined,
    options.openWithinMs,
  )
  exchange.publish(route, sent, { by: 'person', reference, attempt: 1, final: true })
  if ('failure' in sent && sent.failure.isLate === true)
    return { outcome: 'not_sent', error: lateShape(operation, sent.failure.durationMs) }
  const { leftOut } = prepared
  return { ...settle(exchange, route, sent, options.before), ...(leftOut && { leftOut }) }
}

function lateShape(operation: string, waitedMs: number): DeskErrorShape {
  return new DeskError('cancelled', 'The connection did not stand in time; nothing was sent.', {
    operation,
    facts: { reason: 'waited_too_long', waitedMs: Math.round(waitedMs) },
  }).toShape()
}

// The request is out: whatever fails here, only "unknown" is true.
function settle(exchange: Exchange, route: RoutedRequest, sent: Sent, before: string | undefined): WriteOutcome {
  const context = { ...exchange.contextOf(route), before }
  try {
    const wait = exchange.settleGate(route, sent)
    return 'answer' in sent ? writeOutcome(context, sent.answer, wait) : writeFailure(context, sent.failure)
  } catch {
    const { durationMs } = 'answer' in sent ? sent.answer : sent.failure
    return writeFailure(context, {
      cause: 'cut',
      fault: { reason: 'answer_not_readable' },
      stage: 'answering',
      durationMs,
    })
  }
}

function shapeOf(error: unknown, operation: string): DeskErrorShape {
  if (error instanceof DeskError) return { operation, ...error.toShape() }
  return new DeskError('internal', 'The request could not be put together.', {
    operation,
    facts: { reason: 'request_not_sendable' },
  }).toShape()
}
