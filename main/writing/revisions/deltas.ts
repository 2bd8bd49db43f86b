// What a save changed. Typing changes a little of one text, and only that little is written.
import type { Json } from '#contract/json.ts'

/** The one text that differs, with its keys and its SQLite JSON path. */
export interface Change {
  keys: string[]
  path: string
  from: string
  to: string
}

/**
 * A text as the first `head` bytes of another, `middle`, and the other from byte `rest` on (counted from 1), in
 * UTF-8.
 */
export interface Delta {
  path: string
  head: number
  rest: number
  middle: string
  /** By how many bytes the JSON text grows. */
  grown: number
}

/** Shorter texts, and those with larger changes, are saved in full. */
const shortest = 1_024
const mostShare = 1 / 8

/** SQLite reads JSON up to 1,000 levels. */
const deepest = 500

/**
 * Undefined where both are the same, including the order of fields; 'much' for more than one text or too many levels.
 */
export function changeOf(before: Json, after: Json): Change | 'much' | undefined {
  const keys: string[] = []
  const found = changed(before, after, keys)
  if (found === undefined || found === 'much') return found
  keys.reverse()
  return { keys, path: `$${keys.map((key) => (key.startsWith('[') ? key : `."${key}"`)).join('')}`, ...found }
}

/** Adds the keys of the change to `path`, innermost first. */
function changed(
  before: Json,
  after: Json,
  path: string[],
  depth = 0,
): Pick<Change, 'from' | 'to'> | 'much' | undefined {
  if (before === after) return undefined
  if (typeof before === 'string' && typeof after === 'string') return { from: before, to: after }
  if (!isPlain(before) || !isPlain(after) || Array.isArray(before) !== Array.isArray(after) || depth > deepest)
    return 'much'
  const keys = Object.keys(before)
  const others = Object.keys(after)
  if (keys.length !== others.length) return 'much'
  let found: Pick<Change, 'from' | 'to'> | undefined
  for (const [place, key] of keys.entries()) {
    if (others[place] !== key) return 'much'
    const change = changed(
      (before as Record<string, Json>)[key] ?? null,
      (after as Record<string, Json>)[key] ?? null,
      path,
      depth + 1,
    )
    if (change === undefined) continue
    if (change === 'much' || found !== undefined || !/^\w+$/.test(key)) return 'much'
    found = change
    path.push(Array.isArray(before) ? `[${key}]` : key)
  }
  return found
}

/** Undefined where the text is better saved in full. */
export function deltaOf({ path, from, to }: Pick<Change, 'path' | 'from' | 'to'>): Delta | undefined {
  // These do not pass through SQL unchanged.
  if (to.length < shortest || ![from, to].every((text) => text.isWellFormed() && !text.includes('\0'))) return undefined
  const shorter = Math.min(from.length, to.length)
  let head = common(shorter, (start, end) => from.slice(start, end) === to.slice(start, end))
  if (isHalf(to, head)) head -= 1
  const fromEnd = (text: string, start: number, end: number) => text.slice(text.length - end, text.length - start)
  let tail = common(shorter - head, (start, end) => fromEnd(from, start, end) === fromEnd(to, start, end))
  if (isHalf(to, to.length - tail)) tail -= 1
  const middle = to.slice(head, to.length - tail)
  if (middle.length > to.length * mostShare) return undefined
  const rest = from.length - tail
  const left = from.slice(head, rest)
  const headBytes = Buffer.byteLength(from.slice(0, head))
  return {
    path,
    head: headBytes,
    rest: headBytes + Buffer.byteLength(left) + 1,
    middle,
    grown: jsonBytes(middle) - jsonBytes(left),
  }
}

export function withText<T>(value: T, [key, ...keys]: readonly string[], text: string): T {
  if (key === undefined) return text as T
  const copy = (Array.isArray(value) ? [...(value as Json[])] : { ...value }) as Record<string, unknown>
  const own = key.startsWith('[') ? key.slice(1, -1) : key
  copy[own] = withText(copy[own], keys, text)
  return copy as T
}

const jsonBytes = (text: string) => Buffer.byteLength(JSON.stringify(text))

const isPlain = (value: Json): value is Json[] | { [key: string]: Json } =>
  typeof value === 'object' &&
  value !== null &&
  (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype)

function common(length: number, equal: (start: number, end: number) => boolean): number {
  let start = 0
  for (let end = length; start < end;) {
    const middle = (start + end + 1) >> 1
    if (equal(start, middle)) start = middle
    else end = middle - 1
  }
  return start
}

/** Whether a cut would split a surrogate pair. */
const isHalf = (text: string, at: number) => at > 0 && at < text.length && (text.charCodeAt(at) & 0xfc00) === 0xdc00
