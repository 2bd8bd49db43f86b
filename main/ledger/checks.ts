// Why a write may not be sent now although it is its turn.
import { DeskError } from '#contract/errors.ts'
import type { PlatformClient } from '../platform/client/types.ts'
import type { Book, Entry } from './intent-store.ts'
import { unsettledMoney, unsettledTwin } from './order.ts'

/** The closed gate that an entry would meet, with the error that tells a person. */
export function closedGate(
  client: PlatformClient,
  { operation, intent }: Entry,
): { until: number; error: DeskError } | undefined {
  const gate = client.gate(operation.key, intent.environment)
  if (gate === undefined) return undefined
  const message = `${operation.product} asked to wait until ${gate.until}. Nothing was sent.`
  return {
    until: Date.parse(gate.until),
    error: new DeskError('rate_limited', message, { operation: operation.key, retryAfterMs: gate.retryAfterMs }),
  }
}

/** How long a live command may wait for its turn, from its arrival on: one silence of the wire. Later, nobody expects it any more. */
export const longestTurnMs = 20_000

/** A live command that has waited too long, as behind a wire that hangs or through the machine's sleep; at `least` so long where a timer says so. */
export function lateError(
  {
    operation,
    command,
  }: { operation: { key: string; queueable: boolean }; command?: { elapsedMs: () => number } | undefined },
  least = 0,
): DeskError | undefined {
  if (operation.queueable || command === undefined) return undefined
  const waitedMs = Math.max(command.elapsedMs(), least)
  if (waitedMs < longestTurnMs) return undefined
  const seconds = Math.round(waitedMs / 1_000)
  const message = `It has waited ${seconds} s since it was pressed, and a live command must not come late. Nothing of it was sent. Look at the record, then fire it anew.`
  return new DeskError('cancelled', message, {
    operation: operation.key,
    facts: { reason: 'waited_too_long', waitedMs: Math.round(waitedMs) },
  })
}

/** `conflict` where the same movement of money may have been applied already, or the same new record may have been made. */
export function unsettledError(entry: Entry, book: Book): DeskError | undefined {
  const operation = entry.operation.key
  const money = unsettledMoney(entry, book.entries())
  if (money?.record !== undefined) {
    const { id } = money.by.intent
    // Environment, resource, value.
    const record = money.record.split(' ').slice(2).join(' ')
    const message = `What became of an earlier movement of money on "${record}" (intent ${id}) is not known yet; nothing was sent. Settle that one first.`
    return new DeskError('conflict', message, { operation, facts: { reason: 'unsettled_money', intent: id, record } })
  }
  const twin = money?.by ?? unsettledTwin(entry, book.lane(entry.lane))
  if (twin === undefined) return undefined
  const message = `The same request (intent ${twin.intent.id}) may have been applied already; nothing was sent. Settle that one first.`
  return new DeskError('conflict', message, { operation, facts: { reason: 'unsettled_twin', intent: twin.intent.id } })
}
