// Values that may open something although nothing says so: answers with a session keep only plain values and sentences.
import type { Json } from '#contract/json.ts'
import { mask } from '#contract/mask.ts'

/** 20 token characters in a row, or 12 with a digit; colons cut times. */
const opaque = /[\w+/=.~-]{20,}|(?=[\w+/=.~-]*\d)[\w+/=.~-]{12,}/g
const instant = /^\d{4}-\d\d-\d\d(?:T[\d:.]+Z?)?$/
const deepest = 1_000

/** Anything else may be a value used as a name. */
export const plainName = /^[A-Za-z_$][A-Za-z_$-]{0,39}\d{0,2}$/
/** Instants in milliseconds are shorter. */
const longNumber = 1e13

export const wordsWithoutTokens = (text: string): string => (instant.test(text) ? text : text.replaceAll(opaque, mask))

/** Such texts are masked, but not `requestId`; so are long numbers and odd names. */
export function withoutTokens(value: Json, depth = 0): Json {
  if (typeof value === 'string') return wordsWithoutTokens(value)
  if (typeof value === 'number') return Math.abs(value) < longNumber ? value : mask
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepest) return mask
  if (Array.isArray(value)) return value.map((item) => withoutTokens(item, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [
      plainName.test(name) ? name : mask,
      name === 'requestId' ? item : withoutTokens(item, depth + 1),
    ]),
  )
}

export function textWithoutTokens(body: Buffer): string {
  const text = body.toString('utf8')
  try {
    return JSON.stringify(withoutTokens(JSON.parse(text) as Json))
  } catch {
    return wordsWithoutTokens(text)
  }
}
