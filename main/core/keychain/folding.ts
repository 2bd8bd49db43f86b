// One plain spelling for the many in which a text can repeat a secret: codes of JSON, HTML and URLs are decoded,
// invisible characters left out, letters made small.

const controls = '\\u0000-\\u001f\\u007f'
const unseen = `${controls}\\u00ad\\u034f\\u061c\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\ufeff`
const codes = '(?:%(?:25)*[0-9a-f]{2})+'
const escapes = '\\\\+(?:u[0-9a-f]{4}|x[0-9a-f]{2}|[nrtbf])?'
const entities = '&(?:amp;)*(?:#x[0-9a-f]{1,6};|#\\d{1,7};|[a-z]{2,6};)?'
const token = new RegExp(`${codes}|${escapes}|${entities}|[${unseen}]+`, 'gi')
const here = new RegExp(token.source, 'iy')
const mayChange = new RegExp(`[%\\\\&${unseen}]`)

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  sol: '/',
  bsol: '\\',
  plus: '+',
  equals: '=',
  colon: ':',
  semi: ';',
  comma: ',',
  period: '.',
  lowbar: '_',
  num: '#',
  excl: '!',
  quest: '?',
  dollar: '$',
  percnt: '%',
  ast: '*',
  lpar: '(',
  rpar: ')',
  commat: '@',
  hyphen: '-',
  dash: '-',
  shy: '',
}

/** Nothing is coded more often by accident. */
const mostRounds = 4

export interface Folded {
  text: string
  /** Where each character began in the original; one more at the end. */
  starts: number[]
}

/** Itself in small letters, 0 where it begins a code, 1 where nobody sees it. */
const ascii = Uint8Array.from({ length: 128 }, (_, code) => {
  const one = String.fromCharCode(code)
  return '%\\&'.includes(one) ? 0 : code < 32 || code === 127 ? 1 : one.toLowerCase().charCodeAt(0)
})
const isUnseen = new RegExp(`[${unseen}]`)
let buffer = new Uint16Array(4_096)

/** Texts without these are plain once in small letters. */
const needsPass = new RegExp(`[%\\\\&\\u0130\\u03a3\\ud800-\\ud83b${unseen.slice(controls.length)}]`)
const control = new RegExp(`[${controls}]+`, 'g')

export function fold(text: string): string {
  if (!needsPass.test(text)) return text.toLowerCase().replace(control, '')
  let plain = text
  for (let round = 0; round < mostRounds; round += 1) {
    const { next, again } = passed(plain)
    plain = next
    if (!again) break
  }
  return plain
}

function passed(text: string): { next: string; again: boolean } {
  if (buffer.length < text.length) buffer = new Uint16Array(text.length * 2)
  const out = buffer
  let length = 0
  let again = false
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code >= 128) {
      const one = text.charAt(at)
      const lower = one.toLowerCase()
      if (!isUnseen.test(one)) out[length++] = lower.length === 1 ? lower.charCodeAt(0) : code
      continue
    }
    const plain = ascii[code] ?? 1
    if (plain > 1) {
      out[length++] = plain
      continue
    }
    if (plain === 1) continue
    here.lastIndex = at
    const found = (mayBegin(text, at, code) ? here.exec(text)?.[0] : undefined) ?? text.charAt(at)
    const units = small(found.length > 1 || code === 0x5c ? decoded(found) : found)
    for (let unit = 0; unit < units.length; unit += 1) {
      const made = units.charCodeAt(unit)
      if (found.length > 1 && (made === 0x25 || made === 0x26 || made === 0x5c))
        again ||= code !== 0x26 || !/^&(?:amp;)+$/i.test(found)
      if (!isUnseen.test(units.charAt(unit))) out[length++] = made
    }
    at += found.length - 1
  }
  return { next: Buffer.from(out.buffer, 0, length * 2).toString('utf16le'), again }
}

/** By the next character alone. */
function mayBegin(text: string, at: number, code: number): boolean {
  const next = text.charCodeAt(at + 1) | 0x20
  if (code === 0x25) return (next >= 0x30 && next <= 0x39) || (next >= 0x61 && next <= 0x66)
  return code === 0x5c || next === 0x23 || (next >= 0x61 && next <= 0x7a)
}

/** With the place of each character; slower. */
export function foldWithPlaces(text: string): Folded {
  let plain = text
  let starts = Array.from({ length: text.length + 1 }, (_, at) => at)
  for (let round = 0; round < mostRounds && mayChange.test(plain); round += 1) {
    const pieces: string[] = []
    const places: number[] = []
    const keep = (piece: string, placeOf: (at: number) => number) => {
      pieces.push(piece)
      for (let at = 0; at < piece.length; at += 1) places.push(starts[placeOf(at)] ?? text.length)
    }
    let from = 0
    for (const found of plain.matchAll(token)) {
      const begin = from
      keep(plain.slice(from, found.index), (at) => begin + at)
      keep(decoded(found[0]), () => found.index)
      from = found.index + found[0].length
    }
    keep(plain.slice(from), (at) => from + at)
    const next = pieces.join('')
    if (next === plain) break
    plain = next
    starts = [...places, text.length]
  }
  return { text: small(plain), starts }
}

function decoded(found: string): string {
  switch (found.charAt(0)) {
    case '%':
      return Buffer.from(found.replace(/%(?:25)*([0-9a-f]{2})/gi, '$1'), 'hex').toString('utf8')
    case '\\': {
      const code = /[ux]([0-9a-f]+)$/i.exec(found)?.[1]
      return code === undefined ? '' : String.fromCharCode(Number.parseInt(code, 16))
    }
    case '&':
      return entity(found)
    default:
      return ''
  }
}

function entity(found: string): string {
  const inner = /(?:amp;)*([^;]*);$/i.exec(found.slice(1))?.[1]
  if (inner === undefined) return found
  if (inner.startsWith('#')) {
    const point = /^#x/i.test(inner) ? Number.parseInt(inner.slice(2), 16) : Number(inner.slice(1))
    return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : found
  }
  return named[inner.toLowerCase()] ?? found
}

/** Each character stays in its place. */
function small(text: string): string {
  const lower = text.toLowerCase()
  if (lower.length === text.length) return lower
  return Array.from({ length: text.length }, (_, at) => {
    const one = text.charAt(at).toLowerCase()
    return one.length === 1 ? one : text.charAt(at)
  }).join('')
}
