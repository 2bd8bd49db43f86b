// What the desk reads by itself during a broadcast, and shows.
import { z } from 'zod'
import { deskErrorSchema, factsSchema } from './errors.ts'
import { environmentIdSchema, intentSchema, intentStateSchema, readAnswerSchema } from './models.ts'
import type { OperationRequest } from './operation.ts'
import { instant, named, type Of } from './schema.ts'

/** How fresh a watched value has to be: what the audience feels at once, a tally, states of several records, figures, a list. */
export const paces = ['status', 'tally', 'states', 'figures', 'list'] as const
export type Pace = (typeof paces)[number]

/** Seconds between two reads. `unseen`: a show is on and no page with the value is visible; without a show it is not read then. */
export const paceSeconds: Readonly<Record<Pace, { onAir: number; visible: number; unseen: number }>> = {
  status: { onAir: 5, visible: 10, unseen: 20 },
  tally: { onAir: 5, visible: 10, unseen: 20 },
  states: { onAir: 10, visible: 20, unseen: 40 },
  figures: { onAir: 15, visible: 60, unseen: 120 },
  list: { onAir: 60, visible: 180, unseen: 300 },
}

/** A read to keep fresh. */
export interface Watch extends OperationRequest {
  pace: Pace
}

/**
 * Why a value is not read at its pace. `gate`: the platform asked to wait; `failed`: tried again later; `hidden`:
 * nobody watches. That the budget is short is in `Budget.stretch`.
 */
const watchWaitSchema = named('WatchWait', () => z.enum(['gate', 'offline', 'credential', 'failed', 'hidden']))
export type WatchWait = Of<typeof watchWaitSchema>

/** An answer stays beside a later error: then it is stale, not gone. */
export const liveValueSchema = named('LiveValue', () =>
  z.strictObject({
    key: z.string(),
    environment: environmentIdSchema(),
    pace: z.enum(paces),
    answer: readAnswerSchema().exactOptional(),
    error: deskErrorSchema().exactOptional(),
    failedAt: instant().exactOptional(),
    reading: z.boolean(),
    nextAt: instant().exactOptional(),
    waiting: watchWaitSchema().exactOptional(),
  }),
)
export type LiveValue = Of<typeof liveValueSchema>

/** Requests to the chosen environment; a person's count too. */
/** Requests in any 60 seconds, and those of them that the desk's own reads never take. */
export const standardBudget = { perMinute: 90, reserve: 30 } as const

export const budgetSchema = named('Budget', () =>
  z.strictObject({
    environment: environmentIdSchema(),
    /** In any 60 seconds. */
    perMinute: z.number(),
    /** Kept for a person. */
    reserve: z.number(),
    /** Within the last 60 seconds. */
    used: z.number(),
    /** Of `used`. */
    usedByItself: z.number(),
    /** How many times slower the desk reads after a 429; 1 is the plan. */
    slowdown: z.number(),
    /** How many times slower it reads for its own pages because its share is short; 1 is the plan. */
    stretch: z.number(),
    watches: z.number(),
    quick: z.boolean(),
  }),
)
export type Budget = Of<typeof budgetSchema>

/** Per environment, chosen by the person. */
export const broadcastSchema = named('Broadcast', () =>
  z.strictObject({
    environment: environmentIdSchema(),
    stream: namedSchema().exactOptional(),
    poll: namedSchema().exactOptional(),
    /** Payment link whose goal is shown. */
    link: namedSchema().exactOptional(),
    plannedEndAt: instant().exactOptional(),
    /** Dotted places whose secrets were left out; only in the answer to a save. */
    leftOut: z.array(z.string()).exactOptional(),
  }),
)
export type Broadcast = Of<typeof broadcastSchema>

export const namedSchema = named('Named', () =>
  z.strictObject({
    id: z.string(),
    name: z.string(),
  }),
)
export type Named = Of<typeof namedSchema>

export const showSchema = named('Show', () =>
  z.strictObject({
    id: z.string(),
    title: z.string(),
    environment: environmentIdSchema(),
    startedAt: instant(),
    plannedEndAt: instant().exactOptional(),
    /** The producer's message on the stage. */
    said: saidSchema().exactOptional(),
  }),
)
export type Show = Of<typeof showSchema>

const saidSchema = named('Said', () => z.strictObject({ text: z.string(), at: instant() }))
export type Said = Of<typeof saidSchema>

export const showStateSchema = named('ShowState', () =>
  z.strictObject({
    /** Undefined without a show. */
    show: showSchema().exactOptional(),
    /** Dotted places whose secrets were left out; only in the answer to a save. */
    leftOut: z.array(z.string()).exactOptional(),
  }),
)
export type ShowState = Of<typeof showStateSchema>

export const showCheckIds = [
  'stream',
  'title',
  'channel',
  'category',
  'schedule',
  'destinations',
  'poll',
  'ads',
  'link',
  'encoder',
  'rundown',
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

/** What a check before a show found. `failed` carries the code, reason and facts of the error that ended the check. */
export const showCheckCodes = [
  'stream_none',
  'stream_gone',
  'stream_without_state',
  'stream_live',
  'stream_ended',
  'stream_strange',
  'stream_ready',
  'stream_unlisted',
  'title_set',
  'title_missing',
  'channel_set',
  'channel_missing',
  'channel_unknown',
  'category_set',
  'category_missing',
  'schedule_set',
  'schedule_running',
  'schedule_missing',
  'schedule_past',
  'end_before_start',
  'end_past',
  'destinations_set',
  'destinations_none',
  'destinations_over',
  'destinations_mixed',
  'poll_none',
  'poll_unlisted',
  'poll_closed',
  'poll_without_options',
  'poll_open',
  'poll_ready',
  'ads_running',
  'ads_next',
  'ads_without_end',
  'ads_without_length',
  'ads_untimed',
  'ads_unplanned',
  'ads_none',
  'link_none',
  'link_unlisted',
  'link_closed',
  'link_ready',
  'encoder_unused',
  'encoder_ready',
  'encoder_silent',
  'encoder_refused',
  'encoder_password_kept',
  'encoder_password_gone',
  'encoder_unsupported',
  'encoder_unread',
  'encoder_scene_gone',
  'encoder_exposed',
  'rundown_none',
  'rundown_over',
  'rundown_fails',
  'rundown_ready',
  'rundown_rehearsed',
  'practice',
  'no_address',
  'seen_by_others',
  'address',
  'no_credential_needed',
  'credentials',
  'credentials_of_other_address',
  'credentials_without_address',
  'platform_silent',
  'platform_answers',
  'platform_quick',
  'platform_slow',
  'clock_unknown',
  'clock_right',
  'clock_ahead',
  'clock_behind',
  'gates_open',
  'gates_closed',
  'queue_empty',
  'queue',
  'drafts_none',
  'drafts_saved',
  'drafts_being_written',
  'disk_free',
  'disk_low',
  'disk_full',
  'failed',
  'timed_out',
  'broke_off',
] as const
export type ShowCheckCode = (typeof showCheckCodes)[number]

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
    /** Where to fix it: an address within the desk (`settings#credentials`), where there is one. */
    fix: z.string().exactOptional(),
  }),
)
export type ShowCheck = Of<typeof showCheckSchema>

/** When something was so, as read. Without `to` it was so when last read, at `seenAt`. */
const spanSchema = named('Span', () =>
  z.strictObject({
    stream: namedSchema(),
    from: instant(),
    to: instant().exactOptional(),
    seenAt: instant(),
  }),
)
export type Span = Of<typeof spanSchema>

const readTallySchema = named('ReadTally', () =>
  z.strictObject({
    id: z.string(),
    question: z.string(),
    options: z.array(z.strictObject({ text: z.string(), votes: z.number().exactOptional() })),
    total: z.number().exactOptional(),
    readAt: instant(),
  }),
)
export type ReadTally = Of<typeof readTallySchema>

/** What was read during a show, by this machine's clock. A part that was never read is absent. Names no people. */
export const followedSchema = named('Followed', () =>
  z.strictObject({
    /** The chosen stream's state when it was last read. */
    state: z
      .strictObject({
        stream: namedSchema(),
        state: z.enum(['live', 'paused', 'off', 'stopped']),
        readAt: instant(),
      })
      .exactOptional(),
    /** From the start to the end of each broadcast, pauses included. */
    air: z.array(spanSchema()),
    paused: z.array(spanSchema()),
    /** On air and no data arrived. */
    signalLost: z.array(spanSchema()),
    viewers: z.strictObject({ highest: z.number(), at: instant() }).exactOptional(),
    /** Of each poll that was chosen. */
    polls: z.array(readTallySchema()),
    /** Charges that were made during the show, one row for each currency; only from a complete list. */
    money: z
      .strictObject({
        sums: z.array(z.strictObject({ currency: z.string(), minor: z.number(), count: z.number() })),
        /** What went back of these charges is not in it; else it may be. */
        net: z.boolean().exactOptional(),
        readAt: instant(),
      })
      .exactOptional(),
  }),
)
export type Followed = Of<typeof followedSchema>

export const showReportSchema = named('ShowReport', () =>
  z.strictObject({
    show: showSchema(),
    endedAt: instant().exactOptional(),
    durationMs: z.number(),
    counts: z.record(intentStateSchema(), z.number()),
    /** Oldest first. */
    entries: z.array(showEntrySchema()),
    /** Not ok when the show began. */
    passedOver: z.array(showCheckSchema()),
    /** Absent in reports of earlier versions. */
    followed: followedSchema().exactOptional(),
    /** The cues that were fired, oldest first; absent where none was. */
    cues: z.array(showCueSchema()).exactOptional(),
  }),
)
export type ShowReport = Of<typeof showReportSchema>

const showCueSchema = named('ShowCue', () =>
  z.strictObject({
    rundown: z.string(),
    cue: z.string(),
    title: z.string(),
    plannedAt: instant().exactOptional(),
    firedAt: instant(),
    endedAt: instant().exactOptional(),
    plannedMs: z.number().exactOptional(),
    /** Until the next cue was fired, or the show ended. */
    actualMs: z.number().exactOptional(),
    state: z.enum(['running', 'waiting', 'done', 'stopped']),
    by: z.string().exactOptional(),
  }),
)
export type ShowCue = Of<typeof showCueSchema>

const showEntrySchema = named('ShowEntry', () =>
  intentSchema().pick({ id: true, operation: true, state: true, risk: true, createdAt: true, deed: true }).extend({
    name: z.string(),
    settledAt: instant().exactOptional(),
    requestId: z.string().exactOptional(),
    /** Where request or answer names one. */
    record: z.string().exactOptional(),
    error: deskErrorSchema().exactOptional(),
  }),
)
export type ShowEntry = Of<typeof showEntrySchema>

/** A screen that the stage can be opened on. */
export const stageScreenSchema = named('StageScreen', () =>
  z.strictObject({
    id: z.string(),
    /** Empty where the system does not name it. */
    label: z.string(),
    width: z.number(),
    height: z.number(),
    primary: z.boolean(),
  }),
)
export type StageScreen = Of<typeof stageScreenSchema>

/** Characters of a message to the stage. */
export const mostSaid = 200

/** What a word for a stream's state can mean. */
export const airWordMeanings = ['live', 'paused', 'stopped', 'off'] as const

/** What a person said of ambiguous fields, per operation and environment. */
export const fieldChoiceSchema = named('FieldChoice', () =>
  z.strictObject({
    environment: environmentIdSchema(),
    operation: z.string(),
    /** Role (`id`, `status`, `title`, `at`, `amount`, ...) to field. */
    fields: z.record(z.string(), z.string()),
    /** Of whole amounts; decimals are always major. */
    amounts: z.enum(['minor', 'major']).exactOptional(),
    /** Dotted path. */
    list: z.string().exactOptional(),
    /** What the platform's own words for a stream's state mean, by the word in small letters. */
    airWords: z.record(z.string(), z.enum(airWordMeanings)).exactOptional(),
    updatedAt: instant(),
  }),
)
export type FieldChoice = Of<typeof fieldChoiceSchema>

/** What a status word of the platform means that nobody specified. */
export const wordMeanings = ['done', 'refused', 'accepted'] as const
export type WordMeaning = (typeof wordMeanings)[number]

/** Folded words (`not_settled`) with what the person taught of them, for one environment. */
export type TaughtWords = Readonly<Record<string, WordMeaning>>

export const wordChoiceSchema = named('WordChoice', () =>
  z.strictObject({
    environment: environmentIdSchema(),
    word: z.string(),
    means: z.enum(wordMeanings),
    updatedAt: instant(),
  }),
)
export type WordChoice = Of<typeof wordChoiceSchema>
