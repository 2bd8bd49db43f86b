import { z } from 'zod'
import { decisionInputs } from '../command.ts'
import { deedInput } from '../deed-schema.ts'
import {
  intentPageSchema,
  intentSchema,
  intentStateSchema,
  newestSchema,
  queueLaneSchema,
  readAnswerSchema,
  requestPreviewSchema,
} from '../models.ts'
import { productSchema } from '../operation.ts'
import { environmentId, id, nothing, operationRequest, type MethodDeclarations } from './method.ts'

const environment = environmentId

export const ledgerMethods = {
  'platform.read': {
    scope: 'read',
    about:
      '`data` is the body as it came, secrets masked. Refuses what is not of kind read, and a stored secret in path or query (`secret_in_address`).',
    input: operationRequest,
    output: readAnswerSchema,
  },
  'platform.preview': {
    scope: 'read',
    about:
      'What would go, secrets as placeholders; nothing is sent. Refuses what would be refused on sending, a mask too.',
    input: operationRequest,
    output: requestPreviewSchema,
  },

  'ledger.submit': {
    scope: 'desk',
    about:
      'The intent, once it is settled, accepted, queued or unknown. `draft` marks the revision that is sent; see [A press](#a-press) and [A decision](#a-decision). `deed` says in a code with facts what it does; it never refuses a write.',
    input: operationRequest.extend({
      draft: z.strictObject({ id, revision: z.int().min(1) }).optional(),
      /** One press of a button: submitted again, it answers with the first one's intent. */
      press: z.uuid().optional(),
      /** What it does, for people; one that does not fit the operation is replaced. */
      deed: deedInput(),
      ...decisionInputs,
    }),
    output: intentSchema,
  },
  'ledger.newest': {
    scope: 'read',
    about:
      'The newest intent of the record that the request names, for `saw`; null where it names none, or there is none. The body is not checked; `environment` is the chosen one where it is left out.',
    input: operationRequest.extend({ environment: environment.optional() }),
    output: newestSchema,
  },
  'ledger.get': { scope: 'read', about: 'One intent.', input: z.strictObject({ id }), output: intentSchema },
  'ledger.list': {
    scope: 'read',
    about:
      'Newest first; `next` is passed as `before` for the next, older page. A page ends before its `limit` where its intents are long. `query` is looked for in operation, name, answer, error and requestId; `draft` is the id of the draft that was sent.',
    input: z.strictObject({
      state: z.union([intentStateSchema(), z.array(intentStateSchema()).min(1).max(16)]).optional(),
      query: z.string().max(200).optional(),
      environment: environment.optional(),
      product: productSchema().optional(),
      draft: id.optional(),
      limit: z.int().min(1).max(500),
      before: z.string().max(128).optional(),
    }),
    output: intentPageSchema,
  },
  'ledger.retry': {
    scope: 'desk',
    about: 'Sends again (rejected, unknown) or now (queued).',
    input: z.strictObject({ id, ...decisionInputs }),
    output: intentSchema,
  },
  'ledger.cancel': {
    scope: 'desk',
    about: 'Cancels a queued intent.',
    input: z.strictObject({ id }),
    output: intentSchema,
  },
  'ledger.resolve': {
    scope: 'desk',
    about: 'Your word on an unknown or an accepted intent.',
    input: z.strictObject({ id, as: z.enum(['confirmed', 'rejected']) }),
    output: intentSchema,
  },
  'ledger.reconcile': {
    scope: 'desk',
    about: 'The intent after its state was read now.',
    input: z.strictObject({ id }),
    output: intentSchema,
  },
  'ledger.queue': {
    scope: 'read',
    about: 'What waits, record by record, in the order in which it leaves.',
    input: nothing,
    output: () => z.strictObject({ lanes: z.array(queueLaneSchema()) }),
  },
  'ledger.hold': {
    scope: 'desk',
    about: 'A held intent stays, and what is behind it on the same record waits.',
    input: z.strictObject({ id, held: z.boolean() }),
    output: intentSchema,
  },
  'ledger.move': {
    scope: 'desk',
    about: 'One place earlier or later among the queued intents of its record.',
    input: z.strictObject({ id, by: z.union([z.literal(-1), z.literal(1)]) }),
    output: intentSchema,
  },
  'ledger.edit': {
    scope: 'desk',
    about:
      'Another content for a queued intent, kept as a new revision of its draft, which is made where there was none.',
    input: z.strictObject({
      id,
      path: operationRequest.shape.path,
      query: operationRequest.shape.query,
      body: z.unknown().optional(),
    }),
    output: intentSchema,
  },
} satisfies MethodDeclarations
