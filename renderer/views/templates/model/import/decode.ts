// Bytes to text: by the byte order mark, as UTF-8 where the bytes are valid, by the charset that the HTML declares. An invalid byte is
// refused, not replaced. What is sent is UTF-8, so another declaration is rewritten.
import { refuse, type Refused } from './types.ts'
import type { Note } from '../body.ts'

export type Decoded = { ok: true; text: string; notes: Note[] } | Refused

const marks: Array<[charset: string, bytes: number[]]> = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

const ascii = (bytes: Uint8Array) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')

const declaration = /(<meta\s[^>]*?charset\s*=\s*["']?\s*)([^\s"'/>;]+)/i

/** The charset that a meta element names within the first 1024 bytes, where a browser looks for it. */
function declared(bytes: Uint8Array): string | undefined {
  const head = ascii(bytes.subarray(0, 1024)).replace(/<!--[^]*?(?:-->|$)/g, '')
  return declaration.exec(head)?.[2]?.toLowerCase()
}

/** With the declaration of another charset named as UTF-8; one in a comment declares nothing. */
function declaredAsUtf8(html: string): string {
  const head = html.slice(0, 1024)
  const hidden = head.replaceAll(/<!--[^]*?(?:-->|$)/g, (comment) => ' '.repeat(comment.length))
  const found = declaration.exec(hidden)
  if (found?.[1] === undefined || found[2] === undefined) return html
  const from = found.index + found[1].length
  return `${html.slice(0, from)}utf-8${html.slice(from + found[2].length)}`
}

/** Whether the bytes are UTF-8 with more than ASCII in them: nothing else looks like that by chance. */
function isUtf8(bytes: Uint8Array): boolean {
  if (bytes.every((byte) => byte < 0x80)) return false
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
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
  const mislabelled = mark === undefined && known !== undefined && known.encoding !== 'utf-8' && isUtf8(content)
  const chosen =
    known === undefined || mislabelled || (mark === undefined && known.encoding.startsWith('utf-16'))
      ? (decoder('utf-8') ?? new TextDecoder())
      : known
  try {
    const text = chosen.decode(content)
    if (mark !== undefined || known === undefined || known.encoding === 'utf-8') return { ok: true, text, notes }
    if (mislabelled) notes.push({ code: 'charset_wrong', values: { charset: known.encoding } })
    else if (chosen.encoding !== 'utf-8')
      notes.push({ code: 'charset_converted', values: { charset: chosen.encoding } })
    return { ok: true, text: declaredAsUtf8(text), notes }
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
