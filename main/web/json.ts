// Frames as JSON. A large answer is text already and is copied in instead of being parsed and written again.
import { textOf } from '../platform/client/lazy-answer.ts'

/** The depth of `params.answer` of a watched value; `result` of a read is less deep. */
const deepest = 3

/** UTF-8 bytes where the frame has a large answer. */
export function toJson(frame: object): string | Buffer {
  const found = find(frame, deepest)
  if (found === undefined) return JSON.stringify(frame)
  const { path, answer, text } = found
  const mark = `answer-${crypto.randomUUID()}`
  const rest = Object.fromEntries(
    Object.keys(answer).map((name) => [name, name === 'data' ? mark : (answer as Record<string, unknown>)[name]]),
  )
  const [before = '', after = ''] = JSON.stringify(put(frame, path, rest)).split(JSON.stringify(mark))
  return Buffer.concat([Buffer.from(before), text, Buffer.from(after)])
}

/** The first large answer and the names that lead to it. */
function find(value: object, depth: number): { path: string[]; answer: object; text: Uint8Array } | undefined {
  const text = textOf(value)
  if (text !== undefined) return { path: [], answer: value, text }
  if (depth === 0 || Array.isArray(value)) return undefined
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner !== 'object' || inner === null) continue
    const found = find(inner as object, depth - 1)
    if (found !== undefined) return { ...found, path: [name, ...found.path] }
  }
  return undefined
}

function put(value: object, [name, ...rest]: readonly string[], by: object): object {
  if (name === undefined) return by
  return { ...value, [name]: put((value as Record<string, object>)[name] ?? {}, rest, by) }
}
