// What a person asks of the platform from the generic screens: the whole answer with what it cost, the history of everything that was asked,
// and the records, operations and limits that were met on the way.
import { z } from 'zod'
import { deskErrorSchema } from './errors.ts'
import { environmentIdSchema, gateSchema, intentSchema } from './models.ts'
import { productSchema, riskSchema } from './operation.ts'
import { instant, json, named } from './schema.ts'
import type { Of } from './schema.ts'

/** The parts of a request as history and links keep them, secrets masked. */
export const keptRequestSchema = named('KeptRequest', () =>
  z.strictObject({
    path: z.record(z.string(), z.string()).exactOptional(),
    query: z.record(z.string(), json()).exactOptional(),
    body: json().exactOptional(),
  }),
)
export type KeptRequest = Of<typeof keptRequestSchema>

/** What an answer's bytes are, by content rather than by what its header says. */
const bodyKindSchema = named('BodyKind', () => z.enum(['empty', 'json', 'html', 'text', 'binary']))
export type BodyKind = Of<typeof bodyKindSchema>

/** The body of an answer; the desk keeps it in memory for a while and hands it out in parts (`answers.part`). */
const answerBodySchema = named('AnswerBody', () =>
  z.strictObject({
    id: z.string(),
    kind: bodyKindSchema(),
    /** Content-Type as it came. */
    type: z.string().exactOptional(),
    /** Bytes as they came, unpacked. */
    bytes: z.number(),
    /** Length of what `answers.part` hands out: characters of text, or of base64 where it is binary. */
    length: z.number(),
    /** Secrets were masked in it; everything else is as it came. A binary one that holds a secret is not handed out at all. */
    masked: z.literal(true).exactOptional(),
    /** What is wrong with it, one sentence each: not JSON though it says so, no valid UTF-8, nested too deeply, a name twice in an object, a number too big for a double. */
    problems: z.array(z.string()),
  }),
)
export type AnswerBody = Of<typeof answerBodySchema>

/** What was seen on the wire of one request, whatever became of it. */
export const exchangeSchema = named('Exchange', () =>
  z.strictObject({
    /** Its entry in the history; of a write the intent's id. */
    id: z.string(),
    operation: z.string(),
    environment: environmentIdSchema(),
    at: instant(),
    /** `answered`: 2xx or 3xx. `refused`: any other whole answer, or one that can't be read. `failed`: no whole answer. */
    outcome: z.enum(['answered', 'refused', 'failed']),
    status: z.number().exactOptional(),
    requestId: z.string().exactOptional(),
    durationMs: z.number(),
    /** Tries, repeated reads included. */
    attempts: z.number(),
    /** In the order in which they came, values redacted. */
    headers: z.array(z.tuple([z.string(), z.string()])),
    body: answerBodySchema().exactOptional(),
    /** Where a redirect points. */
    location: z.string().exactOptional(),
    error: deskErrorSchema().exactOptional(),
    /** The gate of its product, where one is closed now. */
    gate: gateSchema().exactOptional(),
  }),
)
export type Exchange = Of<typeof exchangeSchema>

export const historyOutcomes = ['answered', 'refused', 'failed', 'unknown', 'open', 'cancelled'] as const
/** How a thing that was asked ended. `open`: a write that is queued or on its way. `unknown`: a write. */
export type HistoryOutcome = (typeof historyOutcomes)[number]

/** A read or a write in the history; writes are the ledger's own intents. */
export const historyEntrySchema = named('HistoryEntry', () =>
  z.strictObject({
    id: z.string(),
    kind: z.enum(['read', 'write']),
    at: instant(),
    operation: z.string(),
    product: productSchema(),
    environment: environmentIdSchema(),
    risk: riskSchema(),
    outcome: z.enum(historyOutcomes),
    status: z.number().exactOptional(),
    requestId: z.string().exactOptional(),
    durationMs: z.number().exactOptional(),
    bytes: z.number().exactOptional(),
    attempts: z.number(),
    /** Code of its error. */
    error: z.string().exactOptional(),
    /** Given by the person. */
    name: z.string().exactOptional(),
    pinned: z.boolean(),
    /** Whether its answer was kept. */
    kept: z.boolean(),
  }),
)
export type HistoryEntry = Of<typeof historyEntrySchema>

export const historyRecordSchema = named('HistoryRecord', () =>
  z.strictObject({
    ...historyEntrySchema().shape,
    request: keptRequestSchema(),
    message: z.string().exactOptional(),
    /** Of a write. */
    intent: intentSchema().exactOptional(),
    /** Of a read whose answer was kept, or a write that has one; for the viewer. */
    body: answerBodySchema().exactOptional(),
    /** What came beside the kept answer of a read. */
    wire: exchangeSchema().pick({ headers: true, location: true, error: true }).exactOptional(),
  }),
)
export type HistoryRecord = Of<typeof historyRecordSchema>

export const historyPageSchema = named('HistoryPage', () =>
  z.strictObject({
    items: z.array(historyEntrySchema()),
    /** Pass as `before` for the next, older page. */
    next: z.string().exactOptional(),
  }),
)
export type HistoryPage = Of<typeof historyPageSchema>

export const historySettingsSchema = named('HistorySettings', () =>
  z.strictObject({
    /** What is kept of reads: nothing, what was asked, or the answers too. */
    reads: z.enum(['off', 'requests', 'answers']),
    /** Days after which an unpinned read is forgotten. */
    readDays: z.number(),
    /** Days after which an unpinned write that is settled, and carries no draft, is forgotten; 0 keeps them for good. */
    writeDays: z.number(),
  }),
)
export type HistorySettings = Of<typeof historySettingsSchema>

/** A record that a screen has shown. Records of people and money are remembered without a title. */
export const seenRecordSchema = named('SeenRecord', () =>
  z.strictObject({
    environment: environmentIdSchema(),
    resource: z.string(),
    id: z.string(),
    title: z.string().exactOptional(),
    at: instant(),
  }),
)
export type SeenRecord = Of<typeof seenRecordSchema>

/** An operation as it was used. */
export const usedOperationSchema = named('UsedOperation', () =>
  z.strictObject({
    operation: z.string(),
    at: instant(),
  }),
)
export type UsedOperation = Of<typeof usedOperationSchema>

/** How a product's limit stands, and what was seen of it since the desk started. */
export const productLimitSchema = named('ProductLimit', () =>
  z.strictObject({
    product: productSchema(),
    /** Closed now. */
    gate: gateSchema().exactOptional(),
    /** Queued writes that wait behind the gate. */
    waiting: z.number(),
    /** Requests of the last 60 seconds. */
    used: z.number(),
    /** Of those, by the desk itself. */
    usedByItself: z.number(),
    /** The platform's 429s since the desk started. */
    refusals: z.number(),
    /** The most requests within 60 seconds that all passed. */
    mostPassed: z.number(),
    /** The last 429: how many had left in the 60 seconds before it, and how long it asked to wait, where it named a time. */
    refused: z
      .strictObject({
        at: instant(),
        after: z.number(),
        askedMs: z.number().exactOptional(),
      })
      .exactOptional(),
  }),
)
export type ProductLimit = Of<typeof productLimitSchema>
