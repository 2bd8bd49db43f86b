import type { FieldProblem } from '#contract/errors.ts'
import type { Json, JsonSchema } from '#contract/json.ts'
import { isSecretReference } from '#contract/operation.ts'
import type { FieldReason } from '#contract/reasons.ts'
import { isSecretOption, optionNames } from './fields.ts'
import type { EventForm } from './form.ts'
import { isDate, isInstant, isTime } from './time.ts'

export function formatProblem(schema: JsonSchema, value: Json | undefined): FieldReason | undefined {
  if (value === undefined || value === null || value === '' || isSecretReference(value)) return undefined
  if (isInteger(schema))
    return Number.isSafeInteger(value) || (typeof value === 'string' && /^\s*-?\d+\s*$/.test(value))
      ? undefined
      : 'not_an_integer'
  if (typeof value !== 'string') return undefined
  const format = formats.get(schema.control ?? '')
  return format === undefined || format.fits(value) ? undefined : format.reason
}

const formats = new Map<string, { reason: FieldReason; fits: (text: string) => boolean }>([
  ['instant', { reason: 'not_an_instant', fits: isInstant }],
  ['date', { reason: 'not_a_date', fits: isDate }],
  ['time', { reason: 'not_a_time', fits: isTime }],
  ['numeric', { reason: 'not_numeric', fits: (text) => /^\d+(\.\d+)?$/.test(text) }],
])

function isInteger(schema: JsonSchema): boolean {
  return schema.type === 'integer' || (schema.anyOf?.some(isInteger) ?? false)
}

export function formatProblems(
  properties: Readonly<Record<string, JsonSchema>>,
  details: Readonly<Record<string, Json>>,
): FieldProblem[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const reason = formatProblem(schema, details[name])
    return reason === undefined ? [] : [{ path: `details.${name}`, message: reason, reason }]
  })
}

/** Shorter values occur by chance. */
const shortestSecret = 6

/** Paths outside the credential fields with a credential typed into this form, or with one that a save moved to the keychain. */
export function misplacedSecrets(form: EventForm): string[] {
  const typed = optionNames
    .filter(isSecretOption)
    .map((name) => form.options[name])
    .filter((value) => typeof value === 'string')
    .map((value) => value.trim())
    .filter((value) => value.length >= shortestSecret)
  const found: string[] = []
  const search = (value: unknown, path: string): void => {
    if (isSecretReference(value)) found.push(path)
    else if (typeof value === 'string') {
      if (typed.some((secret) => value.includes(secret))) found.push(path)
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, part] of Object.entries(value)) search(part, `${path}.${name}`)
    }
  }
  for (const name of optionNames) if (!isSecretOption(name)) search(form.options[name], `options.${name}`)
  search(form.details, 'details')
  return found
}
