// Bytes to text: by the byte order mark, as UTF-8 where they are valid in it, by the charset that the HTML declares, otherwise by a guess
// that the person can change. An invalid byte is never replaced.
import { declaredCharset, decodeIn, decoder, guessCharset, possibleCharsets, relabel } from './charset.ts'
import type { Place } from '../../base/text-places.ts'

/** The charset in which a file without a label was read, and those in which it can be read. */
export interface Guess {
  charset: string
  choices: string[]
}

interface Note {
  code: 'mark_removed' | 'charset_unknown' | 'charset_converted' | 'charset_relabelled' | 'charset_guessed'
  values: Record<string, string>
}

interface Undecoded extends Partial<Place> {
  code: 'binary' | 'not_in_charset'
  values: Record<string, string>
  offset?: number
}

interface Refused {
  ok: false
  error: Undecoded
}

export type Decoded = { ok: true; text: string; notes: Note[]; guess?: Guess } | Refused

const refuse = (
  code: Undecoded['code'],
  values: Undecoded['values'],
  place: Omit<Undecoded, 'code' | 'values'> = {},
): Refused => ({
  ok: false,
  error: { code, values, ...place },
})

const marks: Array<[charset: string, bytes: number[]]> = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
]

const markOf = (bytes: Uint8Array) => marks.find(([, start]) => start.every((byte, index) => bytes[index] === byte))

/** The charset that a byte order mark at the beginning names. */
export const markedCharset = (bytes: Uint8Array): string | undefined => markOf(bytes)?.[0]

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

/** A text in UTF-8 of which single bytes were lost: read in another charset, every other sign in it would be wrong too. */
function isDamagedUtf8(content: Uint8Array): boolean {
  const text = new TextDecoder().decode(content)
  const foreign = text.match(/[^\u0000-\u007f]/gu) ?? []
  const lost = foreign.filter((sign) => sign === '\ufffd').length
  return foreign.length > lost * 2
}

/** Every other byte of a plain text in UTF-16 is zero: the second of each pair, or the first. */
function unmarkedUtf16(content: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const start = content.subarray(0, 4096)
  const zeros = [0, 0]
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [first = 0, second = 0] = zeros
  const charset = second === 0 ? 'utf-16be' : 'utf-16le'
  if (content.length % 2 === 1 || Math.min(first, second) > 0 || (first + second) * 4 < start.length) return undefined
  const text = decodeIn(content, charset)
  // What is no text has other signs of control than these.
  return text === undefined || /[\u0000-\u0008\u000e-\u001f\ufffe\uffff]/.test(text) ? undefined : charset
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
  const mark = markOf(bytes)
  const content = mark === undefined ? bytes : bytes.subarray(mark[1].length)
  if (mark !== undefined) notes.push({ code: 'mark_removed', values: { charset: mark[0] } })
  const unmarked = mark === undefined ? unmarkedUtf16(content) : undefined
  const wide = unmarked === undefined ? undefined : decodeIn(content, unmarked)
  if (wide !== undefined)
    return { ok: true, text: wide, notes: [{ code: 'charset_converted', values: { charset: unmarked ?? '' } }] }
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
  if (chosen === undefined && isDamagedUtf8(content)) return invalidByte(bytes, content)
  const charset = chosen ?? guessCharset(content)
  const text = decodeIn(content, charset)
  if (text === undefined) return invalidByte(bytes, content)
  if (chosen === undefined) notes.push({ code: 'charset_guessed', values: { charset } })
  else notes.push({ code: 'charset_converted', values: { charset } })
  return finish(text, { charset, choices: possibleCharsets(content) })
}
