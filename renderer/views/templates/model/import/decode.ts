// Bytes to text: by the byte order mark, by the charset that the HTML declares, otherwise as UTF-8. An invalid byte is refused, not replaced.
import { refuse, type Refused } from './types.ts'
import type { Note } from '../body.ts'

export type Decoded = { ok: true; text: string; notes: Note[] } | Refused

const marks: Array<[charset: string, bytes: number[]]> = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

const ascii = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

/** The charset that a meta element names within the first 1024 bytes, where a browser looks for it. */
function declared(bytes: Uint8Array): string | undefined {
  const head = ascii(bytes.subarray(0, 1024)).replace(/<!--[^]*?(?:-->|$)/g, '')
  return /<meta\s[^>]*?charset\s*=\s*["']?\s*([^\s"'/>;]+)/i.exec(head)?.[1]?.toLowerCase()
}

function decoder(label: string): TextDecoder | undefined {
  try {
    return new TextDecoder(label, { fatal: true, ignoreBOM: true })
  } catch {
    return undefined
  }
}

function validLength(bytes: Uint8Array): number {
  const valid = (length: number, stream: boolean) => {
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, length), { stream })
      return true
    } catch {
      return false
    }
  }
  let low = 0
  let high = bytes.length + 1
  while (high - low > 1) {
    const middle = (low + high) >> 1
    // As a stream, so that a character that is cut off at the end is valid.
    if (valid(middle, true)) low = middle
    else high = middle
  }
  while (low > 0 && !valid(low, false)) low--
  return low
}

/** The text of a file; for `html` a charset declared in it counts. */
export function decode(bytes: Uint8Array, kind: 'html' | 'text'): Decoded {
  const notes: Note[] = []
  const mark = marks.find(([, start]) => start.every((byte, index) => bytes[index] === byte))
  const content = mark === undefined ? bytes : bytes.subarray(mark[1].length)
  if (mark !== undefined) notes.push({ code: 'mark_removed', values: { charset: mark[0] } })
  if (mark?.[0].startsWith('utf-16') !== true && bytes.subarray(0, 4096).includes(0))
    return refuse('binary', {}, { offset: bytes.indexOf(0) })
  const named = mark?.[0] ?? (kind === 'html' ? declared(bytes) : undefined)
  const known = named === undefined ? undefined : decoder(named)
  if (named !== undefined && known === undefined) notes.push({ code: 'charset_unknown', values: { charset: named } })
  // A meta element can't be in UTF-16 itself: browsers take UTF-8 then.
  const chosen =
    known === undefined || (mark === undefined && known.encoding.startsWith('utf-16'))
      ? (decoder('utf-8') ?? new TextDecoder())
      : known
  try {
    const text = chosen.decode(content)
    if (chosen.encoding !== 'utf-8' && mark === undefined)
      notes.push({ code: 'charset_converted', values: { charset: chosen.encoding } })
    return { ok: true, text, notes }
  } catch {
    if (chosen.encoding !== 'utf-8') return refuse('not_in_charset', { charset: chosen.encoding })
    const offset = validLength(content)
    const before = new TextDecoder().decode(content.subarray(0, offset))
    const lines = before.split(/\r\n?|\n/)
    const byte = (content[offset] ?? 0).toString(16).padStart(2, '0')
    const place = {
      offset: offset + (bytes.length - content.length),
      line: lines.length,
      column: (lines.at(-1)?.length ?? 0) + 1,
    }
    return refuse('not_in_charset', { charset: 'utf-8', byte }, place)
  }
}
