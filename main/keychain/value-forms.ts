// The spellings in which a secret turns up in text: as it is, in a URL or a form, in base64, inside JSON.

/** Shorter values would mask ordinary words. */
export const shortestValue = 6

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
  const escaped = [json, json.replaceAll('/', '\\/')].flatMap((form) => [form, asciiJson(form, false), asciiJson(form, true)])
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
