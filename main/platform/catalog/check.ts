// The catalog decides what is retried, queued, confirmed and armed, so a contradiction in it is a fault that must not start.
import { z } from 'zod'
import type { Method } from '#contract/operation.ts'
import type { CatalogEntry, ConfirmWith, Operation } from './entry.ts'

type Entries = Readonly<Record<string, CatalogEntry>>
type Fields = ReadonlyMap<string, boolean>

const keyPattern = /^(GET|POST|PUT|DELETE) (\/api\/\S+)$/
const paramPattern = /^\{([a-z][A-Za-z0-9]*)\}$/
const fieldPattern = /^[^.\s]+(?:\.[^.\s]+)*$/
const placePattern = /^(body|path|query)\.([^.]+(?:\.[^.]+)*)$/

/** Names of the path parameters in order; undefined where a brace is not around a segment's name. */
function paramsOf(path: string): string[] | undefined {
  if (!/[{}]/.test(path)) return []
  const params: string[] = []
  for (const segment of path.split('/')) {
    if (!/[{}]/.test(segment)) continue
    const name = paramPattern.exec(segment)?.[1]
    if (name === undefined || params.includes(name)) return undefined
    params.push(name)
  }
  return params
}

function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? unwrap(schema.unwrap()) : schema
}

/** Dotted places of a body's fields, and whether each is marked as a secret. */
function fieldsOf(body: z.core.$ZodType, parent = ''): Array<[place: string, secret: boolean]> {
  const inner = unwrap(body)
  if (!(inner instanceof z.ZodObject)) return []
  return Object.entries(inner.shape as Record<string, z.ZodType>).flatMap(([name, field]) => {
    const place = `${parent}${name}`
    return [[place, field.meta()?.['secret'] === true], ...fieldsOf(field, `${place}.`)]
  })
}

function contradictions({
  kind,
  risk,
  method,
  path,
  resource,
  queueable,
  body,
  suggested,
  answers,
  paging,
  confirmWith,
  compare,
  record = [],
}: Operation): string[] {
  const found: string[] = []
  if ((kind === 'read') !== (risk === 'read'))
    found.push(`is of kind ${kind} and risk ${risk}: a read has both, a write neither`)
  if (method === 'GET' && kind !== 'read') found.push(`is a GET of kind ${kind}`)
  if (method === 'DELETE' && kind !== 'delete') found.push(`is a DELETE of kind ${kind}`)
  if (queueable && risk !== 'edit') found.push(`is queueable with risk ${risk}: only edit may arrive late`)
  if (!path.startsWith(`/api/${resource}/`))
    found.push(`has the resource ${resource}, which is not the folder of its path`)
  if (body !== undefined && suggested !== undefined) found.push('has a specified body and suggests another')
  if (answers === 'session' && queueable) found.push('is queueable and answers a session: nobody waits for a sign-in')
  if (paging !== undefined && kind !== 'read') found.push('is a write with paging')
  if (compare !== undefined && kind !== 'update')
    found.push(`is compared before it goes although it is of kind ${kind}: only an update has a copy to compare with`)
  if (confirmWith === undefined) return found
  if (kind === 'read') found.push('is a read that is to be confirmed')
  const named = confirmWith.match === 'updated' || confirmWith.match === 'gone'
  if (named && record.length === 0) found.push(`is confirmed as ${confirmWith.match} and names no record`)
  return found
}

function wrongPlaces(operation: Operation, fields: Fields | undefined): string[] {
  const { method, pathParams, confirmWith, compare, record = [] } = operation
  const found: string[] = []
  const knows = (field: string) => fields === undefined || fields.has(field)
  for (const place of [...record, ...placesIn(confirmWith?.send), ...placesIn(compare?.send)]) {
    const [, part, name = ''] = placePattern.exec(place) ?? []
    if (part === undefined) found.push(`points at ${place}, which is no place in a request`)
    else if (part === 'path' && !pathParams.includes(name))
      found.push(`points at ${place}, but its path has no {${name}}`)
    else if (part === 'body' && (method === 'GET' || !knows(name)))
      found.push(`points at ${place}, which its body does not have`)
  }
  for (const field of confirmWith?.fields ?? []) {
    if (!knows(field)) found.push(`is confirmed by the field ${field}, which its body does not have`)
  }
  if (compare === undefined) return found
  if (placesIn(compare.send).length === 0) found.push('is compared with a read that names no record')
  if (compare.fields.length === 0) found.push('is compared by no field')
  if (new Set(compare.fields).size !== compare.fields.length) found.push('is compared by one field twice')
  for (const field of compare.fields) {
    if (!fieldPattern.test(field)) found.push(`is compared by ${field}, which is no dotted field`)
    else if (!knows(field)) found.push(`is compared by the field ${field}, which its body does not have`)
  }
  return found
}

const placesIn = ({ path = {}, query = {}, body = {} }: NonNullable<ConfirmWith['send']> = {}): string[] =>
  [path, query, body].flatMap((part) => Object.values(part))

function wrongSecrets(
  { kind, secretFields = [], sparesSecrets = [] }: Operation,
  fields: Fields | undefined,
): string[] {
  const found: string[] = []
  if (kind === 'read' && secretFields.length > 0) found.push('is a read with secret fields')
  if (new Set(secretFields).size !== secretFields.length) found.push('names a secret field twice')
  if (fields === undefined) return found
  for (const field of secretFields) {
    if (fields.get(field) !== true) found.push(`has the secret field ${field}, which its body does not mark as secret`)
  }
  for (const flag of sparesSecrets) {
    if (!fields.has(flag)) found.push(`stops by the flag ${flag}, which its body does not have`)
  }
  for (const [field, secret] of fields) {
    if (secret && !secretFields.includes(field)) found.push(`does not list ${field}, which its body marks as secret`)
  }
  return found
}

function wrongReads({ confirmWith, compare }: Operation, operations: ReadonlyMap<string, Operation>): string[] {
  return [...wrongRead('confirmed', confirmWith, operations), ...wrongRead('compared', compare, operations)]
}

function wrongRead(
  verb: string,
  by: Pick<ConfirmWith, 'read' | 'send'> | undefined,
  operations: ReadonlyMap<string, Operation>,
): string[] {
  if (by === undefined) return []
  const read = operations.get(by.read)
  if (read === undefined) return [`is ${verb} with ${by.read}, which does not exist`]
  if (read.kind !== 'read') return [`is ${verb} with ${by.read}, which is not a read`]
  return read.pathParams
    .filter((name) => by.send?.path?.[name] === undefined)
    .map((name) => `is ${verb} with ${by.read} without its {${name}}`)
}

/** Merges the products' entries. Throws an Error that lists every contradiction with its route key. */
export function checkCatalog(parts: readonly Entries[]): Map<string, Operation> {
  const problems: string[] = []
  const operations = new Map<string, Operation>()
  for (const [key, entry] of parts.flatMap((part) => Object.entries(part))) {
    const [, method, path] = keyPattern.exec(key) ?? []
    const pathParams = path === undefined ? undefined : paramsOf(path)
    if (operations.has(key)) problems.push(`${key} is there twice`)
    else if (method === undefined || path === undefined) problems.push(`${key} is not a method and a path below /api/`)
    else if (pathParams === undefined)
      problems.push(`${key} has a path parameter that is not a whole segment's name, or is there twice`)
    else operations.set(key, { ...entry, key, method: method as Method, path, pathParams })
  }
  for (const [key, operation] of operations) {
    const fields = operation.body && new Map(fieldsOf(operation.body))
    const shown = operation.body ?? operation.suggested
    const found = [
      ...contradictions(operation),
      ...wrongPlaces(operation, fields),
      ...wrongSecrets(operation, shown && new Map(fieldsOf(shown))),
      ...wrongReads(operation, operations),
    ]
    problems.push(...found.map((problem) => `${key} ${problem}`))
  }
  if (problems.length > 0) throw new Error(`The catalog contradicts itself:\n${problems.join('\n')}`)
  return operations
}
