// Drafts: requests that are written before they are sent, kept with every revision. One store for every view and every operation.
import { z } from 'zod'
import { environmentIdSchema, intentStateSchema } from './models.ts'
import { instant, json, jsonObject, named } from './schema.ts'
import type { Of } from './schema.ts'

/** What a person writes; each save keeps it whole as a revision. */
const draftContentSchema = named('DraftContent', () =>
  z.strictObject({
    /** Route key of a writing operation. */
    operation: z.string(),
    title: z.string(),
    path: z.record(z.string(), z.string()),
    query: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]).nullable()),
    /** The request's body; secrets as references. Null where there is none. */
    body: json(),
    notes: z.string(),
    tags: z.array(z.string()),
    /** Where it is meant to go; without it, wherever is selected when it is sent. */
    environment: environmentIdSchema().exactOptional(),
    /** What its view keeps beside the request: destinations, sample data. Never sent. */
    extra: jsonObject(),
    /** The platform's copy that this draft started from; an update is held against it before it goes. Null where there is none. */
    base: json(),
  }),
)
export type DraftContent = Of<typeof draftContentSchema>

/** A sending of one revision. */
const draftSendSchema = named('DraftSend', () =>
  z.strictObject({
    revision: z.number(),
    intent: z.string(),
    operation: z.string(),
    state: intentStateSchema(),
    environment: environmentIdSchema(),
    at: instant(),
    requestId: z.string().exactOptional(),
    /** Identifier of the record that the platform's answer names (`data.id`), of a confirmed sending. */
    recordId: z.string().exactOptional(),
  }),
)
export type DraftSend = Of<typeof draftSendSchema>

export const draftSchema = named('Draft', () =>
  z.strictObject({
    ...draftContentSchema().shape,
    id: z.string(),
    /** Counts up from 1 with each save. */
    revision: z.number(),
    createdAt: instant(),
    updatedAt: instant(),
    /** Since when it lies in the bin. */
    removedAt: instant().exactOptional(),
    /** Intent ids by a key of the view's choosing; no part of a revision. */
    links: z.record(z.string(), z.string()),
    /** Newest first, at most 20. */
    sends: z.array(draftSendSchema()),
    /** Dotted places in which a known secret stood: it was left out of what was saved. Only in the answer to a save. */
    leftOut: z.array(z.string()).exactOptional(),
  }),
)
export type Draft = Of<typeof draftSchema>

/** Where a search found its words; ranges are offsets into `text`, end exclusive. */
const draftHitSchema = named('DraftHit', () =>
  z.strictObject({
    field: z.enum(['title', 'tags', 'notes', 'body']),
    text: z.string(),
    ranges: z.array(z.tuple([z.number(), z.number()])),
  }),
)
export type DraftHit = Of<typeof draftHitSchema>

/** A draft in a list: all but its texts. */
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
    /** Among the sendings of the newest sent revision the one that needs a look first. */
    sent: draftSendSchema().exactOptional(),
    /** With a query: where its words stand. */
    hits: z.array(draftHitSchema()).exactOptional(),
  }),
)
export type DraftHead = Of<typeof draftHeadSchema>

export const draftPageSchema = named('DraftPage', () =>
  z.strictObject({
    items: z.array(draftHeadSchema()),
    /** Pass as `before` for the next page. */
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
    /** The revision that this one brought back. */
    of: z.number().exactOptional(),
    sent: z.array(draftSendSchema()),
  }),
)
export type DraftRevision = Of<typeof draftRevisionSchema>

export const draftFormats = ['json', 'html', 'txt', 'eml'] as const
export type DraftFormat = (typeof draftFormats)[number]

/** A file as text, for the page to save. */
export const exportedFileSchema = named('ExportedFile', () =>
  z.strictObject({
    name: z.string(),
    type: z.string(),
    text: z.string(),
  }),
)
export type ExportedFile = Of<typeof exportedFileSchema>
