// The spellings in which a secret turns up: as it is, in a URL or form, in base64, in JSON; longer ones in whatever
// `folding.ts` makes plain.
import { fold } from './folding.ts'

/** Shorter values would mask ordinary words: only complete fields count. */
export const shortestValue = 6
export const shortestField = 3
/** From here a value is looked for in any spelling. */
const shortestFolded = 12
export const shortestFold = 8

const asciiJson = (value: string, upper: boolean) =>
  value.replace(/[^\x20-\x7e]/g, (unit) => {
    const hex = unit.charCodeAt(0).toString(16).padStart(4, '0')
    return `\\u${upper ? hex.toUpperCase() : hex}`
  })

/** The base64 characters that depend on the value alone at this byte offset. */
function base64Core(bytes: Buffer, offset: number): string {
  const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString('base64')
  return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6))
}

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
