// Drafts: requests kept with every revision before they are sent.
import { z } from 'zod'
import { environmentIdSchema, intentStateSchema } from './models.ts'
import { instant, json, jsonObject, named, type Of } from './schema.ts'

/** Each save keeps it as a revision. */
const draftContentSchema = named('DraftContent', () =>
  z.strictObject({
    operation: z.string(),
    title: z.string(),
    path: z.record(z.string(), z.string()),
    query: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable()),
    /** Secrets as references; null where there is none. */
    body: json(),
    notes: z.string(),
    tags: z.array(z.string()),
    /** Else the environment selected when it is sent. */
    environment: environmentIdSchema().exactOptional(),
    /** What its view keeps; never sent. */
    extra: jsonObject(),
    /** The platform's copy it started from, compared before an update goes; null where there is none. */
    base: json(),
  }),
)
export type DraftContent = Of<typeof draftContentSchema>

const draftSendSchema = named('DraftSend', () =>
  z.strictObject({
    revision: z.number(),
    intent: z.string(),
    operation: z.string(),
    state: intentStateSchema(),
    environment: environmentIdSchema(),
    at: instant(),
    requestId: z.string().exactOptional(),
    /** `data.id` of a confirmed answer. */
    recordId: z.string().exactOptional(),
    /** Of a rejected one: why, as in the facts of its error. */
    reason: z.string().exactOptional(),
  }),
)
export type DraftSend = Of<typeof draftSendSchema>

export const draftSchema = named('Draft', () =>
  z.strictObject({
    ...draftContentSchema().shape,
    id: z.string(),
    /** From 1. */
    revision: z.number(),
    createdAt: instant(),
    updatedAt: instant(),
    /** Since when it is in the bin. */
    removedAt: instant().exactOptional(),
    /** The name of the grant that put it there; absent for the desk itself. */
    removedBy: z.string().exactOptional(),
    /** Intent ids by the view's own keys; not in a revision. */
    links: z.record(z.string(), z.string()),
    /** Newest first, at most 20. */
    sends: z.array(draftSendSchema()),
    /** As in `DraftHead`, of the newest sending. */
    conflict: z.enum(['open', 'decided']).exactOptional(),
    /** Dotted places whose secrets were left out; only in the answer to a save. */
    leftOut: z.array(z.string()).exactOptional(),
  }),
)
export type Draft = Of<typeof draftSchema>

/** Ranges are offsets into `text`, end exclusive. */
const draftHitSchema = named('DraftHit', () =>
  z.strictObject({
    field: z.enum(['title', 'tags', 'notes', 'body']),
    text: z.string(),
    ranges: z.array(z.tuple([z.number(), z.number()])),
  }),
)
export type DraftHit = Of<typeof draftHitSchema>

/** Without its texts. */
export const draftHeadSchema = named('DraftHead', () =>
  z.strictObject({
    id: z.string(),
    operation: z.string(),
    title: z.string(),
    tags: z.array(z.string()),
    environment: environmentIdSchema().exactOptional(),
    revision: z.number(),
    /** Bytes of the newest revision. */
    bytes: z.number(),
    createdAt: instant(),
    updatedAt: instant(),
    removedAt: instant().exactOptional(),
    removedBy: z.string().exactOptional(),
    /** Of the newest sent revision, the sending that needs attention first. */
    sent: draftSendSchema().exactOptional(),
    /**
     * Set where `sent` was stopped because the platform's copy had changed: `open` until the draft is based on another copy,
     * `decided` after that.
     */
    conflict: z.enum(['open', 'decided']).exactOptional(),
    /** Only with a query. */
    hits: z.array(draftHitSchema()).exactOptional(),
  }),
)
export type DraftHead = Of<typeof draftHeadSchema>

export const draftPageSchema = named('DraftPage', () =>
  z.strictObject({
    items: z.array(draftHeadSchema()),
    /** Pass as `before`. */
    next: z.string().exactOptional(),
  }),
)
export type DraftPage = Of<typeof draftPageSchema>

export const draftRevisionSchema = named('DraftRevision', () =>
  z.strictObject({
    revision: z.number(),
    at: instant(),
    title: z.string(),
    bytes: z.number(),
    of: z.number().exactOptional(),
    /** The name of the grant that made it; absent where the desk itself did. */
    by: z.string().exactOptional(),
    sent: z.array(draftSendSchema()),
  }),
)
export type DraftRevision = Of<typeof draftRevisionSchema>

/** Drafts of one file. */
export const mostFiledDrafts = 10_000

export const draftFormats = ['json', 'html', 'txt', 'eml'] as const
export type DraftFormat = (typeof draftFormats)[number]

export const exportedFileSchema = named('ExportedFile', () =>
  z.strictObject({
    name: z.string(),
    type: z.string(),
    text: z.string(),
  }),
)
export type ExportedFile = Of<typeof exportedFileSchema>
