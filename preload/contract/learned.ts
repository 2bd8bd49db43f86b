// What the desk learns of the bodies that the specification leaves open: names and types, never values.
import { z } from 'zod'
import { environmentIdSchema } from './models.ts'
import { instant, jsonSchema, named, type Of } from './schema.ts'

/** The largest file that is learned from, in bytes. YAML takes ten times as long to read. */
export const mostTeachBytes = { json: 32 * 1024 * 1024, yaml: 4 * 1024 * 1024 } as const

export const learnedParts = ['body', 'query', 'answer'] as const
export type LearnedPart = (typeof learnedParts)[number]

/** `required`: fields of every request that the platform accepted. */
export const learnedFormSchema = named('LearnedForm', () =>
  z.strictObject({
    environment: environmentIdSchema(),
    operation: z.string(),
    body: jsonSchema().exactOptional(),
    query: jsonSchema().exactOptional(),
    answer: jsonSchema().exactOptional(),
    /** Dotted fields that a refusal named as missing. */
    missed: z.array(z.string()),
    /** How many requests and answers it was learned from. */
    sent: z.number(),
    answered: z.number(),
    /** Files it was taught from. */
    files: z.number().exactOptional(),
    /** Parts that a person wrote; learning adds to them only. */
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
    /** The first, as method and path. */
    places: z.array(z.string()),
  }),
)
export type Skipped = Of<typeof skippedSchema>

/** How many names a file has for one operation, and how many are new. */
const taughtOperationSchema = named('TaughtOperation', () =>
  z.strictObject({
    operation: z.string(),
    parts: z.array(z.enum(learnedParts)),
    fields: z.number(),
    added: z.number(),
  }),
)
export type TaughtOperation = Of<typeof taughtOperationSchema>

export const teachPreviewSchema = named('TeachPreview', () =>
  z.strictObject({
    kind: z.enum(['openapi', 'har']),
    version: z.string(),
    operations: z.array(taughtOperationSchema()),
    skipped: z.array(skippedSchema()),
  }),
)
export type TeachPreview = Of<typeof teachPreviewSchema>
