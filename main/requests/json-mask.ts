// Takes secrets out of a JSON text where they stand and leaves every other character as it came: the spelling of numbers, names that stand
// twice, spaces. Parsed and written anew, those would be gone, and with them what a person looks for. It reads broken JSON too, and any depth.
import type { Json } from '#contract/json.ts'
import type { Redactor } from '../keychain/types.ts'

/** Shorter numbers are never a secret that is known. */
const shortestNumber = 6
const mostNames = 4_096

interface Name {
  shown: string
  secret: boolean
}

/**
 * The text with secrets masked, the same string where there were none: strings under a secret's name (also in a list there) become a mask,
 * known secrets are masked inside every string, name and number, as `redactor.json` does it with a value.
 */
export function maskJson(text: string, redactor: Redactor): string {
  const names = new Map<string, Name>()
  /** Of each open list or object, whether its strings are secret: those of a list under a secret's name. */
  const open: boolean[] = []
  const pieces: string[] = []
  let kept = 0
  let secret = false
  const replace = (from: number, end: number, by: string) => {
    pieces.push(text.slice(kept, from), by)
    kept = end
  }

  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x22) {
      const end = endOfQuoted(text, at)
      const isWhole = text.charCodeAt(end - 1) === 0x22 && end - at > 1
      const value = unquoted(text.slice(at + 1, isWhole ? end - 1 : end))
      let shown: string
      if (isWhole && isName(text, end)) {
        const name = nameOf(value, names, redactor)
        shown = name.shown
        secret = name.secret
      } else shown = secret ? maskOf(value, redactor) : redactor.text(value)
      if (shown !== value) replace(at, end, isWhole ? JSON.stringify(shown) : JSON.stringify(shown).slice(0, -1))
      at = end - 1
    } else if (code === 0x2c) secret = open.at(-1) ?? false
    else if (code === 0x5b) open.push(secret)
    else if (code === 0x7b) {
      open.push(false)
      secret = false
    } else if (code === 0x5d || code === 0x7d) {
      open.pop()
      secret = open.at(-1) ?? false
    } else if (isDigit(code)) {
      const end = endOfDigits(text, at)
      if (end - at >= shortestNumber) {
        const number = text.slice(at, end)
        if (redactor.text(number) !== number) replace(text.charCodeAt(at - 1) === 0x2d ? at - 1 : at, end, JSON.stringify(redactor.text(number)))
      }
      at = end - 1
    }
  }
  return pieces.length === 0 ? text : pieces.join('') + text.slice(kept)
}

/** What is shown of a string under a secret's name. */
function maskOf(value: string, redactor: Redactor): string {
  return masked(redactor, 'secret', value)
}

/** The redactor itself says what it makes of a name, so that both always agree. */
function nameOf(value: string, names: Map<string, Name>, redactor: Redactor): Name {
  const known = names.get(value)
  if (known !== undefined) return known
  if (names.size >= mostNames) names.clear()
  const [[shown, content] = [value, '']] = Object.entries(redactor.json({ [value]: '-' }) as Record<string, Json>)
  const name = { shown, secret: content !== '-' }
  names.set(value, name)
  return name
}

function masked(redactor: Redactor, name: string, value: string): string {
  const { [name]: shown } = redactor.json({ [name]: value }) as Record<string, string>
  return shown ?? ''
}

/** The place after the string that begins at `from`, or the text's end. */
function endOfQuoted(text: string, from: number): number {
  let end = from
  do {
    end = text.indexOf('"', end + 1)
    if (end === -1) return text.length
  } while (isEscaped(text, end, from))
  return end + 1
}

function isEscaped(text: string, at: number, from: number): boolean {
  let slashes = 0
  while (at - 1 - slashes > from && text.charCodeAt(at - 1 - slashes) === 0x5c) slashes += 1
  return slashes % 2 === 1
}

function unquoted(written: string): string {
  if (!written.includes('\\')) return written
  try {
    return JSON.parse(`"${written}"`) as string
  } catch {
    return written
  }
}

function isName(text: string, from: number): boolean {
  let at = from
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1
  return text.charCodeAt(at) === 0x3a
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39
}

/** Digits, point, exponent: whatever a number goes on with. */
function endOfDigits(text: string, from: number): number {
  let at = from
  while (at < text.length && /[0-9.eE+-]/.test(text.charAt(at))) at += 1
  return at
}
