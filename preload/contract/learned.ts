// What the desk learns of the 278 bodies that the specification leaves open: names and types of what was sent and answered, never values.
import { z } from 'zod'
import type { ExportedFile } from './draft.ts'
import type { JsonSchema } from './json.ts'
import { environmentIds } from './models.ts'
import type { EnvironmentId } from './models.ts'

export const learnedParts = ['body', 'query', 'answer'] as const
export type LearnedPart = (typeof learnedParts)[number]

/** What is known of one operation in one environment. Schemas hold names, types and formats; `required` are fields that every request had which the platform took. */
export interface LearnedForm {
  environment: EnvironmentId
  operation: string
  body?: JsonSchema
  query?: JsonSchema
  answer?: JsonSchema
  /** Dotted body fields that the platform missed in a request that it refused. */
  missed: string[]
  /** Requests and answers that it was learned from. */
  sent: number
  answered: number
  /** Files that it was taught from, where there are any. */
  files?: number
  /** Parts that the person wrote; what is learned later adds to them and changes nothing in them. */
  edited: LearnedPart[]
  updatedAt: string
}

export type LearnedHead = Pick<
  LearnedForm,
  'environment' | 'operation' | 'sent' | 'answered' | 'files' | 'edited' | 'updatedAt'
>

/** Why a part of a file teaches nothing. */
export type SkipReason = 'no_operation' | 'specified_body' | 'not_json' | 'not_taken' | 'seen_enough' | 'no_fields'

export interface Skipped {
  reason: SkipReason
  count: number
  /** The first of them, as method and path. */
  places: string[]
}

/** What a file says of one operation: names in all parts, and how many of them are not known yet. */
export interface TaughtOperation {
  operation: string
  parts: LearnedPart[]
  fields: number
  added: number
}

/** What a file teaches in an environment: names and types alone. */
export interface TeachPreview {
  kind: 'openapi' | 'har'
  version: string
  operations: TaughtOperation[]
  skipped: Skipped[]
}

const transfer = z.string().min(1).max(128)
const environment = z.enum(environmentIds)
const operation = z.string().max(256)
const schema = z.record(z.string(), z.unknown())

export const learnedInputs = {
  'learned.list': z.strictObject({ environment }),
  'learned.get': z.strictObject({ environment, operation }),
  /** Throws `invalid_input` for what is no JSON Schema of names and types. */
  'learned.edit': z.strictObject({ environment, operation, part: z.enum(learnedParts), schema }),
  /** One operation, or everything of an environment. */
  'learned.forget': z.strictObject({ environment, operation: operation.optional() }),
  'learned.export': z.strictObject({ environment }),
  /** What an OpenAPI 3 or HAR file would teach. The file is read once and leaves the disk; its names and types are kept for `learned.teach`. */
  'learned.preview': z.strictObject({ transfer, environment }),
  'learned.teach': z.strictObject({ transfer, environment }),
} as const

export interface LearnedOutputs {
  'learned.list': { forms: LearnedHead[] }
  /** Null where nothing was learned yet. */
  'learned.get': LearnedForm | null
  'learned.edit': LearnedForm
  'learned.forget': { forgotten: number }
  'learned.export': ExportedFile
  'learned.preview': TeachPreview
  'learned.teach': TeachPreview
}

export interface LearnedEvents {
  /** Without `operation`, several. */
  'learned.changed': { environment: EnvironmentId; operation?: string }
}
