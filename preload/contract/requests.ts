// What generic screens ask: answers, history, records and limits.
import { z } from 'zod'
import { deedSchema } from './deed-schema.ts'
import { deskErrorSchema } from './errors.ts'
import { environmentIdSchema, gateSchema, intentSchema } from './models.ts'
import { productSchema, riskSchema } from './operation.ts'
import { instant, json, named, type Of } from './schema.ts'

/** Secrets masked. */
export const keptRequestSchema = named('KeptRequest', () =>
  z.strictObject({
    path: z.record(z.string(), z.string()).exactOptional(),
    query: z.record(z.string(), json()).exactOptional(),
    body: json().exactOptional(),
  }),
)
export type KeptRequest = Of<typeof keptRequestSchema>

/** By content rather than by header. */
const bodyKindSchema = named('BodyKind', () => z.enum(['empty', 'json', 'html', 'text', 'binary']))
export type BodyKind = Of<typeof bodyKindSchema>

/** Kept in memory and handed out by `answers.part`. */
const answerBodySchema = named('AnswerBody', () =>
  z.strictObject({
    id: z.string(),
    kind: bodyKindSchema(),
    type: z.string().exactOptional(),
    /** Unpacked. */
    bytes: z.number(),
    /** Characters of text, or of base64. */
    length: z.number(),
    /** A binary body that holds a secret is not handed out. */
    masked: z.literal(true).exactOptional(),
    /** One sentence each, such as a name twice in an object. */
    problems: z.array(z.string()),
  }),
)
export type AnswerBody = Of<typeof answerBodySchema>

export const exchangeSchema = named('Exchange', () =>
  z.strictObject({
    /** Of its history entry, or of the intent. */
    id: z.string(),
    operation: z.string(),
    environment: environmentIdSchema(),
    at: instant(),
    /** `answered`: 2xx or 3xx. `refused`: any other answer, or an unreadable one. `failed`: no complete answer. */
    outcome: z.enum(['answered', 'refused', 'failed']),
    status: z.number().exactOptional(),
    requestId: z.string().exactOptional(),
    durationMs: z.number(),
    attempts: z.number(),
    /** In order, redacted. */
    headers: z.array(z.tuple([z.string(), z.string()])),
    body: answerBodySchema().exactOptional(),
    /** Where a redirect points. */
    location: z.string().exactOptional(),
    error: deskErrorSchema().exactOptional(),
    /** Closed now. */
    gate: gateSchema().exactOptional(),
  }),
)
export type Exchange = Of<typeof exchangeSchema>

export const historyOutcomes = ['answered', 'refused', 'failed', 'unknown', 'open', 'cancelled'] as const
/** `open`: a write that is queued or on its way. */
export type HistoryOutcome = (typeof historyOutcomes)[number]

/** Writes are the ledger's intents. */
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
    error: z.string().exactOptional(),
    /** Of a write: what it does. */
    deed: deedSchema().exactOptional(),
    pinned: z.boolean(),
    /** Its answer was kept. */
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
    body: answerBodySchema().exactOptional(),
    /** Beside a read's kept answer. */
    wire: exchangeSchema().pick({ headers: true, location: true, error: true }).exactOptional(),
  }),
)
export type HistoryRecord = Of<typeof historyRecordSchema>

export const historyPageSchema = named('HistoryPage', () =>
  z.strictObject({
    items: z.array(historyEntrySchema()),
    /** Pass as `before`. */
    next: z.string().exactOptional(),
  }),
)
export type HistoryPage = Of<typeof historyPageSchema>

export const historySettingsSchema = named('HistorySettings', () =>
  z.strictObject({
    /** Nothing, requests, or answers too. */
    reads: z.enum(['off', 'requests', 'answers']),
    /** Days until an unpinned read is forgotten. */
    readDays: z.number(),
  }),
)
export type HistorySettings = Of<typeof historySettingsSchema>

/** Without a title for people and money. */
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

export const usedOperationSchema = named('UsedOperation', () =>
  z.strictObject({
    operation: z.string(),
    at: instant(),
  }),
)
export type UsedOperation = Of<typeof usedOperationSchema>

/** Since the desk started. */
export const productLimitSchema = named('ProductLimit', () =>
  z.strictObject({
    product: productSchema(),
    gate: gateSchema().exactOptional(),
    waiting: z.number(),
    /** Of the last 60 seconds. */
    used: z.number(),
    /** By the desk itself. */
    usedByItself: z.number(),
    refusals: z.number(),
    /** Most within 60 seconds that all passed. */
    mostPassed: z.number(),
    /** The last 429: requests in the 60 seconds before it, and the wait it asked for. */
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
