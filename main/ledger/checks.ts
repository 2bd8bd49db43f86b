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

/** How long a live command may wait for what is on the wire of its record: one silence of the wire. Later, nobody expects it any more. */
export const longestTurnMs = 20_000

/** A live command that has waited too long, as behind a wire that hangs or through the machine's sleep. */
export function lateError({ operation, askedAt }: Entry, now: number): DeskError | undefined {
  if (operation.queueable || askedAt === undefined || now - askedAt < longestTurnMs) return undefined
  const seconds = Math.round((now - askedAt) / 1_000)
  const message = `It waited ${seconds} s for another write to the same record, and a live command must not come late. Nothing of it was sent. Look at the record, then fire it anew.`
  return new DeskError('cancelled', message, { operation: operation.key })
}

/** `conflict` where the same movement of money may have been applied already. */
export function twinError(entry: Entry, book: Book): DeskError | undefined {
  const twin = twinOf(entry, book.entries())
  if (twin === undefined) return undefined
  const message = `The same request (intent ${twin.intent.id}) may have been applied already; nothing was sent. Settle that one first.`
  return new DeskError('conflict', message, { operation: entry.operation.key })
}
