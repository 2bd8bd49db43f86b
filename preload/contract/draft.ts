// Drafts: requests that are written before they are sent, kept with every revision. One store for every view and every operation.
import { z } from 'zod'
import { decisionInputs } from './command.ts'
import type { Json, JsonObject } from './json.ts'
import { environmentIds } from './models.ts'
import type { EnvironmentId, IntentState } from './models.ts'

/** What a person writes; each save keeps it whole as a revision. */
export interface DraftContent {
  /** Route key of a writing operation. */
  operation: string
  title: string
  path: Record<string, string>
  query: Record<string, string | number | boolean | null>
  /** The request's body; secrets as references. Null where there is none. */
  body: Json
  notes: string
  tags: string[]
  /** Where it is meant to go; without it, wherever is selected when it is sent. */
  environment?: EnvironmentId
  /** What its view keeps beside the request: destinations, sample data. Never sent. */
  extra: JsonObject
  /** The platform's copy that this draft started from; an update is held against it before it goes. Null where there is none. */
  base: Json
}

/** A sending of one revision. */
export interface DraftSend {
  revision: number
  intent: string
  operation: string
  state: IntentState
  environment: EnvironmentId
  at: string
  requestId?: string
  /** Identifier of the record that the platform's answer names (`data.id`), of a confirmed sending. */
  recordId?: string
}

export interface Draft extends DraftContent {
  id: string
  /** Counts up from 1 with each save. */
  revision: number
  createdAt: string
  updatedAt: string
  /** Since when it lies in the bin. */
  removedAt?: string
  /** Intent ids by a key of the view's choosing; no part of a revision. */
  links: Record<string, string>
  /** Newest first, at most 20. */
  sends: DraftSend[]
  /** Dotted places in which a known secret stood: it was left out of what was saved. Only in the answer to a save. */
  leftOut?: string[]
}

/** Where a search found its words; ranges are offsets into `text`, end exclusive. */
export interface DraftHit {
  field: 'title' | 'tags' | 'notes' | 'body'
  text: string
  ranges: Array<[start: number, end: number]>
}

/** A draft in a list: all but its texts. */
export interface DraftHead {
  id: string
  operation: string
  title: string
  tags: string[]
  environment?: EnvironmentId
  revision: number
  /** Bytes of the newest revision. */
  bytes: number
  createdAt: string
  updatedAt: string
  removedAt?: string
  /** Among the sendings of the newest sent revision the one that needs a look first. */
  sent?: DraftSend
  /** With a query: where its words stand. */
  hits?: DraftHit[]
}

export interface DraftPage {
  items: DraftHead[]
  /** Pass as `before` for the next page. */
  next?: string
}

export interface DraftRevision {
  revision: number
  at: string
  title: string
  bytes: number
  /** The revision that this one brought back. */
  of?: number
  sent: DraftSend[]
}

const draftFormats = ['json', 'html', 'txt', 'eml'] as const
export type DraftFormat = (typeof draftFormats)[number]

/** A file as text, for the page to save. */
export interface ExportedFile {
  name: string
  type: string
  text: string
}

const id = z.string().regex(/^[\w-]{1,128}$/, 'Letters, digits, _ and - only')
const revision = z.int().min(1)
const tag = z.string().trim().min(1).max(64)
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()])

const content = {
  operation: z.string().max(256),
  title: z.string().max(500),
  path: z.record(z.string(), z.string()).default({}),
  query: z.record(z.string(), scalar).default({}),
  body: z.unknown().optional(),
  notes: z.string().max(65_536).default(''),
  tags: z.array(tag).max(64).default([]),
  environment: z.enum(environmentIds).optional(),
  extra: z.record(z.string(), z.unknown()).default({}),
  base: z.unknown().optional(),
}

export const draftInputs = {
  'drafts.list': z.strictObject({
    /** Words looked for in title, tags, notes and body; the last one may be a beginning. */
    query: z.string().max(200).optional(),
    operation: z.union([z.string().max(256), z.array(z.string().max(256)).min(1).max(32)]).optional(),
    tag: tag.optional(),
    environment: z.enum(environmentIds).optional(),
    /** The bin instead of the drafts. */
    removed: z.boolean().default(false),
    limit: z.int().min(1).max(200),
    before: z.string().max(256).optional(),
  }),
  'drafts.get': z.strictObject({ id, revision: revision.optional() }),
  /**
   * Without `id`, or with one that is not there yet, a new draft; else `baseRevision` must be the newest. `keepAsText` names fields (as
   * `leftOut` does) in which what looks like a stored secret is ordinary text: it is kept, here and from now on.
   */
  'drafts.save': z.strictObject({
    id: id.optional(),
    baseRevision: z.int().min(0).optional(),
    ...content,
    keepAsText: z.array(z.string().max(1_024)).max(64).optional(),
  }),
  'drafts.link': z.strictObject({ id, links: z.record(z.string().max(256), z.union([z.string().max(128), z.null()])) }),
  'drafts.remove': z.strictObject({ id, forever: z.boolean().default(false) }),
  'drafts.restore': z.strictObject({ id }),
  'drafts.revisions': z.strictObject({ id, limit: z.int().min(1).max(500), before: revision.optional() }),
  'drafts.revert': z.strictObject({ id, revision, baseRevision: z.int().min(0) }),
  'drafts.duplicate': z.strictObject({ id, title: z.string().max(500).optional() }),
  'drafts.submit': z.strictObject({ id, revision: revision.optional(), ...decisionInputs }),
  'drafts.import': z.strictObject({ text: z.string() }),
  'drafts.export': z.strictObject({ ids: z.array(id).min(1).max(10_000), format: z.enum(draftFormats) }),
} as const

export interface DraftOutputs {
  'drafts.list': DraftPage
  'drafts.get': Draft
  'drafts.save': Draft
  'drafts.link': Draft
  'drafts.remove': Record<string, never>
  'drafts.restore': Draft
  'drafts.revisions': { items: DraftRevision[]; next?: number }
  'drafts.revert': Draft
  'drafts.duplicate': Draft
  'drafts.import': { drafts: DraftHead[] }
  'drafts.export': ExportedFile
}
