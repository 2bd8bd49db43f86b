// Checks a body once before it is sent, and finds its references to secrets.
import type { DeskError, Facts } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import { isSecretReference } from '#contract/operation.ts'
import type { FieldReason } from '#contract/reasons.ts'
import { invalid } from './invalid.ts'
import type { ClientLimits } from './limits.ts'

export type Place = ReadonlyArray<string | number>

/** A `{ $secret }` in a body; `dotted` is its place: `options.streamKey`. */
export interface BodyReference {
  place: Place
  dotted: string
  reference: string
}

/** Throws DeskError `invalid_input` naming the first place that JSON can't carry. */
export function inspectBody(
  body: unknown,
  operation: string,
  limits: Pick<ClientLimits, 'depth' | 'bodyBytes'>,
): BodyReference[] {
  const found: BodyReference[] = []
  const place: Array<string | number> = []
  const parents: object[] = []
  let bytes = 0

  const refuse = (message: string, reason: FieldReason = 'not_json', facts: Facts = {}) =>
    invalid(operation, { path: place.length === 0 ? 'body' : place.join('.'), message, reason, facts })
  const count = (more: number) => {
    bytes += more
    if (bytes > limits.bodyBytes) throw tooLarge(operation, limits.bodyBytes)
  }

  const visit = (value: unknown): void => {
    if (value === null || typeof value === 'boolean') return count(4)
    if (typeof value === 'string') return count(value.length + 2)
    if (typeof value === 'number') {
      if (!Number.isFinite(value)) throw refuse('JSON has no such number', 'not_serializable')
      return count(1)
    }
    if (typeof value !== 'object') throw refuse(`JSON can't carry a value of type ${typeof value}`)
    if (parents.includes(value)) throw refuse('The value contains itself')
    if (parents.length >= limits.depth)
      throw refuse(`Nested more than ${limits.depth} levels deep`, 'too_deep', { levels: limits.depth })
    count(2)
    if (isSecretReference(value) && value.$secret !== '') {
      found.push({ place: [...place], dotted: place.join('.'), reference: value.$secret })
      return
    }
    parents.push(value)
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) enter(index, value[index])
    } else {
      if (!isPlain(value)) throw refuse('JSON can carry plain objects only', 'not_serializable')
      if (Object.hasOwn(value, '$secret'))
        throw refuse('A reference to a secret is { "$secret": "<reference>" } and nothing else', 'broken_reference')
      for (const [name, inner] of Object.entries(value)) {
        count(name.length + 3)
        enter(name, inner)
      }
    }
    parents.pop()
  }

  const enter = (key: string | number, value: unknown) => {
    place.push(key)
    visit(value)
    place.pop()
  }

  visit(body)
  return found
}

/** Throws DeskError `invalid_input` where the body is too large. */
export function writeBody(body: Json, operation: string, limits: Pick<ClientLimits, 'bodyBytes'>): string {
  const text = JSON.stringify(body)
  if (text.length * 3 > limits.bodyBytes && Buffer.byteLength(text) > limits.bodyBytes)
    throw tooLarge(operation, limits.bodyBytes)
  return text
}

/** A copy with another value at one place; everything else is shared. */
export function replaceAt(value: Json, place: Place, replacement: Json): Json {
  const [key, ...rest] = place
  if (key === undefined) return replacement
  if (Array.isArray(value))
    return value.map((inner, index) => (index === key ? replaceAt(inner, rest, replacement) : inner))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, name === key ? replaceAt(inner, rest, replacement) : inner]),
  )
}

/** A copy without one field; everything else is shared. */
export function removeAt(value: Json, place: Place): Json {
  const [key, ...rest] = place
  if (key === undefined || typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((inner, index) => (index === key ? removeAt(inner, rest) : inner))
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) =>
      name !== key ? [[name, inner]] : rest.length === 0 ? [] : [[name, removeAt(inner, rest)]],
    ),
  )
}

export function valueAt(value: Json, place: Place): Json | undefined {
  let at: Json | undefined = value
  for (const key of place)
    at =
      typeof at === 'object' && at !== null && Object.hasOwn(at, key)
        ? (at as Record<string | number, Json>)[key]
        : undefined
  return at
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function tooLarge(operation: string, bytes: number): DeskError {
  const kib = Math.floor(bytes / 1024)
  return invalid(operation, {
    path: 'body',
    message: `Larger than ${kib} KiB`,
    reason: 'too_many_bytes',
    facts: { kib },
  })
}
