// What the desk looks at by itself during a broadcast: watched reads under one request budget, the broadcast that is run, show mode.
import { z } from 'zod'
import { deskErrorSchema, factsSchema } from './errors.ts'
import { environmentIdSchema, intentSchema, intentStateSchema, readAnswerSchema } from './models.ts'
import type { OperationRequest } from './operation.ts'
import { showCheckCodes } from './reasons.ts'
import { instant, named } from './schema.ts'
import type { Of } from './schema.ts'

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
const watchWaitSchema = named('WatchWait', () =>
  z.enum(['gate', 'budget', 'offline', 'credential', 'failed', 'hidden']),
)
export type WatchWait = Of<typeof watchWaitSchema>

/** A watched value as it stands. An answer stays beside a later error: what was known is stale then, not gone. */
export const liveValueSchema = named('LiveValue', () =>
  z.strictObject({
    key: z.string(),
    environment: environmentIdSchema(),
    pace: z.enum(paces),
    answer: readAnswerSchema().exactOptional(),
    /** Why the last read failed, where it did. */
    error: deskErrorSchema().exactOptional(),
    /** When the last read failed. */
    failedAt: instant().exactOptional(),
    reading: z.boolean(),
    /** When it is read next, where that is planned. */
    nextAt: instant().exactOptional(),
    waiting: watchWaitSchema().exactOptional(),
  }),
)
export type LiveValue = Of<typeof liveValueSchema>

/** What the desk allows itself of requests to the chosen environment. Everything it sends counts, also what a person does. */
export const budgetSchema = named('Budget', () =>
  z.strictObject({
    environment: environmentIdSchema(),
    /** Requests in any 60 seconds. */
    perMinute: z.number(),
    /** Of them, kept for what a person does; the desk's own reads never take them. */
    reserve: z.number(),
    /** Sent within the last 60 seconds. */
    used: z.number(),
    /** Of those, by the desk itself. */
    usedByItself: z.number(),
    /** How many times slower than planned the desk reads by itself, after the platform asked it to wait; 1 is the plan. */
    slowdown: z.number(),
    watches: z.number(),
    /** Whether a show is on: everything at its quick pace. */
    quick: z.boolean(),
  }),
)
export type Budget = Of<typeof budgetSchema>

/** What the live desk is about, per environment; each part is chosen by the person. */
export const broadcastSchema = named('Broadcast', () =>
  z.strictObject({
    environment: environmentIdSchema(),
    stream: namedSchema().exactOptional(),
    poll: namedSchema().exactOptional(),
    /** The payment link whose goal is shown. */
    link: namedSchema().exactOptional(),
    plannedEndAt: instant().exactOptional(),
    /** Dotted places in which a known secret stood: it was left out of what was saved. Only in the answer to a save. */
    leftOut: z.array(z.string()).exactOptional(),
  }),
)
export type Broadcast = Of<typeof broadcastSchema>

const namedSchema = named('Named', () =>
  z.strictObject({
    id: z.string(),
    name: z.string(),
  }),
)
export type Named = Of<typeof namedSchema>

/** A show that is on: the desk guards what the audience would see. Kept over restarts. */
export const showSchema = named('Show', () =>
  z.strictObject({
    id: z.string(),
    title: z.string(),
    environment: environmentIdSchema(),
    startedAt: instant(),
    plannedEndAt: instant().exactOptional(),
  }),
)
export type Show = Of<typeof showSchema>

export const showStateSchema = named('ShowState', () =>
  z.strictObject({
    /** Undefined while no show is on. */
    show: showSchema().exactOptional(),
    /** Dotted places in which a known secret stood: it was left out of what was saved. Only in the answer to a save. */
    leftOut: z.array(z.string()).exactOptional(),
  }),
)
export type ShowState = Of<typeof showStateSchema>

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

/** One check before a show. A person may go on despite `warn` and `fail`; the report names both. */
export const showCheckSchema = named('ShowCheck', () =>
  z.strictObject({
    id: z.enum(showCheckIds),
    state: z.enum(['ok', 'warn', 'fail']),
    /** Absent only in reports of earlier versions. */
    code: z.enum(showCheckCodes).exactOptional(),
    facts: factsSchema().exactOptional(),
    /** English text of reports of earlier versions. */
    found: z.string().exactOptional(),
    /** Where to mend it: an address within the desk (`settings#credentials`), where there is one. */
    fix: z.string().exactOptional(),
  }),
)
export type ShowCheck = Of<typeof showCheckSchema>

/** What was done during a show, from the ledger. */
export const showReportSchema = named('ShowReport', () =>
  z.strictObject({
    show: showSchema(),
    endedAt: instant().exactOptional(),
    durationMs: z.number(),
    /** Writes by how they ended. */
    counts: z.record(intentStateSchema(), z.number()),
    /** Oldest first. */
    entries: z.array(showEntrySchema()),
    /** Checks that were not ok when the show began. */
    passedOver: z.array(showCheckSchema()),
  }),
)
export type ShowReport = Of<typeof showReportSchema>

const showEntrySchema = named('ShowEntry', () =>
  intentSchema().pick({ id: true, operation: true, state: true, risk: true, createdAt: true }).extend({
    /** The platform's name of the operation. */
    name: z.string(),
    settledAt: instant().exactOptional(),
    requestId: z.string().exactOptional(),
    /** The record that it was about, where the request or answer names one. */
    record: z.string().exactOptional(),
    error: deskErrorSchema().exactOptional(),
  }),
)
export type ShowEntry = Of<typeof showEntrySchema>

/** Names that a person gave to what the platform's answers leave open, of one operation in one environment. */
export const fieldChoiceSchema = named('FieldChoice', () =>
  z.strictObject({
    environment: environmentIdSchema(),
    operation: z.string(),
    /** Role of the desk (`id`, `status`, `title`, `at`, `amount`, `currency`, `customer`, ...) to the answer's field. */
    fields: z.record(z.string(), z.string()),
    /** Whether whole amounts of this operation are minor units (cents) or major ones; decimals are always major. */
    amounts: z.enum(['minor', 'major']).exactOptional(),
    /** Which list of the answer is meant, as a dotted path. */
    list: z.string().exactOptional(),
    updatedAt: instant(),
  }),
)
export type FieldChoice = Of<typeof fieldChoiceSchema>
