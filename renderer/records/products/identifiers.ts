// Where a request carries a record's identifier. The catalog says it for writes; reads of the same records follow them.
import type { OperationInfo } from '#contract/operation.ts'
import type { RequestParts } from '../resources/types.ts'
import { plain } from '#answers/roles.ts'
import { goesBy, leafOf, nounOf } from '../resources/nouns.ts'
import type { Section } from './sections.ts'

interface Place {
  part: 'path' | 'query' | 'body'
  name: string
}

/** The name of a record's identifier; undefined where no operation is about a record. */
export function idNameOf(section: Section): string | undefined {
  const { resource, operations } = section
  const named = operations.flatMap((operation) => ownPlace(operation, resource)?.name ?? [])
  const suggested = operations.flatMap((operation) =>
    isRead(operation) ? Object.keys(operation.suggested?.properties ?? {}) : [],
  )
  const made = operations.some(({ kind }) => kind === 'create') && operations.some(isRead)
  return named[0] ?? suggested.find((name) => names(name, resource)) ?? (made ? `${leafOf(resource)}Id` : undefined)
}

/** Where an operation carries the identifier of a record of its section. */
export function placeOf(operation: OperationInfo, resource: string, idName: string | undefined): Place | undefined {
  if (idName === undefined) return undefined
  const own = ownPlace(operation, resource, idName)
  // Operations with a session are about the account that is signed in.
  if (own !== undefined || operation.record !== undefined || !isRead(operation) || operation.auth !== 'apiKey')
    return own
  return { part: operation.method === 'GET' ? 'query' : 'body', name: idName }
}

export function naming({ part, name }: Place, id: string | undefined): RequestParts {
  return id === undefined ? {} : { [part]: { [name]: id } }
}

/** Undefined where no place names a record of this resource: a refund names a charge. */
function ownPlace(operation: OperationInfo, resource: string, idName?: string): Place | undefined {
  const places = placesOf(operation)
  return places.some(({ part, name }) => part === 'path' || name === idName || names(name, resource))
    ? places[0]
    : undefined
}

function placesOf({ pathParams, record = [] }: OperationInfo): Place[] {
  if (pathParams.length > 0) return pathParams.map((name) => ({ part: 'path', name }))
  return record.flatMap((place): Place[] => {
    const [part, name, ...deeper] = place.split('.')
    return name === undefined || deeper.length > 0 || (part !== 'query' && part !== 'body') ? [] : [{ part, name }]
  })
}

const isPlainId = (name: string): boolean => plain(name) === 'id'
const isRead = ({ kind }: OperationInfo): boolean => kind === 'read'

/** Whether a name is that of a record of this resource: `id`, of a charge also `chargeId`. */
export function names(name: string, resource: string): boolean {
  const noun = nounOf(name)
  return noun !== undefined && (isPlainId(name) || (noun !== '' && goesBy(resource, noun)))
}
