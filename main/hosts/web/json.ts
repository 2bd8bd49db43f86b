// Frames as JSON. A large answer is text already and is copied in instead of being parsed and written again.
import { textOf } from '../../platform/client/lazy-answer.ts'

/** The depth of the answers of followed values, `result.values.0.answer`; all others are less deep. */
const deepest = 4

interface Lifted {
  mark: string
  texts: Uint8Array[]
}

/** UTF-8 bytes where the frame has large answers. Throws RangeError where these alone have more than `most` bytes. */
export function toJson(frame: object, most = Number.POSITIVE_INFINITY): string | Buffer {
  const lifted: Lifted = { mark: `answer-${crypto.randomUUID()}`, texts: [] }
  const rest = lift(frame, deepest, lifted)
  const { mark, texts } = lifted
  if (texts.length === 0) return JSON.stringify(frame)
  if (texts.reduce((sum, { length }) => sum + length, 0) > most) throw new RangeError('The frame is too long.')
  const parts = JSON.stringify(rest).split(JSON.stringify(mark))
  return Buffer.concat(parts.flatMap((part, place) => [Buffer.from(part), ...(texts[place] ? [texts[place]] : [])]))
}

/** The same with a mark for the data of each large answer; the value itself where it holds none. */
function lift(value: object, depth: number, lifted: Lifted): object {
  const text = textOf(value)
  if (text !== undefined) {
    lifted.texts.push(text)
    return changed(value, new Map([['data', lifted.mark]]))
  }
  if (depth === 0) return value
  const changes = new Map<string, unknown>()
  for (const [name, inner] of Object.entries(value) as Array<[string, unknown]>) {
    if (typeof inner !== 'object' || inner === null) continue
    const after = lift(inner, depth - 1, lifted)
    if (after !== inner) changes.set(name, after)
  }
  return changes.size === 0 ? value : changed(value, changes)
}

/** A copy; what is replaced is never read. */
function changed(value: object, by: ReadonlyMap<string, unknown>): object {
  const of = (name: string): unknown => (by.has(name) ? by.get(name) : (value as Record<string, unknown>)[name])
  const names = Object.keys(value)
  return Array.isArray(value) ? names.map(of) : Object.fromEntries(names.map((name) => [name, of(name)]))
}
