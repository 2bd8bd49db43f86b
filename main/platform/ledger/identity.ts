// Which record a request is about, and whether two requests ask for the same.
import { isIdName, nounOf } from '#answers/names.ts'
import { isObject, type Json } from '#contract/json.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import { isSecretReference } from '#contract/operation.ts'
import type { Operation } from '../catalog/entry.ts'
import { moneyRecordsOf } from '../catalog/payments/money-records.ts'

export type IntentRequest = Intent['request']

/** One value that names a record; `path` is its dotted place below body, path or query. */
export interface Identity {
  path: string
  value: string
  /** Another name of the record's own id, by the catalog. */
  own?: true
}

/** The value at a dotted place such as `details.streamId`. */
export function valueAt(root: Json | undefined, place: string): Json | undefined {
  let value = root
  for (const step of place.split('.')) {
    if (Array.isArray(value)) value = value[Number(step)]
    else if (isObject(value) && Object.hasOwn(value, step)) value = value[step]
    else return undefined
  }
  return value
}

/** The value at a place of a request: `body.…`, `path.…` or `query.…`. */
export function requestValue(request: IntentRequest, place: string): Json | undefined {
  const dot = place.indexOf('.')
  const part = place.slice(0, dot)
  const root =
    part === 'body' ? request.body : part === 'path' ? request.path : part === 'query' ? request.query : undefined
  return valueAt(root, place.slice(dot + 1))
}

/** The values that name the record; none for most creates. */
export function identityOf(operation: Operation, request: IntentRequest): Identity[] {
  if (operation.record !== undefined) {
    const { record } = operation
    const own = record.some((place) => /^\w+\.id$/.test(place)) ? ({ own: true } as const) : {}
    return record.flatMap((place) =>
      named(place.slice(place.indexOf('.') + 1), requestValue(request, place)).map((identity) => ({
        ...identity,
        ...own,
      })),
    )
  }
  const noun = nounOf(operation.resource)
  const inBody = isObject(request.body) ? Object.entries(request.body).filter(([name]) => isIdName(name, noun)) : []
  const inPath = Object.entries(request.path ?? {})
  return [...inBody, ...inPath].flatMap(([name, value]) => named(name, value))
}

function named(path: string, value: Json | undefined): Identity[] {
  if (typeof value === 'string' && value.trim() !== '') return [{ path, value: value.trim() }]
  return typeof value === 'number' ? [{ path, value: String(value) }] : []
}

/** The record of a request; for money the charge, or what else the catalog's table says. */
export function recordOf(operation: Operation, request: IntentRequest): { resource: string; values: string[] } {
  for (const { resource, places } of moneyRecordsOf(operation.key) ?? []) {
    const values = places.flatMap((place) => named(place, requestValue(request, place))).map(({ value }) => value)
    if (values.length > 0) return { resource, values: [...new Set(values)] }
  }
  const identity = moneyRecordsOf(operation.key) === undefined ? identityOf(operation, request) : []
  return { resource: operation.resource, values: [...new Set(identity.map(({ value }) => value))] }
}

/** Writes of one lane, which is a record in an environment, keep their order. */
export function laneOf(operation: Operation, environment: EnvironmentId, request: IntentRequest): string {
  const { resource, values } = recordOf(operation, request)
  return JSON.stringify([environment, resource, ...values])
}

/** Longer than any identifier. */
const longestName = 200

/** Names of a request's record. Two requests that share a name are about the same record. */
export function recordsOf(operation: Operation, environment: EnvironmentId, request: IntentRequest): string[] {
  const { resource, values } = recordOf(operation, request)
  // The platform spells some resources in two ways, such as subscriptionPlan.
  return values.map((value) => `${environment} ${resource.toLowerCase()} ${value.slice(0, longestName)}`)
}

export const isFreeCreate = (operation: Operation, records: readonly string[]): boolean =>
  operation.kind === 'create' && records.length === 0

/** Equal for requests that ask for the same; all secrets count as equal. */
export function canonical(operation: string, environment: EnvironmentId, request: IntentRequest): string {
  return JSON.stringify([
    operation,
    environment,
    sorted(request.path ?? {}),
    sorted(request.query ?? {}),
    sorted(request.body ?? null),
  ])
}

/** Sorts the names of objects and replaces secrets by one mark. */
export function sorted(value: Json): Json {
  if (Array.isArray(value)) return value.map(sorted)
  if (isSecretReference(value)) return '$secret'
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}

export function holdsReference(value: Json | undefined): boolean {
  if (Array.isArray(value)) return value.some(holdsReference)
  return isSecretReference(value) || (isObject(value) && Object.values(value).some(holdsReference))
}
