// The catalog as one: every operation under their route keys, checked once when it is loaded.
import { z } from 'zod'
import type { JsonSchema } from '#contract/json.ts'
import type { OperationInfo } from '#contract/operation.ts'
import { accounts } from './accounts.ts'
import { ads } from './ads.ts'
import { checkCatalog } from './check.ts'
import { embeds } from './embeds.ts'
import type { Operation } from './entry.ts'
import { events } from './events.ts'
import { livestream } from './livestream.ts'
import { loyalty } from './loyalty.ts'
import { marketing } from './marketing.ts'
import { pages } from './pages.ts'
import { payments } from './payments/index.ts'
import { polls } from './polls.ts'
import { spaces } from './spaces.ts'
import { sponsors } from './sponsors.ts'
import { derivedFields } from './suggested/derived.ts'
import { teams } from './teams.ts'
import { vendors } from './vendors.ts'

export * from './bodies/index.ts'

/** Every entry under its route key. */
export const catalog = {
  ...accounts,
  ...ads,
  ...embeds,
  ...events,
  ...livestream,
  ...loyalty,
  ...marketing,
  ...pages,
  ...payments,
  ...polls,
  ...spaces,
  ...sponsors,
  ...teams,
  ...vendors,
}

/** A route key that exists: `'PUT /api/video/event/update'`. */
export type OperationKey = keyof typeof catalog

// The parts rather than their merge, in which a key that is there twice would already be lost.
/** Every operation by route key, in the catalog's order. */
export const operations: ReadonlyMap<string, Operation> = checkCatalog([
  accounts,
  ads,
  embeds,
  events,
  livestream,
  loyalty,
  marketing,
  pages,
  payments,
  polls,
  spaces,
  sponsors,
  teams,
  vendors,
])

/** The operation of a route key, or nothing where the platform has no such route. Letter case counts. */
export function findOperation(key: string): Operation | undefined {
  return operations.get(key)
}

const written = new Set([...operations.values()].filter(({ kind }) => kind !== 'read').map(({ resource }) => resource))

/** What a body usually has: as the row says it, else by the operation's kind and name. */
function suggestedFor(operation: Operation): JsonSchema | undefined {
  const { body, suggested, resource } = operation
  if (suggested !== undefined) return z.toJSONSchema(suggested, { io: 'input' }) as JsonSchema
  return body === undefined ? derivedFields(operation, written.has(resource)) : undefined
}

function describe(operation: Operation): OperationInfo {
  const { key, method, path, product, resource, name, kind, risk, queueable, auth, pathParams } = operation
  const { body, record, secretFields, paging, confirmWith } = operation
  const suggested = suggestedFor(operation)
  return {
    key,
    method,
    path,
    product,
    resource,
    name,
    kind,
    risk,
    queueable,
    auth,
    pathParams: [...pathParams],
    ...(record && { record: [...record] }),
    ...(body && { body: z.toJSONSchema(body, { io: 'input' }) as JsonSchema }),
    ...(suggested && { suggested }),
    ...(secretFields && { secretFields: [...secretFields] }),
    ...(paging && { paging }),
    ...(confirmWith && { confirmWith: confirmWith.read }),
  }
}

let described: OperationInfo[] | undefined

/** Every operation as screens and scripts see it, bodies as JSON Schema; made at the first call and kept. */
export function describeOperations(): OperationInfo[] {
  described ??= [...operations.values()].map(describe)
  return described
}
