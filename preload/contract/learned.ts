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
  /** Parts that the person wrote; what is learned later adds to them and changes nothing in them. */
  edited: LearnedPart[]
  updatedAt: string
}

export type LearnedHead = Pick<LearnedForm, 'environment' | 'operation' | 'sent' | 'answered' | 'edited' | 'updatedAt'>

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
} as const

export interface LearnedOutputs {
  'learned.list': { forms: LearnedHead[] }
  /** Null where nothing was learned yet. */
  'learned.get': LearnedForm | null
  'learned.edit': LearnedForm
  'learned.forget': { forgotten: number }
  'learned.export': ExportedFile
}

export interface LearnedEvents {
  /** Without `operation`, several. */
  'learned.changed': { environment: EnvironmentId; operation?: string }
}
