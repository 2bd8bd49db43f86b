// Reading 8 MiB to learn a few names would be felt while a show runs: of a large answer the beginning is enough.
import type { Json } from '#contract/json.ts'
import { token, tokensOf } from '../json/tokens.ts'
import { limits } from './limits.ts'

/** An answer's JSON, of a long one as much as stands in its first whole items; undefined where it is no JSON. */
export function readHead(body: Buffer): Json | undefined {
  const isWhole = body.length <= limits.headBytes
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    const text = decoder.decode(body.subarray(0, limits.headBytes), { stream: !isWhole })
    const head = isWhole ? text : wholeItems(text)
    return head === undefined ? undefined : (JSON.parse(head) as Json)
  } catch {
    return undefined
  }
}

/** A text that breaks off up to its last comma, in a list rather than an object where there is one, and what closes everything that is open there. */
function wholeItems(text: string): string | undefined {
  const tokens = tokensOf(text)
  const open: string[] = []
  let last: { end: number; list: boolean; closers: string[] } | undefined
  for (let kind = tokens.next(); kind !== token.end; kind = tokens.next()) {
    if (kind === token.openBrace) open.push('}')
    else if (kind === token.openBracket) open.push(']')
    else if (kind === token.closeBrace || kind === token.closeBracket) open.pop()
    else if (kind === token.comma) {
      const list = open.at(-1) === ']'
      if (list || last?.list !== true)
        last = { end: tokens.from(), list, closers: open.length <= limits.depth * 4 ? open.toReversed() : [] }
    }
  }
  return last && text.slice(0, last.end) + last.closers.join('')
}
