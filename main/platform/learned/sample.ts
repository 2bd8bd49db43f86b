// The beginning of a large answer is enough to learn from; parsing 8 MiB would be felt during a show.
import type { Json } from '#contract/json.ts'
import { token, tokensOf } from '../../core/json/tokens.ts'
import { limits } from './limits.ts'

/** An answer's JSON, or its first complete items where it is long. Undefined where it is no JSON. */
export function readSample(body: Buffer): Json | undefined {
  const complete = body.length <= limits.sampleBytes
  try {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    const text = decoder.decode(body.subarray(0, limits.sampleBytes), { stream: !complete })
    const head = complete ? text : completeItems(text)
    return head === undefined ? undefined : (JSON.parse(head) as Json)
  } catch {
    return undefined
  }
}

/** A cut text up to its last comma, preferably one in a list, and the brackets that close it. */
function completeItems(text: string): string | undefined {
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
