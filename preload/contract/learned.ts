// What the desk learns of the 278 bodies that the specification leaves open: names and types of what was sent and answered, never values.
import { z } from 'zod'
import { environmentIdSchema } from './models.ts'
import { instant, jsonSchema, named } from './schema.ts'
import type { Of } from './schema.ts'

export const learnedParts = ['body', 'query', 'answer'] as const
export type LearnedPart = (typeof learnedParts)[number]

/** What is known of one operation in one environment. Schemas hold names, types and formats; `required` are fields that every request had which the platform took. */
export const learnedFormSchema = named('LearnedForm', () =>
  z.strictObject({
    environment: environmentIdSchema(),
    operation: z.string(),
    body: jsonSchema().exactOptional(),
    query: jsonSchema().exactOptional(),
    answer: jsonSchema().exactOptional(),
    /** Dotted body fields that the platform missed in a request that it refused. */
    missed: z.array(z.string()),
    /** Requests and answers that it was learned from. */
    sent: z.number(),
    answered: z.number(),
    /** Files that it was taught from, where there are any. */
    files: z.number().exactOptional(),
    /** Parts that the person wrote; what is learned later adds to them and changes nothing in them. */
    edited: z.array(z.enum(learnedParts)),
    updatedAt: instant(),
  }),
)
export type LearnedForm = Of<typeof learnedFormSchema>

export const learnedHeadSchema = named('LearnedHead', () =>
  learnedFormSchema().pick({
    environment: true,
    operation: true,
    sent: true,
    answered: true,
    files: true,
    edited: true,
    updatedAt: true,
  }),
)
export type LearnedHead = Of<typeof learnedHeadSchema>

/** Why a part of a file teaches nothing. */
const skipReasons = ['no_operation', 'specified_body', 'not_json', 'not_taken', 'seen_enough', 'no_fields'] as const
export type SkipReason = (typeof skipReasons)[number]

const skippedSchema = named('Skipped', () =>
  z.strictObject({
    reason: z.enum(skipReasons),
    count: z.number(),
    /** The first of them, as method and path. */
    places: z.array(z.string()),
  }),
)
export type Skipped = Of<typeof skippedSchema>

/** What a file says of one operation: names in all parts, and how many of them are not known yet. */
const taughtOperationSchema = named('TaughtOperation', () =>
  z.strictObject({
    operation: z.string(),
    parts: z.array(z.enum(learnedParts)),
    fields: z.number(),
    added: z.number(),
  }),
)
export type TaughtOperation = Of<typeof taughtOperationSchema>

/** What a file teaches in an environment: names and types alone. */
export const teachPreviewSchema = named('TeachPreview', () =>
  z.strictObject({
    kind: z.enum(['openapi', 'har']),
    version: z.string(),
    operations: z.array(taughtOperationSchema()),
    skipped: z.array(skippedSchema()),
  }),
)
export type TeachPreview = Of<typeof teachPreviewSchema>
