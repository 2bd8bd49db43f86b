// What an operation takes by its kind and name: the record, a search, a page. A GET and a DELETE carry it in the query,
// any other in the body.
import type { JsonSchema } from '#contract/json.ts'
import type { Operation } from '../entry.ts'

const text: JsonSchema = { type: 'string' }
const paging = { limit: { type: 'integer' }, offset: { type: 'integer' } } satisfies Record<string, JsonSchema>
const searchedBy: Readonly<Record<string, string>> = {
  customer: 'customerId',
  charge: 'chargeId',
  plan: 'planId',
  status: 'status',
}
const ofOne = /^(?:get(?!all$)\w*|checkStatus|download|format)$/i

/**
 * Fields for an operation without a body schema; undefined where kind and name say nothing. `hasRecords`: something
 * writes to its resource.
 */
export function derivedFields(operation: Operation, hasRecords: boolean): JsonSchema | undefined {
  const { kind, paging: pages, record: [place] = [] } = operation
  const properties = {
    ...(kind === 'read' ? asked(operation, hasRecords) : named(place)),
    ...(pages === 'limit-offset' && paging),
  }
  return Object.keys(properties).length === 0 ? undefined : { type: 'object', properties }
}

/** The field at a place such as `body.id`; path parameters are asked for anyhow. */
function named(place: string | undefined): Record<string, JsonSchema> {
  const [part, ...names] = place?.split('.') ?? []
  if (part !== 'body' && part !== 'query') return {}
  return names.reduceRight<Record<string, JsonSchema>>(
    (inside, name) => ({ [name]: Object.keys(inside).length === 0 ? text : { type: 'object', properties: inside } }),
    {},
  )
}

function asked({ path, name, pathParams }: Operation, hasRecords: boolean): Record<string, JsonSchema> {
  const verb = path.slice(path.lastIndexOf('/') + 1)
  const by = /^searchBy(\w+)$/i.exec(verb)?.[1]?.toLowerCase() ?? ''
  if (Object.hasOwn(searchedBy, by)) return { [searchedBy[by] ?? by]: text }
  if (!hasRecords || pathParams.length > 0 || !ofOne.test(verb)) return {}
  return { [/\bby name$/i.test(name) ? 'name' : 'id']: text }
}
