import type { Json } from '#contract/json.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/** A body read as strict JSON, or why it can't be; an empty body reads as null. */
export function parseBody(body: Buffer, depth: number): { json: Json } | { problem: string } {
  if (body.length === 0) return { json: null }
  if (deeperThan(body, depth)) return { problem: `The answer is nested more than ${depth} levels deep` }
  let text: string
  try {
    text = decoder.decode(body)
  } catch {
    return { problem: 'The answer is not valid UTF-8 text' }
  }
  try {
    return { json: JSON.parse(text) as Json }
  } catch {
    return { problem: /^\s*</.test(text) ? 'The answer is a web page instead of JSON' : 'The answer is not valid JSON' }
  }
}

// Parsing copes with any depth; what walks the result afterwards would not.
function deeperThan(body: Buffer, limit: number): boolean {
  if (body.length <= 2 * limit) return false
  let depth = 0
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === 0x22) at = stringEnd(body, at + 1)
    else if (byte === 0x5b || byte === 0x7b) {
      if (++depth > limit) return true
    } else if (byte === 0x5d || byte === 0x7d) depth--
  }
  return false
}

function stringEnd(body: Buffer, from: number): number {
  let end = from
  while (end < body.length && body[end] !== 0x22) end += body[end] === 0x5c ? 2 : 1
  return end
}
