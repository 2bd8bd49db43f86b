// Strings and numbers of a JSON text, by their places in it.

/** Where a text stops being JSON; line and column count from 1, columns in UTF-16 units. */
export interface Fault {
  line: number
  column: number
  reason: string
}

export function fault(text: string, at: number, reason: string): Fault {
  let line = 1
  let start = 0
  for (let next = text.indexOf('\n'); next !== -1 && next < at; next = text.indexOf('\n', next + 1)) {
    line += 1
    start = next + 1
  }
  return { line, column: at - start + 1, reason }
}

export function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09
}

const escapes = new Set(['"', '\\', '/', 'b', 'f', 'n', 'r', 't'])

/** The place after the string that begins at `from`; negative where it is none, then `stringFault` says what is wrong. */
export function endOfString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return at + 1
    if (code < 0x20) return -1
    if (code !== 0x5c) continue
    at += 1
    if (text.charCodeAt(at) === 0x75 ? !isHex(text, at + 1) : !escapes.has(text.charAt(at))) return -1
  }
  return -1
}

/** What is wrong with the string that begins at `from`. */
export function stringFault(text: string, from: number): Fault {
  for (let at = from + 1; at < text.length; at += 1) {
    if (text.charCodeAt(at) < 0x20)
      return fault(text, at, 'a line break, a tab or another control character stands inside a string')
    if (text.charAt(at) !== '\\') continue
    at += 1
    if (at < text.length && (text.charAt(at) === 'u' ? !isHex(text, at + 1) : !escapes.has(text.charAt(at))))
      return fault(text, at - 1, 'a string has no such escape')
  }
  return fault(text, text.length, 'it ends in the middle of a string')
}

function isHex(text: string, at: number): boolean {
  return /^[0-9a-fA-F]{4}$/.test(text.slice(at, at + 4))
}

/** The place after the number that begins at `from`; undefined where it is none. */
export function endOfNumber(text: string, from: number): number | undefined {
  const whole = text.charCodeAt(from) === 0x2d ? from + 1 : from
  let at = endOfDigits(text, whole)
  if (at === whole || (at - whole > 1 && text.charCodeAt(whole) === 0x30)) return undefined
  if (text.charCodeAt(at) === 0x2e) {
    const end = endOfDigits(text, at + 1)
    if (end === at + 1) return undefined
    at = end
  }
  if ((text.charCodeAt(at) | 0x20) === 0x65) {
    const sign = text.charAt(at + 1)
    const digits = sign === '+' || sign === '-' ? at + 2 : at + 1
    const end = endOfDigits(text, digits)
    if (end === digits) return undefined
    at = end
  }
  return at
}

function endOfDigits(text: string, from: number): number {
  let at = from
  while (at < text.length && isDigit(text.charCodeAt(at))) at += 1
  return at
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** Longest number that is never too big and never too precise: 15 digits fit into a double in any place. */
const surely = 15

/** Whether a double holds the number between two places to its last digit. */
export function keeps(text: string, from: number, end: number): 'whole' | 'too big' | 'too precise' {
  if (end - from <= surely && !hasExponent(text, from, end)) return 'whole'
  const written = text.slice(from, end)
  const value = Number(written)
  if (!Number.isFinite(value)) return 'too big'
  const digits = significant(written)
  if (digits.length <= surely && (value !== 0 || digits === '')) return 'whole'
  return digits === significant(String(value)) ? 'whole' : 'too precise'
}

function hasExponent(text: string, from: number, end: number): boolean {
  for (let at = from; at < end; at += 1) if ((text.charCodeAt(at) | 0x20) === 0x65) return true
  return false
}

/** The digits from the first to the last that is not 0, without point, sign and exponent. Numbers of the same value have the same. */
function significant(number: string): string {
  const exponent = number.search(/e/i)
  const digits = (exponent === -1 ? number : number.slice(0, exponent)).replace(/[-.]/g, '')
  let first = 0
  let last = digits.length
  while (first < last && digits.charCodeAt(first) === 0x30) first += 1
  while (last > first && digits.charCodeAt(last - 1) === 0x30) last -= 1
  return digits.slice(first, last)
}
