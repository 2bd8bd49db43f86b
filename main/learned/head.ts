// Reading 8 MiB to learn a few names would be felt while a show runs: of a large answer the beginning is enough.
import type { Json } from '#contract/json.ts'
import { limits } from './limits.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })

/** An answer's JSON, of a long one as much as stands in its first whole items; undefined where it is no JSON. */
export function readHead(body: Buffer): Json | undefined {
  const cut = body.length <= limits.headBytes ? { end: body.length, closers: '' } : wholeItems(body, limits.headBytes)
  if (cut === undefined) return undefined
  try {
    return JSON.parse(decoder.decode(body.subarray(0, cut.end)) + cut.closers) as Json
  } catch {
    return undefined
  }
}

/** The last comma before a place, in a list rather than an object where there is one, and what closes everything that is open there. */
function wholeItems(body: Buffer, to: number): { end: number; closers: string } | undefined {
  const open: number[] = []
  let last: { end: number; closers: string; list: boolean } | undefined
  let text = false
  for (let at = 0; at < to; at += 1) {
    const byte = body[at]
    if (text) {
      if (byte === 0x5c) at += 1
      else if (byte === 0x22) text = false
    } else if (byte === 0x22) text = true
    else if (byte === 0x5b || byte === 0x7b) open.push(byte + 2)
    else if (byte === 0x5d || byte === 0x7d) open.pop()
    else if (byte === 0x2c) {
      const list = open.at(-1) === 0x5d
      if (list || last?.list !== true) last = { end: at, closers: '', list }
      if (last.end === at && open.length <= limits.depth * 4) last.closers = String.fromCharCode(...open.toReversed())
    }
  }
  return last
}
