// Why a write may not be sent now although it is its turn.
import { DeskError } from '#contract/errors.ts'
import type { PlatformClient } from '../platform/client/types.ts'
import type { Book, Entry } from './book.ts'
import { twinOf } from './order.ts'

/** The closed gate that an entry would meet, with the error that tells a person. */
export function closedGate(client: PlatformClient, { operation, intent }: Entry): { until: number; error: DeskError } | undefined {
  const gate = client.gate(operation.key, intent.environment)
  if (gate === undefined) return undefined
  const message = `${operation.product} asked to wait until ${gate.until}. Nothing was sent.`
  return { until: Date.parse(gate.until), error: new DeskError('rate_limited', message, { operation: operation.key, retryAfterMs: gate.retryAfterMs }) }
}

/** `conflict` where the same movement of money may have been applied already. */
export function twinError(entry: Entry, book: Book): DeskError | undefined {
  const twin = twinOf(entry, book.entries())
  if (twin === undefined) return undefined
  const message = `The same request (intent ${twin.intent.id}) may have been applied already; nothing was sent. Settle that one first.`
  return new DeskError('conflict', message, { operation: entry.operation.key })
}
