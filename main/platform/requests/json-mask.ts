// Masks secrets in a JSON text and leaves every other character: parsing would lose the spelling of numbers, repeated
// names and spaces. Reads broken JSON and any depth.
import type { Json } from '#contract/json.ts'
import { mask } from '#contract/mask.ts'
import { createHidden } from '../../core/keychain/repeated.ts'
import { isSecretName } from '../../core/keychain/secret-names.ts'
import type { Redactor } from '../../core/keychain/types.ts'

const mostNames = 4_096
const none: ReadonlySet<string> = new Set()

type Masker = Pick<Redactor, 'json'> & { text: (value: string, name?: string) => string }

interface Name {
  shown: string
  secret: boolean
}

/**
 * The same string where nothing was masked. Masks as `redactor.json` does; `plain`: names that are no secrets here;
 * `all`: the names in the text, where known.
 */
export function maskJson(
  text: string,
  redactor: Masker,
  all?: Iterable<string>,
  plain: ReadonlySet<string> = none,
): string {
  // Only what is written in escapes needs a check then.
  const isClean = redactor.text(text) === text
  const names = new Map<string, Name>()
  const hidden = createHidden()
  if (
    isClean &&
    all !== undefined &&
    !text.includes('\\') &&
    ![...all].some((name) => name === 'number' || nameOf(name, names, redactor).secret)
  )
    return text
  const open: boolean[] = []
  const parents: string[] = []
  let last = ''
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
      const written = text.slice(at + 1, isWhole ? end - 1 : end)
      const isPlain = !written.includes('\\')
      const value = isPlain ? written : unquoted(written)
      let shown = value
      if (isWhole && isName(text, end)) {
        const name = nameOf(value, names, redactor)
        shown = name.shown
        secret = (name.secret || (value === 'number' && isSecretName(value, parents.at(-1)))) && !plain.has(value)
        last = value
      } else if (secret) {
        shown = maskOf(value, redactor)
        if (value !== mask) hidden.add(value)
      } else if (!isClean || !isPlain) shown = redactor.text(value, last)
      if (shown !== value) replace(at, end, isWhole ? JSON.stringify(shown) : JSON.stringify(shown).slice(0, -1))
      at = end - 1
    } else if (code === 0x2c) secret = open[open.length - 1] ?? false
    else if (code === 0x5b) {
      open.push(secret)
      parents.push(last)
    } else if (code === 0x7b) {
      open.push(false)
      parents.push(last)
      secret = false
    } else if (code === 0x5d || code === 0x7d) {
      open.pop()
      last = parents.pop() ?? ''
      secret = open[open.length - 1] ?? false
    } else if ((secret || !isClean) && isDigit(code)) {
      const end = endOfDigits(text, at)
      const number = text.slice(at, end)
      const shown = secret ? maskOf(number, redactor) : redactor.text(number)
      if (shown !== number) replace(text.charCodeAt(at - 1) === 0x2d ? at - 1 : at, end, JSON.stringify(shown))
      at = end - 1
    }
  }
  if (pieces.length === 0) return text
  const masked = pieces.join('') + text.slice(kept)
  return hidden.size === 0 ? masked : maskJson(masked, { json: (value) => value, text: hidden.masker() })
}

function maskOf(value: string, redactor: Masker): string {
  return (redactor.json({ secret: value }) as { secret: string }).secret
}

/** The redactor itself decides, so that both agree. */
function nameOf(value: string, names: Map<string, Name>, redactor: Masker): Name {
  const known = names.get(value)
  if (known !== undefined) return known
  if (names.size >= mostNames) names.clear()
  const [[shown, content] = [value, '']] = Object.entries(redactor.json({ [value]: '-' }) as Record<string, Json>)
  const name = { shown, secret: content !== '-' }
  names.set(value, name)
  return name
}

/** The place after the string, or the text's end. */
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

function endOfDigits(text: string, from: number): number {
  let at = from
  while (at < text.length && isOfNumber(text.charCodeAt(at))) at += 1
  return at
}

function isOfNumber(code: number): boolean {
  return isDigit(code) || code === 0x2e || code === 0x2b || code === 0x2d || (code | 0x20) === 0x65
}
