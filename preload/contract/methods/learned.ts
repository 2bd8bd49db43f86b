import { z } from 'zod'
import { exportedFileSchema } from '../draft.ts'
import { learnedFormSchema, learnedHeadSchema, learnedParts, teachPreviewSchema } from '../learned.ts'
import { recordOf } from '../schema.ts'
import { environmentId, id, operationKey, task, type MethodDeclarations } from './method.ts'

const environment = environmentId

export const learnedMethods = {
  'learned.list': {
    scope: 'read',
    about: '`files` counts the files that taught it.',
    input: z.strictObject({ environment }),
    output: () => z.strictObject({ forms: z.array(learnedHeadSchema()) }),
  },
  'learned.get': {
    scope: 'read',
    about: 'The learned form with its schemas; null where nothing was learned yet.',
    input: z.strictObject({ environment, operation: operationKey }),
    output: () => learnedFormSchema().nullable(),
  },
  'learned.edit': {
    scope: 'desk',
    about: 'Writes a part of the form; `invalid_input` for what is no JSON Schema of names and types.',
    input: z.strictObject({
      environment,
      operation: operationKey,
      part: z.enum(learnedParts),
      schema: recordOf(z.string().max(256), z.unknown(), 1_000),
    }),
    output: learnedFormSchema,
  },
  'learned.forget': {
    scope: 'desk',
    about: 'One operation, or everything of an environment.',
    input: z.strictObject({ environment, operation: operationKey.optional() }),
    output: () => z.strictObject({ forgotten: z.number() }),
  },
  'learned.export': {
    scope: 'read',
    about: 'Schemas by operation, no values.',
    input: z.strictObject({ environment }),
    output: exportedFileSchema,
  },
  'learned.preview': {
    scope: 'desk',
    about:
      'What an OpenAPI 3 (JSON or YAML) or HAR file would teach. The file is read once and leaves the disk; its names and types are kept for `learned.teach`. Refused with `invalid_state` during a show.',
    input: z.strictObject({ transfer: id, environment, task: task.optional() }),
    output: teachPreviewSchema,
  },
  'learned.teach': {
    scope: 'desk',
    about: 'The same, once it is taken. Refused with `invalid_state` during a show.',
    input: z.strictObject({ transfer: id, environment, task: task.optional() }),
    output: teachPreviewSchema,
  },
} satisfies MethodDeclarations
