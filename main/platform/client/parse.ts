import type { Json } from '#contract/json.ts'
import type { WireFault } from './error-messages.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

export function parseBody(body: Buffer, depth: number): { json: Json } | { problem: WireFault } {
  if (body.length === 0) return { json: null }
  if (deeperThan(body, depth)) return { problem: { reason: 'answer_too_deep', levels: depth } }
  let text: string
  try {
    text = decoder.decode(body)
  } catch {
    return { problem: { reason: 'answer_not_utf8' } }
  }
  try {
    return { json: JSON.parse(text) as Json }
  } catch {
    return { problem: { reason: /^\s*</.test(text) ? 'answer_is_page' : 'answer_not_json' } }
  }
}

// JSON.parse copes with any depth; code that walks the result does not.
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
