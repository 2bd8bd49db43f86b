// What a person asks of the platform from the generic screens: the whole answer with what it cost, the history of everything that was asked,
// and the records, operations and limits that were met on the way.
import { z } from 'zod'
import type { ExportedFile } from './draft.ts'
import type { DeskErrorShape } from './errors.ts'
import type { Json } from './json.ts'
import { environmentIds } from './models.ts'
import type { EnvironmentId, Gate, Intent } from './models.ts'
import { products } from './operation.ts'
import type { Product, Risk } from './operation.ts'

/** The parts of a request as history and links keep them, secrets masked. */
export interface KeptRequest {
  path?: Record<string, string>
  query?: Record<string, Json>
  body?: Json
}

/** What an answer's bytes are, by content rather than by what its header says. */
export type BodyKind = 'empty' | 'json' | 'html' | 'text' | 'binary'

/** The body of an answer; the desk keeps it in memory for a while and hands it out in parts (`answers.part`). */
export interface AnswerBody {
  id: string
  kind: BodyKind
  /** Content-Type as it came. */
  type?: string
  /** Bytes as they came, unpacked. */
  bytes: number
  /** Length of what `answers.part` hands out: characters of text, or of base64 where it is binary. */
  length: number
  /** Secrets were masked in it; everything else is as it came. A binary one that holds a secret is not handed out at all. */
  masked?: true
  /** What is wrong with it, one sentence each: not JSON though it says so, no valid UTF-8, nested too deeply, a name twice in an object, a number too big for a double. */
  problems: string[]
}

/** What was seen on the wire of one request, whatever became of it. */
export interface Exchange {
  /** Its entry in the history; of a write the intent's id. */
  id: string
  operation: string
  environment: EnvironmentId
  at: string
  /** `answered`: 2xx or 3xx. `refused`: any other whole answer, or one that can't be read. `failed`: no whole answer. */
  outcome: 'answered' | 'refused' | 'failed'
  status?: number
  requestId?: string
  durationMs: number
  /** Tries, repeated reads included. */
  attempts: number
  /** In the order in which they came, values redacted. */
  headers: Array<[name: string, value: string]>
  body?: AnswerBody
  /** Where a redirect points. */
  location?: string
  error?: DeskErrorShape
  /** The gate of its product, where one is closed now. */
  gate?: Gate
}

export const historyOutcomes = ['answered', 'refused', 'failed', 'unknown', 'open', 'cancelled'] as const
/** How a thing that was asked ended. `open`: a write that is queued or on its way. `unknown`: a write. */
export type HistoryOutcome = (typeof historyOutcomes)[number]

/** A read or a write in the history; writes are the ledger's own intents. */
export interface HistoryEntry {
  id: string
  kind: 'read' | 'write'
  at: string
  operation: string
  product: Product
  environment: EnvironmentId
  risk: Risk
  outcome: HistoryOutcome
  status?: number
  requestId?: string
  durationMs?: number
  bytes?: number
  attempts: number
  /** Code of its error. */
  error?: string
  /** Given by the person. */
  name?: string
  pinned: boolean
  /** Whether its answer was kept. */
  kept: boolean
}

export interface HistoryRecord extends HistoryEntry {
  request: KeptRequest
  message?: string
  /** Of a write. */
  intent?: Intent
  /** Of a read whose answer was kept, or a write that has one; for the viewer. */
  body?: AnswerBody
  /** What came beside the kept answer of a read. */
  wire?: Pick<Exchange, 'headers' | 'location' | 'error'>
}

export interface HistoryPage {
  items: HistoryEntry[]
  /** Pass as `before` for the next, older page. */
  next?: string
}

export interface HistorySettings {
  /** What is kept of reads: nothing, what was asked, or the answers too. */
  reads: 'off' | 'requests' | 'answers'
  /** Days after which an unpinned read is forgotten. */
  readDays: number
  /** Days after which an unpinned write that is settled, and carries no draft, is forgotten; 0 keeps them for good. */
  writeDays: number
}

/** A record that a screen has shown. Records of people and money are remembered without a title. */
export interface SeenRecord {
  environment: EnvironmentId
  resource: string
  id: string
  title?: string
  at: string
}

/** An operation as it was used. */
export interface UsedOperation {
  operation: string
  at: string
}

/** How a product's limit stands, and what was seen of it since the desk started. */
export interface ProductLimit {
  product: Product
  /** Closed now. */
  gate?: Gate
  /** Queued writes that wait behind the gate. */
  waiting: number
  /** Requests of the last 60 seconds. */
  used: number
  /** Of those, by the desk itself. */
  usedByItself: number
  /** The platform's 429s since the desk started. */
  refusals: number
  /** The most requests within 60 seconds that all passed. */
  mostPassed: number
  /** The last 429: how many had left in the 60 seconds before it, and how long it asked to wait, where it named a time. */
  refused?: { at: string; after: number; askedMs?: number }
}

const nothing = z.strictObject({}).default({})
const id = z.string().min(1).max(128)
const environment = z.enum(environmentIds)
const operation = z.string().max(256)
const resource = z.string().min(1).max(128)
const instant = z.iso.datetime({ message: 'An instant such as 2026-11-22T20:00:00Z' })
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])

export const requestInputs = {
  /** A read with everything that was seen of it. `press` names it for `requests.cancel`. Throws only for what never reached the wire. */
  'requests.read': z.strictObject({
    operation,
    path: z.record(z.string(), z.string()).optional(),
    query: z.record(z.string(), scalar).optional(),
    body: z.unknown().optional(),
    press: z.uuid().optional(),
  }),
  /** Gives up a read that is on its way; it ends as `failed` with `cancelled`. */
  'requests.cancel': z.strictObject({ press: z.uuid() }),
  /** What was seen on the wire of a write that was sent since the desk started; null where nothing is known any more. */
  'requests.ofIntent': z.strictObject({ id }),

  /** A piece of an answer's text (or base64) from a place in it; `done` with the last one. Throws `not_found_here` once it is no longer kept. */
  'answers.part': z.strictObject({ id, from: z.int().min(0), length: z.int().min(1).max(1_048_576) }),

  'history.list': z.strictObject({
    /** Words looked for in operation, name, given name, error and requestId. */
    query: z.string().max(200).optional(),
    kind: z.enum(['read', 'write']).optional(),
    product: z.enum(products).optional(),
    operation: operation.optional(),
    outcome: z.enum(historyOutcomes).optional(),
    environment: environment.optional(),
    from: instant.optional(),
    to: instant.optional(),
    pinned: z.boolean().optional(),
    limit: z.int().min(1).max(500),
    before: z.string().max(128).optional(),
  }),
  'history.get': z.strictObject({ id }),
  /** Null takes the name away. */
  'history.mark': z.strictObject({
    id,
    name: z.string().trim().max(200).nullable().optional(),
    pinned: z.boolean().optional(),
  }),
  /**
   * Forgets a read, all unpinned reads of an environment, or what was kept of every environment: all unpinned reads, or their answers alone.
   * Writes stay: they are the ledger's.
   */
  'history.forget': z.union([
    z.strictObject({ id }),
    z.strictObject({ environment, reads: z.literal('all') }),
    z.strictObject({ kept: z.enum(['reads', 'answers']) }),
  ]),
  /** How many unpinned reads are kept in all environments, and how many of them with their answer. */
  'history.kept': nothing,
  'history.settings': nothing,
  'history.configure': z.strictObject({
    reads: z.enum(['off', 'requests', 'answers']).optional(),
    readDays: z.int().min(1).max(3_650).optional(),
    writeDays: z.union([z.literal(0), z.int().min(30).max(3_650)]).optional(),
  }),
  /** Operations in the order in which they were last used. */
  'history.recent': z.strictObject({ environment, limit: z.int().min(1).max(100) }),

  'favourites.list': nothing,
  'favourites.set': z.strictObject({ operation, on: z.boolean() }),

  /** What a screen has shown, newest last. */
  'seen.note': z.strictObject({
    environment,
    resource,
    records: z
      .array(z.strictObject({ id: z.string().min(1).max(512), title: z.string().max(512).optional() }))
      .max(200),
  }),
  'seen.list': z.strictObject({
    environment,
    resource: resource.optional(),
    query: z.string().max(200).optional(),
    limit: z.int().min(1).max(200),
  }),
  /** One record, or all of a resource. */
  'seen.forget': z.strictObject({ environment, resource, id: z.string().min(1).max(512).optional() }),

  'limits.list': nothing,

  /** The catalog for other tools; no secret is in it. `learned` adds what was learned in the chosen environment, marked as such. */
  'catalog.export': z.strictObject({
    format: z.enum(['openapi', 'postman', 'bruno']),
    learned: z.boolean().default(false),
  }),
} as const

export interface RequestOutputs {
  'requests.read': Exchange
  'requests.cancel': Record<string, never>
  'requests.ofIntent': Exchange | null
  'answers.part': { text: string; done: boolean }
  'history.list': HistoryPage
  'history.get': HistoryRecord
  'history.mark': HistoryEntry
  'history.forget': { forgotten: number }
  'history.kept': { reads: number; answers: number }
  'history.settings': HistorySettings
  'history.configure': HistorySettings
  'history.recent': { operations: UsedOperation[] }
  'favourites.list': { operations: string[] }
  'favourites.set': { operations: string[] }
  'seen.note': Record<string, never>
  'seen.list': { records: SeenRecord[] }
  'seen.forget': { forgotten: number }
  'limits.list': { environment: EnvironmentId; products: ProductLimit[] }
  'catalog.export': ExportedFile
}

export interface RequestEvents {
  /** Something was added, changed or forgotten: a list that is shown is read again. At most twice a second. */
  'history.changed': Record<string, never>
  'favourites.changed': { operations: string[] }
  'seen.changed': { environment: EnvironmentId; resource: string }
  /** At most once a second. */
  'limits.products': { environment: EnvironmentId; products: ProductLimit[] }
  /** A link from outside (`showdesk://operation/...`) opens an operation, filled in; nothing is sent. A refused one becomes a notice. */
  'desk.link': { operation: string; request: KeptRequest }
}
