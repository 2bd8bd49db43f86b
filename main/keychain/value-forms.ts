// The spellings in which a secret turns up in text: as it is, in a URL or a form, in base64, inside JSON; and, of longer ones, whatever
// `folding.ts` makes plain: other case, hex, HTML entities, JSON in JSON, codes of codes, characters that nobody sees.
import { fold } from './folding.ts'

/** Shorter values would mask ordinary words: they are known only as a whole field. */
export const shortestValue = 6
/** Shorter ones still are nothing that opens anything. */
export const shortestField = 3
/** From here on a value is looked for in any spelling. */
const shortestFolded = 12
/** What folding leaves of a value that is made of codes may be less. */
export const shortestFold = 8

const asciiJson = (value: string, upper: boolean) =>
  value.replace(/[^\x20-\x7e]/g, (unit) => {
    const hex = unit.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${upper ? hex.toUpperCase() : hex}`
  })

/** The base64 characters that depend on the value alone when it begins `offset` bytes into what is encoded. */
function base64Core(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
  return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
}

/** Every spelling of a value that is looked for, each at least `shortestValue` long; none where the value is too short. */
export function formsOf(value: string): string[] {
  if (value.length < shortestValue) return []
  const bytes = Buffer.from(value)
  const url = encodeURIComponent(value.toWellFormed())
  const strictUrl = url.replace(/[!'()*]/g, (unit) => `%${unit.charCodeAt(0).toString(16).toUpperCase()}`)
  const json = JSON.stringify(value).slice(1, -1)
  const form = new URLSearchParams([['', value]]).toString().slice(1)
  const plain = [form, ...[url, strictUrl].flatMap((one) => [one, one.replaceAll('%20', '+')])]
  const escaped = [json, json.replaceAll('/', '\\/')].flatMap((form) => [
    form,
    asciiJson(form, false),
    asciiJson(form, true),
  ])
  const base64 = [bytes.toString('base64'), base64Core(bytes, 0), base64Core(bytes, 1), base64Core(bytes, 2)]
  const forms = new Set([
    value,
    ...plain,
    ...plain.map((form) => form.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase())),
    ...escaped,
    ...base64.flatMap((form) => [form, form.replaceAll('+', '-').replaceAll('/', '_'), encodeURIComponent(form)]),
  ])
  return [...forms].filter((form) => form.length >= shortestValue)
}

/** Every plain spelling of a longer value, to be looked for in a folded text. */
export function foldedFormsOf(value: string): string[] {
  if (value.length < shortestFolded) return []
  const hex = Buffer.from(value).toString('hex')
  const wide = Buffer.from(value, 'utf16le').toString('hex')
  const forms = new Set([
    fold(value),
    hex,
    wide,
    ...formsOf(value)
      .filter((form) => form.length >= shortestFolded)
      .map(fold),
  ])
  return [...forms].filter((form) => form.length >= shortestFold)
}
