// What the desk looks at by itself during a broadcast: watched reads under one request budget, the broadcast that is run, show mode.
import { z } from 'zod'
import type { DeskErrorShape } from './errors.ts'
import { environmentIds } from './models.ts'
import type { EnvironmentId, Intent, IntentState, ReadAnswer } from './models.ts'
import type { OperationRequest } from './operation.ts'

/** How fresh a watched value has to be: what the audience feels at once, a tally, figures, a list. */
export const paces = ['status', 'tally', 'figures', 'list'] as const
export type Pace = (typeof paces)[number]

/** A read that a screen wants to have kept fresh. */
export interface Watch extends OperationRequest {
  pace: Pace
}

/**
 * Why a watched value is not read at its pace just now. `gate`: the platform asked its product to wait; `budget`: the rest of this minute
 * is kept for the person; `offline`; `credential`; `failed`: the last read failed and is tried again later; `hidden`: nobody looks.
 */
export type WatchWait = 'gate' | 'budget' | 'offline' | 'credential' | 'failed' | 'hidden'

/** A watched value as it stands. An answer stays beside a later error: what was known is stale then, not gone. */
export interface LiveValue {
  key: string
  environment: EnvironmentId
  pace: Pace
  answer?: ReadAnswer
  /** Why the last read failed, where it did. */
  error?: DeskErrorShape
  /** When the last read failed. */
  failedAt?: string
  reading: boolean
  /** When it is read next, where that is planned. */
  nextAt?: string
  waiting?: WatchWait
}

/** What the desk allows itself of requests to the chosen environment. Everything it sends counts, also what a person does. */
export interface Budget {
  environment: EnvironmentId
  /** Requests in any 60 seconds. */
  perMinute: number
  /** Of them, kept for what a person does; the desk's own reads never take them. */
  reserve: number
  /** Sent within the last 60 seconds. */
  used: number
  /** Of those, by the desk itself. */
  usedByItself: number
  /** How many times slower than planned the desk reads by itself, after the platform asked it to wait; 1 is the plan. */
  slowdown: number
  watches: number
  /** Whether a show is on: everything at its quick pace. */
  quick: boolean
}

/** What the live desk is about, per environment; each part is chosen by the person. */
export interface Broadcast {
  environment: EnvironmentId
  stream?: Named
  poll?: Named
  /** The payment link whose goal is shown. */
  link?: Named
  plannedEndAt?: string
  /** Dotted places in which a known secret stood: it was left out of what was saved. Only in the answer to a save. */
  leftOut?: string[]
}

export interface Named {
  id: string
  name: string
}

/** A show that is on: the desk guards what the audience would see. Kept over restarts. */
export interface Show {
  id: string
  title: string
  environment: EnvironmentId
  startedAt: string
  plannedEndAt?: string
}

export interface ShowState {
  /** Undefined while no show is on. */
  show?: Show
  /** Dotted places in which a known secret stood: it was left out of what was saved. Only in the answer to a save. */
  leftOut?: string[]
}

export const showCheckIds = [
  'environment',
  'credentials',
  'platform',
  'clock',
  'gates',
  'queue',
  'drafts',
  'disk',
] as const
export type ShowCheckId = (typeof showCheckIds)[number]

/** One row of the look before a show. `warn` may be passed over knowingly, `fail` too, but it is named in the report. */
export interface ShowCheck {
  id: ShowCheckId
  state: 'ok' | 'warn' | 'fail'
  /** One sentence: what was found. */
  found: string
  /** Where to mend it: an address within the desk (`settings#credentials`), where there is one. */
  fix?: string
}

/** What was done during a show, from the ledger. */
export interface ShowReport {
  show: Show
  endedAt?: string
  durationMs: number
  /** Writes by how they ended. */
  counts: Record<IntentState, number>
  /** Oldest first. */
  entries: ShowEntry[]
  /** Checks that were not ok when the show began. */
  passedOver: ShowCheck[]
}

export interface ShowEntry extends Pick<Intent, 'id' | 'operation' | 'state' | 'risk' | 'createdAt'> {
  /** The platform's name of the operation. */
  name: string
  settledAt?: string
  requestId?: string
  /** The record that it was about, where the request or answer names one. */
  record?: string
  error?: string
}

/** Names that a person gave to what the platform's answers leave open, of one operation in one environment. */
export interface FieldChoice {
  environment: EnvironmentId
  operation: string
  /** Role of the desk (`id`, `status`, `title`, `at`, `amount`, `currency`, `customer`, ...) to the answer's field. */
  fields: Record<string, string>
  /** Whether whole amounts of this operation are minor units (cents) or major ones; decimals are always major. */
  amounts?: 'minor' | 'major'
  /** Which list of the answer is meant, as a dotted path. */
  list?: string
  updatedAt: string
}

const nothing = z.strictObject({}).default({})
const id = z.string().min(1).max(128)
const environment = z.enum(environmentIds)
const named = z.strictObject({ id: z.string().min(1).max(512), name: z.string().max(512) })
const instant = z.iso.datetime({ message: 'An instant such as 2026-11-22T20:00:00Z' })
const fieldName = z.string().min(1).max(256)

const watch = z.strictObject({
  operation: z.string().max(256),
  path: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
  body: z.unknown().optional(),
  pace: z.enum(paces),
})

export const liveInputs = {
  /** Replaces what one page watches. It counts for 30 seconds: a page that is still there says it again. */
  'live.follow': z.strictObject({ page: id, visible: z.boolean(), watches: z.array(watch).max(64) }),
  /** Reads a watched value now, from the person's reserve. */
  'live.refresh': z.strictObject({ key: z.string().max(16_384) }),
  'live.budget': nothing,
  'live.configure': z.strictObject({
    perMinute: z.int().min(6).max(600).optional(),
    reserve: z.int().min(1).max(300).optional(),
  }),

  'broadcast.get': z.strictObject({ environment }),
  /** What is left out stays; null takes it away. */
  'broadcast.choose': z.strictObject({
    environment,
    stream: named.nullable().optional(),
    poll: named.nullable().optional(),
    link: named.nullable().optional(),
    plannedEndAt: instant.nullable().optional(),
  }),

  'show.get': nothing,
  /** The look before a show; takes a moment, since it asks the platform. */
  'show.check': nothing,
  'show.enter': z.strictObject({ title: z.string().trim().min(1).max(200), plannedEndAt: instant.optional() }),
  'show.leave': nothing,
  /** Newest first. */
  'show.list': z.strictObject({ limit: z.int().min(1).max(100) }),
  /** Of a show that is still on, the report so far. */
  'show.report': z.strictObject({ id }),

  'fields.list': z.strictObject({ environment }),
  'fields.choose': z.strictObject({
    environment,
    operation: z.string().max(256),
    fields: z.record(z.string().max(64), fieldName).optional(),
    amounts: z.enum(['minor', 'major']).optional(),
    list: z.string().max(512).optional(),
  }),
  'fields.forget': z.strictObject({ environment, operation: z.string().max(256) }),
} as const

export interface LiveOutputs {
  'live.follow': { values: LiveValue[]; budget: Budget }
  'live.refresh': LiveValue
  'live.budget': Budget
  'live.configure': Budget
  'broadcast.get': Broadcast
  'broadcast.choose': Broadcast
  'show.get': ShowState
  'show.check': { checks: ShowCheck[] }
  'show.enter': ShowState
  'show.leave': ShowReport
  'show.list': { shows: Array<Show & { endedAt?: string }> }
  'show.report': ShowReport
  'fields.list': { choices: FieldChoice[] }
  'fields.choose': FieldChoice
  'fields.forget': Record<string, never>
}

export interface LiveEvents {
  'live.value': LiveValue
  'live.budget': Budget
  'broadcast.changed': Broadcast
  'show.changed': ShowState
  'fields.changed': { environment: EnvironmentId; choices: FieldChoice[] }
}
