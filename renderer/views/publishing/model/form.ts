// The body of section 2.3 in the shape of the form's inputs.
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { isSecretReference, type SecretReference } from '#contract/operation.ts'
import { integerDetails, isSecretOption, nullableDetails, optionNames, type OptionName } from './fields.ts'

/** A typed value, a stored secret, or '' where the option is not used. */
export type OptionValue = string | SecretReference

export interface EventForm {
  options: Record<OptionName, OptionValue>
  /** By field name; '' and absent both mean that it is left out. */
  details: Record<string, Json>
}

/** The body as it is sent: all 21 options, null where unused, and only the details that are filled in. */
export interface EventBody {
  options: Record<OptionName, string | SecretReference | null>
  details: JsonObject
}

export function emptyOptions(): Record<OptionName, OptionValue> {
  return Object.fromEntries(optionNames.map((name) => [name, ''])) as Record<OptionName, OptionValue>
}

export function emptyForm(): EventForm {
  return { options: emptyOptions(), details: {} }
}

/** A form from any body; what can't be read is left empty. */
export function fromBody(body: Json): EventForm {
  const form = emptyForm()
  if (!isObject(body)) return form
  const given = isObject(body.options) ? body.options : {}
  for (const name of optionNames) {
    const value: unknown = given[name]
    if (typeof value === 'string' || isSecretReference(value)) form.options[name] = value
  }
  if (isObject(body.details)) form.details = structuredClone(body.details)
  return form
}

/** The body to send or to keep, as plain objects: a form may be reactive, and Electron copies no proxies. */
export function toBody(form: EventForm): EventBody {
  return { options: wireOptions(form.options), details: wireDetails(form.details) }
}

export function wireOptions(options: Readonly<Partial<Record<OptionName, OptionValue | null>>>): EventBody['options'] {
  return Object.fromEntries(
    optionNames.map((name) => {
      const value = options[name] ?? null
      if (typeof value !== 'string') return [name, value === null ? null : { $secret: value.$secret }]
      return [name, value.trim() === '' ? null : value.trim()]
    }),
  ) as EventBody['options']
}

/** A body for the preview: references take the place of typed credentials that are not in the keychain yet. */
export function hideTyped(body: EventBody): EventBody {
  const options = { ...body.options }
  for (const name of optionNames)
    if (isSecretOption(name) && typeof options[name] === 'string') options[name] = { $secret: 'typed' }
  return { ...body, options }
}

/** Without what is empty. Null goes only where the specification allows it. */
export function wireDetails(details: Readonly<Record<string, Json>>): JsonObject {
  const body: JsonObject = {}
  for (const [name, value] of Object.entries(details)) {
    const wire = wireValue(name, value)
    if (wire !== undefined) body[name] = wire
  }
  return body
}

function wireValue(name: string, value: Json): Json | undefined {
  if (value === null) return nullableDetails.has(name) ? null : undefined
  if (typeof value === 'string') {
    if (value.trim() === '') return undefined
    return integerDetails.has(name) ? toInteger(value) : value
  }
  if (Array.isArray(value)) {
    const rows = value.map((row) => (isObject(row) ? filled(row) : row)).filter((row) => !isObject(row) || hasAny(row))
    return rows.length > 0 ? rows : undefined
  }
  if (isObject(value)) return hasAny(value) ? { ...value } : undefined
  return value
}

const hasAny = (value: JsonObject) => Object.keys(value).length > 0

function filled(row: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(row).filter(([, part]) => part !== null && (typeof part !== 'string' || part.trim() !== '')),
  )
}

/** A whole number from what was typed, otherwise the text, so that the mistake stays visible. */
export function toInteger(text: string): number | string {
  const trimmed = text.trim()
  const number = Number(trimmed)
  return /^-?\d+$/.test(trimmed) && Number.isSafeInteger(number) ? number : text
}

/** Takes over the references that a save put in the place of secrets, except in fields that were edited since. */
export function adoptReferences(form: EventForm, sent: EventBody, saved: EventForm): void {
  for (const name of optionNames) {
    const reference = saved.options[name]
    const now = form.options[name]
    if (isSecretReference(reference) && typeof now === 'string' && now.trim() === sent.options[name])
      form.options[name] = reference
  }
  for (const [name, value] of Object.entries(saved.details)) {
    if (isSecretReference(value) && form.details[name] === sent.details[name]) form.details[name] = value
  }
}

/** The event under a new name, without its state, record dates and secrets; a secret belongs to one event. */
export function duplicateForm(form: EventForm, suffix: string): EventForm {
  const copy = structuredClone(form)
  for (const name of optionNames) if (isSecretReference(copy.options[name])) copy.options[name] = ''
  const left = /^(started|paused|stopped)(On)?$|^(created|updated|deleted)(Date|Time)$/
  copy.details = Object.fromEntries(
    Object.entries(copy.details).filter(([name, value]) => !left.test(name) && !isSecretReference(value)),
  )
  if (typeof copy.details.title === 'string' && copy.details.title !== '') copy.details.title += ` ${suffix}`
  return copy
}
