// Why a write whose turn has come may not be sent.
import { DeskError } from '#contract/errors.ts'
import type { PlatformClient } from '../client/types.ts'
import type { IntentStore, Entry } from './intent-store.ts'
import { unsettledMoney, unsettledTwin } from './order.ts'

export function closedGate(
  client: PlatformClient,
  { operation, intent }: Entry,
): { until: number; error: DeskError } | undefined {
  const gate = client.gate(operation.key, intent.environment)
  if (gate === undefined) return undefined
  return {
    until: Date.parse(gate.until),
    error: new DeskError('rate_limited', `${operation.product} asked to wait until ${gate.until}.`, {
      operation: operation.key,
      retryAfterMs: gate.retryAfterMs,
    }),
  }
}

/** How long a live command may wait for its turn after its arrival. Later, nobody expects it any more. */
export const longestTurnMs = 20_000

/** The error of a live command that has waited too long. `least` is how long it waited where a timer knows better than the clock. */
export function lateError(
  { operation, command }: Pick<Entry, 'operation' | 'command'>,
  least = 0,
): DeskError | undefined {
  if (operation.queueable || command === undefined) return undefined
  const waitedMs = Math.max(command.elapsedMs(), least)
  if (waitedMs < longestTurnMs) return undefined
  return new DeskError('cancelled', 'It waited too long for its turn. Nothing was sent.', {
    operation: operation.key,
    facts: { reason: 'waited_too_long', waitedMs: Math.round(waitedMs) },
  })
}

/** `conflict` where the same money may have been moved already, or the same record made. */
export function unsettledError(entry: Entry, intents: IntentStore): DeskError | undefined {
  const operation = entry.operation.key
  const money = unsettledMoney(entry, intents.entries())
  if (money?.record !== undefined) {
    const { id } = money.by.intent
    // A record's name is its environment, its resource and its value.
    const record = money.record.split(' ').slice(2).join(' ')
    const message = `Intent ${id}, which moves money of the same record, is not settled.`
    return new DeskError('conflict', message, { operation, facts: { reason: 'unsettled_money', intent: id, record } })
  }
  const twin = money?.by ?? unsettledTwin(entry, intents.lane(entry.lane))
  if (twin === undefined) return undefined
  const message = `Intent ${twin.intent.id} asked for the same, and is not settled.`
  return new DeskError('conflict', message, { operation, facts: { reason: 'unsettled_twin', intent: twin.intent.id } })
}
