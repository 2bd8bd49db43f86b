// Finds the strings of a body that may not stand in a file. Every write passes here, so a body without secrets costs one walk.
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { SecretReference } from '#contract/operation.ts'
import { isSecretName } from './secret-names.ts'

/** A reference as the vault makes them: owner, its id, field, random part. */
export const referenceShape = /^[a-z]+\/[\w-]{1,128}\/[\w.-]{1,64}\/[\w-]{16}$/

export interface BodySearch {
  /** Dotted places of secrets in the body. */
  secretFields: readonly string[]
  /** Whether a text holds a known secret. */
  holds: (text: string) => boolean
  /** The same for the name of a field. */
  holdsInName: (name: string) => boolean
}

const deepest = 1_000
const steps = new Map<string, readonly string[]>()

function invalid(message: string): DeskError {
  return new DeskError('invalid_input', message, { fields: [{ path: 'body', message }] })
}

function at(body: Json, field: string): Json | undefined {
  let path = steps.get(field)
  if (path === undefined) steps.set(field, (path = field.split('.')))
  let value: Json | undefined = body
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined
    value = (value as Record<string, Json>)[key]
  }
  return value
}

const isReference = (value: { [key: string]: Json }) => '$secret' in value && Object.keys(value).length === 1

/** A name is written as it is and can't be a reference; a reference that the desk did not make may be anything. */
function refuse(key: string, value: Json, search: BodySearch): void {
  if (key !== '$secret' && search.holdsInName(key)) throw invalid('The name of a field holds a secret. Put secrets into values.')
  if (key === '$secret' && (typeof value !== 'string' || !referenceShape.test(value))) throw invalid('This reference to a secret is not one of the desk\'s.')
}

function anyWithin(value: Json, named: boolean, search: BodySearch, depth: number): boolean {
  if (typeof value === 'string') return value !== '' && (named || search.holds(value))
  if (typeof value !== 'object' || value === null) return false
  if (depth > deepest) throw invalid('The body is nested too deeply.')
  if (Array.isArray(value)) {
    let found = false
    for (const item of value) if (anyWithin(item, named, search, depth + 1)) found = true
    return found
  }
  if (isReference(value)) {
    refuse('$secret', value.$secret ?? null, search)
    return false
  }
  let found = false
  for (const key in value) {
    const item = value[key] ?? null
    refuse(key, item, search)
    if (anyWithin(item, isSecretName(key) && (typeof item === 'string' || Array.isArray(item)), search, depth + 1)) found = true
  }
  return found
}

/** Whether anything has to leave the body. Throws DeskError `invalid_input` for what can't be made safe. */
export function holdsSecrets(body: Json, search: BodySearch): boolean {
  const within = anyWithin(body, false, search, 0)
  return within || search.secretFields.some((field) => typeof at(body, field) === 'string' && at(body, field) !== '')
}

/** A copy in which `move` has put a reference in the place of every secret, one after the other. */
export async function replaceSecrets(
  value: Json,
  search: BodySearch,
  move: (path: string, value: string) => Promise<SecretReference>,
  path = '',
  named = false,
): Promise<Json> {
  if (typeof value === 'string') {
    const secret = value !== '' && (named || search.secretFields.includes(path) || search.holds(value))
    return secret ? { ...(await move(path, value)) } : value
  }
  if (typeof value !== 'object' || value === null) return value
  const below = (key: string | number) => (path === '' ? String(key) : `${path}.${key}`)
  if (Array.isArray(value)) {
    const copy: Json[] = []
    for (const [index, item] of value.entries()) copy.push(await replaceSecrets(item, search, move, below(index), named))
    return copy
  }
  if (isReference(value)) return value
  const entries: Array<[string, Json]> = []
  for (const [key, item] of Object.entries(value)) {
    const secret = isSecretName(key) && (typeof item === 'string' || Array.isArray(item))
    entries.push([key, await replaceSecrets(item, search, move, below(key), secret)])
  }
  return Object.fromEntries(entries)
}
