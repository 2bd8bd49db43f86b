// The life of a subscription, from whatever the platform tells of it: its history, what stands in the record, what comes next.
import type { Json, JsonObject } from '#contract/json.ts'
import { readListing, readRecord } from '#answers/answer.ts'
import { spelled } from '#answers/json.ts'
import { readInstant } from '#answers/dates.ts'
import { inOneLine, roleField, scalarText, valueIn } from '#answers/roles.ts'
import { fieldNamed } from '#answers/stream-status.ts'

export interface LifeEvent {
  /** Milliseconds since 1970; undefined where the entry gives none. */
  at?: number
  /** The platform's own word. */
  what: string
  /** States it led from and to, where they are given. */
  from?: string
  to?: string
}

export interface LifeAhead {
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

/** What the answer of the history's read tells; oldest first, entries without a time where the answer has them. */
export function eventsOf(history: Json | undefined): LifeEvent[] {
  const rows = history === undefined ? [] : readListing(history, 'payment/subscription').rows
  const { field } = roleField(rows, 'at', 'payment/subscription')
  return rows.flatMap((row) => eventOf(row, field)).sort((a, b) => (a.at ?? 0) - (b.at ?? 0))
}

/** What the record, or the answer of the next billing's read, says is still to come; soonest first, before it a billing whose day has passed. */
export function aheadOf(record: JsonObject, next: Json | undefined, now: number): LifeAhead[] {
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

/** `when`: the field that carries the time in most of them. */
function eventOf(row: JsonObject, when: string | undefined): LifeEvent[] {
  const what = scalarText(fieldNamed(row, eventNames)?.value)
  if (what === undefined) return []
  const at =
    (when === undefined ? undefined : readInstant(row[when])) ?? readInstant(valueIn(row, 'at', 'payment/subscription'))
  const from = scalarText(spelled(row, 'from'))
  const to = scalarText(spelled(row, 'to'))
  // What stays the same is no step.
  return [
    {
      what: inOneLine(what),
      ...(at === undefined ? {} : { at }),
      ...(from === undefined || from === to ? {} : { from }),
      ...(to === undefined || from === to ? {} : { to }),
    },
  ]
}

/** The figures of a usage answer, under the platform's own names; identifiers and states are no figures. */
export function usageOf(data: Json | undefined): Array<{ name: string; text: string }> {
  const record = readRecord(data) ?? {}
  return Object.entries(record).flatMap(([name, value]) => {
    const text = typeof value === 'number' ? String(value) : undefined
    return text === undefined ? [] : [{ name, text }]
  })
}
