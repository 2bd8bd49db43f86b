import { z } from 'zod'
import { productSchema } from '../operation.ts'
import {
  exchangeSchema,
  historyEntrySchema,
  historyOutcomes,
  historyPageSchema,
  historyRecordSchema,
  historySettingsSchema,
  productLimitSchema,
  seenRecordSchema,
  usedOperationSchema,
} from '../requests.ts'
import {
  empty,
  environmentId,
  id,
  instantInput,
  nothing,
  operationKey,
  operationRequest,
  type MethodDeclarations,
} from './method.ts'

const environment = environmentId
const operation = operationKey
const resource = z.string().min(1).max(128)
const forgotten = () => z.strictObject({ forgotten: z.number() })
const favourites = () => z.strictObject({ operations: z.array(z.string()) })

export const requestMethods = {
  'requests.read': {
    scope: 'read',
    about:
      'A read with all that was seen of it; see [An exchange](#an-exchange). `press` (a UUID) names it for `requests.cancel`. Throws only for what never reached the wire.',
    input: operationRequest.extend({ press: z.uuid().optional() }),
    output: exchangeSchema,
  },
  'requests.cancel': {
    scope: 'read',
    about: 'The read that is on its way under this press ends as `failed` with `cancelled`.',
    input: z.strictObject({ press: z.uuid() }),
    output: empty,
  },
  'requests.ofIntent': {
    scope: 'read',
    about: 'The exchange of a write that was sent since the desk started; null where nothing is known any more.',
    input: z.strictObject({ id }),
    output: () => exchangeSchema().nullable(),
  },

  'answers.part': {
    scope: 'read',
    about:
      "A piece of an answer's body, 1 MiB at most, base64 where it is binary; `done` with the last one. `not_found_here` once it is no longer kept.",
    input: z.strictObject({ id, from: z.int().min(0), length: z.int().min(1).max(1_048_576) }),
    output: () => z.strictObject({ text: z.string(), done: z.boolean() }),
  },

  'history.list': {
    scope: 'read',
    about: 'Reads and writes, newest first. `query` is looked for in operation, name, error and requestId.',
    input: z.strictObject({
      query: z.string().max(200).optional(),
      kind: z.enum(['read', 'write']).optional(),
      product: productSchema().optional(),
      operation: operation.optional(),
      outcome: z.enum(historyOutcomes).optional(),
      environment: environment.optional(),
      from: instantInput.optional(),
      to: instantInput.optional(),
      pinned: z.boolean().optional(),
      limit: z.int().min(1).max(500),
      before: z.string().max(128).optional(),
    }),
    output: historyPageSchema,
  },
  'history.get': {
    scope: 'read',
    about:
      "The entry with its request, the intent of a write, and its answer's `body` where it was kept, with the `wire` of a read as it came.",
    input: z.strictObject({ id }),
    output: historyRecordSchema,
  },
  'history.mark': {
    scope: 'desk',
    about: 'Pins an entry, or takes its pin away.',
    input: z.strictObject({ id, pinned: z.boolean() }),
    output: historyEntrySchema,
  },
  'history.forget': {
    scope: 'desk',
    about:
      'Forgets a read, all unpinned reads of an environment, or what was kept of every environment: all unpinned reads, or their answers alone. Writes stay.',
    input: z.union([
      z.strictObject({ id }),
      z.strictObject({ environment, reads: z.literal('all') }),
      z.strictObject({ kept: z.enum(['reads', 'answers']) }),
    ]),
    output: forgotten,
  },
  'history.kept': {
    scope: 'read',
    about: 'How many unpinned reads of all environments are kept, and how many of them with their answer.',
    input: nothing,
    output: () => z.strictObject({ reads: z.number(), answers: z.number() }),
  },
  'history.settings': {
    scope: 'read',
    about: 'What is kept, and for how long.',
    input: nothing,
    output: historySettingsSchema,
  },
  'history.configure': {
    scope: 'desk',
    about: 'What is left out stays.',
    input: z.strictObject({
      reads: z.enum(['off', 'requests', 'answers']).optional(),
      readDays: z.int().min(1).max(3_650).optional(),
    }),
    output: historySettingsSchema,
  },
  'history.recent': {
    scope: 'read',
    about: 'Operations, last used first.',
    input: z.strictObject({ environment, limit: z.int().min(1).max(100) }),
    output: () => z.strictObject({ operations: z.array(usedOperationSchema()) }),
  },

  'favourites.list': { scope: 'read', about: 'Favourite operations.', input: nothing, output: favourites },
  'favourites.set': {
    scope: 'desk',
    about: 'Adds or removes one.',
    input: z.strictObject({ operation, on: z.boolean() }),
    output: favourites,
  },

  'seen.note': {
    scope: 'desk',
    about: 'What a screen has shown, newest last, 200 records at most.',
    input: z.strictObject({
      environment,
      resource,
      records: z
        .array(z.strictObject({ id: z.string().min(1).max(512), title: z.string().max(512).optional() }))
        .max(200),
    }),
    output: empty,
  },
  'seen.list': {
    scope: 'read',
    about: 'Records that screens have shown, newest first.',
    input: z.strictObject({
      environment,
      resource: resource.optional(),
      query: z.string().max(200).optional(),
      limit: z.int().min(1).max(200),
    }),
    output: () => z.strictObject({ records: z.array(seenRecordSchema()) }),
  },
  'seen.forget': {
    scope: 'desk',
    about: 'Forgets one record, or all of a resource.',
    input: z.strictObject({ environment, resource, id: z.string().min(1).max(512).optional() }),
    output: forgotten,
  },

  'limits.list': {
    scope: 'read',
    about: "How each product's limit stands.",
    input: nothing,
    output: () => z.strictObject({ environment: environmentId, products: z.array(productLimitSchema()) }),
  },
} satisfies MethodDeclarations
