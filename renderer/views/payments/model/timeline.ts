import type { Json, JsonObject } from '#contract/json.ts'
import { readListing, readRecord } from '#answers/answer.ts'
import { spelled } from '#answers/json.ts'
import { readInstant } from '#answers/dates.ts'
import { inOneLine, roleField, scalarText, valueIn } from '#answers/roles.ts'
import { fieldNamed } from '#answers/stream-status.ts'
import { defined } from '#contract/defined.ts'

interface PastEvent {
  /** Milliseconds since 1970. */
  at?: number
  /** The platform's own word. */
  what: string
  /** States before and after. */
  from?: string
  to?: string
}

interface FutureEvent {
  kind: 'billingDue' | 'trialEnds' | 'nextBilling' | 'ends'
  /** Milliseconds since 1970. */
  at: number
}

const eventNames = ['event', 'type', 'action', 'name', 'status', 'description']
const aheadNames = {
  trialEnds: ['trialendsat', 'trialend', 'trialendson', 'trialenddate'],
  nextBilling: ['nextbillingat', 'nextbilling', 'nextbillingdate', 'nextpaymentat', 'renewsat'],
  ends: ['endsat', 'enddate', 'cancelat', 'expiresat'],
} as const

/** Oldest first. */
export function eventsOf(history: Json | undefined): PastEvent[] {
  const rows = history === undefined ? [] : readListing(history, 'payment/subscription').rows
  const { field } = roleField(rows, 'at', 'payment/subscription')
  return rows.flatMap((row) => eventOf(row, field)).sort((a, b) => (a.at ?? 0) - (b.at ?? 0))
}

/** Soonest first, and before them a billing that is due. `next` is the answer of the next billing's read. */
export function aheadOf(record: JsonObject, next: Json | undefined, now: number): FutureEvent[] {
  const sources = [readRecord(next, 'payment/subscription') ?? {}, record]
  return (Object.keys(aheadNames) as Array<keyof typeof aheadNames>)
    .flatMap((kind) => {
      const at = sources
        .map((source) => readInstant(fieldNamed(source, aheadNames[kind])?.value))
        .find((value) => value !== undefined)
      return at === undefined || (at < now && kind !== 'nextBilling')
        ? []
        : [{ kind: at < now ? ('billingDue' as const) : kind, at }]
    })
    .sort((a, b) => a.at - b.at)
}

function eventOf(row: JsonObject, timeField: string | undefined): PastEvent[] {
  const what = scalarText(fieldNamed(row, eventNames)?.value)
  if (what === undefined) return []
  const at =
    (timeField === undefined ? undefined : readInstant(row[timeField])) ??
    readInstant(valueIn(row, 'at', 'payment/subscription'))
  const from = scalarText(spelled(row, 'from'))
  const to = scalarText(spelled(row, 'to'))
  return [{ what: inOneLine(what), ...defined({ at, ...(from === to ? {} : { from, to }) }) }]
}

export const usageOf = (data: Json | undefined): Array<{ name: string; text: string }> =>
  Object.entries(readRecord(data) ?? {}).flatMap(([name, value]) =>
    typeof value === 'number' ? [{ name, text: String(value) }] : [],
  )
