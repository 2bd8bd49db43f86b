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

export type OperationKey = keyof typeof catalog

// The parts rather than their merge, in which a key that is there twice would already be lost.
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

/** Letter case counts. */
export function findOperation(key: string): Operation | undefined {
  return operations.get(key)
}

const written = new Set([...operations.values()].filter(({ kind }) => kind !== 'read').map(({ resource }) => resource))

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

/** Every operation as screens and scripts see it; made at the first call. */
export function describeOperations(): OperationInfo[] {
  described ??= [...operations.values()].map(describe)
  return described
}
