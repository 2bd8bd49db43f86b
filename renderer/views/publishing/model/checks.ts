// What the form can say before anything is sent: formats by the catalog's schema, and secrets that stand in the wrong field.
import type { FieldProblem } from '#contract/errors.ts'
import type { Json, JsonSchema } from '#contract/json.ts'
import { isSecretReference } from '#contract/operation.ts'
import { isSecretOption, optionNames } from './fields.ts'
import type { EventForm } from './form.ts'
import { isDate, isInstant, isTime } from './time.ts'

export type FormatProblem = 'instant' | 'date' | 'time' | 'integer' | 'numeric'

/** What is wrong with a filled-in value, or nothing. */
export function formatProblem(schema: JsonSchema, value: Json | undefined): FormatProblem | undefined {
  if (value === undefined || value === null || value === '' || isSecretReference(value)) return undefined
  if (isInteger(schema))
    return Number.isSafeInteger(value) || (typeof value === 'string' && /^\s*-?\d+\s*$/.test(value))
      ? undefined
      : 'integer'
  if (typeof value !== 'string') return undefined
  const kind = formats.find((each) => each === schema.control)
  return kind === undefined || fits[kind](value) ? undefined : kind
}

const formats = ['instant', 'date', 'time', 'numeric'] as const
const fits: Record<(typeof formats)[number], (text: string) => boolean> = {
  instant: isInstant,
  date: isDate,
  time: isTime,
  numeric: (text) => /^\d+(\.\d+)?$/.test(text),
}

function isInteger(schema: JsonSchema): boolean {
  return schema.type === 'integer' || (schema.anyOf?.some(isInteger) ?? false)
}

/** The format problems of the details, by path (`details.scheduleDate`); `say` words them. */
export function formatProblems(
  properties: Readonly<Record<string, JsonSchema>>,
  details: Readonly<Record<string, Json>>,
  say: (problem: FormatProblem) => string,
): FieldProblem[] {
  return Object.entries(properties).flatMap(([name, schema]) => {
    const problem = formatProblem(schema, details[name])
    return problem === undefined ? [] : [{ path: `details.${name}`, message: say(problem) }]
  })
}

/** Shorter values turn up by chance. */
const shortestSecret = 6

/** Paths outside the credential fields that hold a credential typed into this form, or one that a save has moved to the keychain. */
export function misplacedSecrets(form: EventForm): string[] {
  const typed = optionNames
    .filter(isSecretOption)
    .map((name) => form.options[name])
    .filter((value) => typeof value === 'string')
    .map((value) => value.trim())
    .filter((value) => value.length >= shortestSecret)
  const found: string[] = []
  const look = (value: unknown, path: string): void => {
    if (isSecretReference(value)) found.push(path)
    else if (typeof value === 'string') {
      if (typed.some((secret) => value.includes(secret))) found.push(path)
    } else if (typeof value === 'object' && value !== null) {
      for (const [name, part] of Object.entries(value)) look(part, `${path}.${name}`)
    }
  }
  for (const name of optionNames) if (!isSecretOption(name)) look(form.options[name], `options.${name}`)
  look(form.details, 'details')
  return found
}
