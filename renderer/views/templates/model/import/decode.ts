// Bytes to text: by the byte order mark, as UTF-8 where they are valid in it, by the charset that the HTML declares, otherwise by a guess
// that the person can change. An invalid byte is never replaced.
import { declaredCharset, decodeIn, decoder, guessCharset, possibleCharsets, relabel } from './charset.ts'
import { refuse, type Guess, type Refused } from './types.ts'
import type { Note } from '../body.ts'

export type Decoded = { ok: true; text: string; notes: Note[]; guess?: Guess } | Refused

const marks: Array<[charset: string, bytes: number[]]> = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

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

function invalidByte(bytes: Uint8Array, content: Uint8Array): Refused {
  const offset = validLength(content)
  const lines = new TextDecoder().decode(content.subarray(0, offset)).split(/\r\n?|\n/)
  const byte = (content[offset] ?? 0).toString(16).padStart(2, '0')
  const place = {
    offset: offset + (bytes.length - content.length),
    line: lines.length,
    column: (lines.at(-1)?.length ?? 0) + 1,
  }
  return refuse('not_in_charset', { charset: 'utf-8', byte }, place)
}

/** A zero byte here and there is a slip in a text; many of them, or one among bytes that are not UTF-8, are no text. */
function looksBinary(content: Uint8Array): boolean {
  const start = content.subarray(0, 4096)
  const zeros = start.reduce((count, byte) => (byte === 0 ? count + 1 : count), 0)
  return zeros > 0 && (zeros * 8 > start.length || decodeIn(content, 'utf-8') === undefined)
}

/** The text of a file; for `html` a charset declared in it counts. `chosen` is the charset that the person picked instead of a guess. */
export function decode(bytes: Uint8Array, kind: 'html' | 'text', chosen?: string): Decoded {
  const notes: Note[] = []
  const mark = marks.find(([, start]) => start.every((byte, index) => bytes[index] === byte))
  const content = mark === undefined ? bytes : bytes.subarray(mark[1].length)
  if (mark !== undefined) notes.push({ code: 'mark_removed', values: { charset: mark[0] } })
  if (mark?.[0].startsWith('utf-16') !== true && looksBinary(content))
    return refuse('binary', {}, { offset: bytes.indexOf(0) })

  const finish = (text: string, guess?: Guess): Decoded => {
    const { html, was } = kind === 'html' ? relabel(text) : { html: text, was: undefined }
    if (was !== undefined) notes.push({ code: 'charset_relabelled', values: { charset: was } })
    return { ok: true, text: html, notes, ...(guess === undefined ? {} : { guess }) }
  }
  const label = kind === 'html' ? declaredCharset(content) : undefined
  const declared = label === undefined ? undefined : decoder(label)?.encoding
  if (mark !== undefined) {
    const text = decodeIn(content, mark[0])
    if (text !== undefined) return finish(text)
    return mark[0] === 'utf-8' ? invalidByte(bytes, content) : refuse('not_in_charset', { charset: mark[0] })
  }
  if (label !== undefined && declared === undefined) notes.push({ code: 'charset_unknown', values: { charset: label } })
  // The only charset of the web besides UTF-8 whose bytes are all ASCII: they would be valid as UTF-8 too.
  const escaped = declared === 'iso-2022-jp' && content.includes(0x1b)
  const utf8 = escaped ? undefined : decodeIn(content, 'utf-8')
  if (utf8 !== undefined) return finish(utf8)
  if (declared === 'utf-8') return invalidByte(bytes, content)
  if (declared !== undefined && !declared.startsWith('utf-16')) {
    const text = decodeIn(content, declared)
    if (text === undefined) return refuse('not_in_charset', { charset: declared })
    notes.push({ code: 'charset_converted', values: { charset: declared } })
    return finish(text)
  }
  const charset = chosen ?? guessCharset(content)
  const text = decodeIn(content, charset)
  if (text === undefined) return invalidByte(bytes, content)
  if (chosen === undefined) notes.push({ code: 'charset_guessed', values: { charset } })
  else notes.push({ code: 'charset_converted', values: { charset } })
  return finish(text, { charset, choices: possibleCharsets(content) })
}
