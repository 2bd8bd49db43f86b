// Compares sent values with those of a record, in whatever spelling platforms write them.
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { isSecretReference } from '#contract/operation.ts'
import { readInstant } from '#answers/dates.ts'
import { at, spelled } from '#answers/json.ts'

export interface Scalar {
  /** Dotted place in the body. */
  path: string
  value: string | number | boolean
}

/** Every scalar of a body with its place. Null, empty text and secrets are left out. */
export function scalarsOf(body: Json | undefined, path = ''): Scalar[] {
  if (body === undefined || body === null || body === '' || isSecretReference(body)) return []
  if (Array.isArray(body)) return body.flatMap((item, index) => scalarsOf(item, join(path, String(index))))
  if (isObject(body)) return Object.entries(body).flatMap(([name, value]) => scalarsOf(value, join(path, name)))
  return [{ path, value: body }]
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

/**
 * The record's value for a sent field, in whatever spelling (`streamId`, `stream_id`): at the same place, else under the last name of the
 * place (`details.title` is often a record's `title`), unless another sent field ends alike. Undefined where that is no scalar.
 */
export function fieldOf(
  record: JsonObject,
  path: string,
  sent: readonly Scalar[],
): string | number | boolean | null | undefined {
  const direct = spelled(record, path)
  const name = path.slice(path.lastIndexOf('.') + 1)
  if (direct !== undefined) return isObject(direct) && /id$/i.test(name) ? idIn(direct, name) : scalar(direct)
  const alone = sent.filter((other) => other.path === name || other.path.endsWith(`.${name}`)).length <= 1
  const other = alone && name !== path && !/^\d+$/.test(name) ? scalar(spelled(record, name)) : undefined
  return other ?? referenceOf(record, name)
}

/** `chargeId` as records write it too: `charge: "ch_1"`, `charge: { id: "ch_1" }`. */
function referenceOf(record: JsonObject, name: string): string | number | boolean | null | undefined {
  const noun = /^(.{2,}?)[-_]?id$/i.exec(name)?.[1]
  if (noun === undefined) return undefined
  const held = spelled(record, noun)
  if (isObject(held)) return idIn(held, name)
  // A number under that name may be what it costs.
  return typeof held === 'string' && !/^[\d.,\s]*$/.test(held) ? held : undefined
}

const idIn = (held: JsonObject, name: string): string | number | boolean | null | undefined =>
  scalar(spelled(held, 'id') ?? spelled(held, name) ?? at(held, '_id'))

function scalar(value: Json | undefined): string | number | boolean | null | undefined {
  return typeof value === 'object' && value !== null ? undefined : value
}

/** Equal but for spelling: `5` and `"5"`, `"a "` and `"a"`, one instant in two notations. Letter case counts. */
export function same(a: Scalar['value'], b: Json | undefined): boolean {
  if (b === null || b === undefined || typeof b === 'object') return false
  if (typeof a === typeof b && typeof a !== 'string') return a === b
  const [left, right] = [String(a).trim(), String(b).trim()]
  if (left === right) return true
  if (typeof a === 'number' || typeof b === 'number')
    return left !== '' && right !== '' && Number(left) === Number(right)
  return (
    dated.test(left) && dated.test(right) && readInstant(left) !== undefined && readInstant(left) === readInstant(right)
  )
}

/** Whether `b` differs from `a` at most by letter case, spaces and forms of one character. */
export function alike(a: Scalar['value'], b: Json | undefined): boolean {
  return same(a, b) || (typeof a === 'string' && typeof b === 'string' && tidy(a) === tidy(b))
}

const tidy = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** Without a zone a time may be another instant. */
const dated = /\d{1,2}:\d\d.*(?:Z|UTC|GMT|[+-]\d\d:?\d\d)$/i

/** Whether an equal value is hardly chance: a text of three characters or more, or an id. */
export function distinguishes({ path, value }: Scalar): boolean {
  if (typeof value === 'string' && value.trim().length >= 3) return true
  return typeof value !== 'boolean' && /(^|\.|[a-z_])_?id$/i.test(path)
}
