// Comparing what was sent with what a record says, as leniently as platforms write and as strictly as a proof needs.
import { isObject } from '#contract/json.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { isSecretReference } from '#contract/operation.ts'
import { spelled } from '#answers/json.ts'

export interface Scalar {
  /** Dotted place in the body. */
  path: string
  value: string | number | boolean
}

/** Every scalar of a body with its place. Null means unused and empty text means nothing; a secret is never compared. */
export function scalarsOf(body: Json | undefined, path = ''): Scalar[] {
  if (body === undefined || body === null || body === '' || isSecretReference(body)) return []
  if (Array.isArray(body)) return body.flatMap((item, index) => scalarsOf(item, join(path, String(index))))
  if (isObject(body)) return Object.entries(body).flatMap(([name, value]) => scalarsOf(value, join(path, name)))
  return [{ path, value: body }]
}

const join = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`)

/**
 * The record's value for a sent field: at the same place, else by the end of the place where no other sent field ends alike
 * (a body's `details.title` is often a record's `title`), in whatever spelling (`streamId`, `stream_id`). Undefined where the record has no scalar there.
 */
export function fieldOf(
  record: JsonObject,
  path: string,
  sent: readonly Scalar[],
): string | number | boolean | null | undefined {
  const direct = spelled(record, path)
  if (direct !== undefined) return scalar(direct)
  const name = path.slice(path.lastIndexOf('.') + 1)
  const alone = sent.filter((other) => other.path === name || other.path.endsWith(`.${name}`)).length <= 1
  return alone && name !== path && !/^\d+$/.test(name) ? scalar(spelled(record, name)) : undefined
}

function scalar(value: Json | undefined): string | number | boolean | null | undefined {
  return typeof value === 'object' && value !== null ? undefined : value
}

/** Equal as people mean it: `5` and `"5"`, `"a "` and `"a"`, one instant in two spellings. Letter case counts. */
export function same(a: Scalar['value'], b: Json | undefined): boolean {
  if (b === null || b === undefined || typeof b === 'object') return false
  if (typeof a === typeof b && typeof a !== 'string') return a === b
  const [left, right] = [String(a).trim(), String(b).trim()]
  if (left === right) return true
  if (typeof a === 'number' || typeof b === 'number')
    return left !== '' && right !== '' && Number(left) === Number(right)
  return instant.test(left) && instant.test(right) && Date.parse(left) === Date.parse(right)
}

/** Whether a platform that tidies texts (letter case, spaces, forms of one character) could have made `b` of `a`. */
export function alike(a: Scalar['value'], b: Json | undefined): boolean {
  return same(a, b) || (typeof a === 'string' && typeof b === 'string' && tidy(a) === tidy(b))
}

const tidy = (text: string): string => text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim()

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/

/** Whether an equal value says something: a text of three characters or more, or an identifier. */
export function distinguishes({ path, value }: Scalar): boolean {
  if (typeof value === 'string' && value.trim().length >= 3) return true
  return typeof value !== 'boolean' && /(^|\.|[a-z_])_?id$/i.test(path)
}
