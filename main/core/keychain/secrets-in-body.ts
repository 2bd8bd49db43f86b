// Finds the strings of a body that may not be in a file.
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { SecretReference } from '#contract/operation.ts'
import type { ErrorReason, FieldReason } from '#contract/reasons.ts'
import { mostLevels, tooDeep } from '../json/depth.ts'
import { isSecretName } from './secret-names.ts'

/** Owner, its id, field, random part. */
export const referenceShape = /^[a-z]+\/[\w-]{1,128}\/[\w.-]{1,64}\/[\w-]{16}$/

/** Ends the field of a reference to a number. */
export const numberMark = '--number'
const ofNumber = /--number\/[\w-]{16}$/

export const asItWas = (reference: string, text: string): string | number =>
  ofNumber.test(reference) && text !== '' && Number.isFinite(Number(text)) ? Number(text) : text

export interface BodySearch {
  secretFields: readonly string[]
  /** Dotted places of a record's identifiers, whose names say nothing. */
  identifiers: readonly string[]
  isSecret: (text: string, field: string) => boolean
  holdsInName: (name: string) => boolean
}

function invalid(message: string, reason: ErrorReason & FieldReason): DeskError {
  return new DeskError('invalid_input', message, {
    facts: { reason },
    fields: [{ path: 'body', message, reason }],
  })
}

const isReference = (value: { [key: string]: Json }) => '$secret' in value && Object.keys(value).length === 1

/** A name can't become a reference; a foreign reference may be anything. */
function refuse(key: string, value: Json, search: BodySearch): void {
  if (key !== '$secret' && search.holdsInName(key))
    throw invalid('The name of a field holds a secret.', 'secret_in_name')
  if (key === '$secret' && (typeof value !== 'string' || !referenceShape.test(value)))
    throw invalid("This reference to a secret is not one of the desk's.", 'foreign_reference')
}

/** Secret by its name: a text, a number, or a list of them. */
const isNamed = (key: string, item: Json, parent: string, place: string, search: BodySearch): boolean =>
  (typeof item === 'string' || typeof item === 'number' || Array.isArray(item)) &&
  isSecretName(key, parent) &&
  !search.identifiers.includes(place)

function leaves(value: string | number, named: boolean, name: string, place: string, search: BodySearch): boolean {
  if (value === '') return false
  return named || search.secretFields.includes(place) || search.isSecret(String(value), name)
}

function anyWithin(
  value: Json,
  named: boolean,
  search: BodySearch,
  depth: number,
  name: string,
  place: string,
): boolean {
  if (typeof value === 'string' || typeof value === 'number') return leaves(value, named, name, place, search)
  if (typeof value !== 'object' || value === null) return false
  if (depth > mostLevels) throw tooDeep('body')
  let found = false
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries())
      if (anyWithin(item, named, search, depth + 1, name, below(place, index))) found = true
    return found
  }
  if (isReference(value)) {
    refuse('$secret', value.$secret ?? null, search)
    return false
  }
  for (const key in value) {
    const item = value[key] ?? null
    refuse(key, item, search)
    const inside = below(place, key)
    if (anyWithin(item, isNamed(key, item, name, inside, search), search, depth + 1, key, inside)) found = true
  }
  return found
}

const below = (place: string, key: string | number) => (place === '' ? String(key) : `${place}.${key}`)

/** Throws DeskError `invalid_input` for what can't be made safe. */
export const holdsSecrets = (body: Json, search: BodySearch): boolean => anyWithin(body, false, search, 0, '', '')

/** `move` puts a reference in the place of each secret, one after the other. */
export async function replaceSecrets(
  value: Json,
  search: BodySearch,
  move: (path: string, value: string | number) => Promise<SecretReference>,
  place = '',
  named = false,
  name = '',
): Promise<Json> {
  if (typeof value === 'string' || typeof value === 'number')
    return leaves(value, named, name, place, search) ? { ...(await move(place, value)) } : value
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    const copy: Json[] = []
    for (const [index, item] of value.entries())
      copy.push(await replaceSecrets(item, search, move, below(place, index), named, name))
    return copy
  }
  if (isReference(value)) return value
  const entries: Array<[string, Json]> = []
  for (const [key, item] of Object.entries(value)) {
    const inside = below(place, key)
    entries.push([key, await replaceSecrets(item, search, move, inside, isNamed(key, item, name, inside, search), key)])
  }
  return Object.fromEntries(entries)
}
