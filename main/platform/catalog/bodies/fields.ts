// The kinds of field of the specified bodies, with what a form needs of them. No field is demanded: the specification
// says of none that it is required.
import { z } from 'zod'
import type { FieldProblem } from '#contract/errors.ts'

/** What a form shows of a field; the words are JsonSchema's in `#contract/json.ts`. */
export interface FieldMeta {
  label: string
  hint?: string
  unit?: string
  secret?: true
  control?: 'multiline' | 'tags' | 'html'
}

type Refusal = Pick<FieldProblem, 'reason' | 'facts'>

const refusals = new Map<string, Refusal>()

/** A schema's message in English that the desk knows by a reason with facts too. */
export function refusing(message: string, refusal: Refusal): string {
  refusals.set(message, refusal)
  return message
}

export const refusalOf = (message: string): Refusal => refusals.get(message) ?? { reason: 'not_valid' }

const typed = (expected: string, message: string) => refusing(message, { reason: 'wrong_type', facts: { expected } })
const formatted = (format: string, message: string) => refusing(message, { reason: 'format', facts: { format } })

const anyText = z.string(typed('text', 'Expected text, such as "Evening show".'))
const textOrNothing = z
  .string(typed('text_or_null', 'Expected text, such as "Evening show", or null where it is not used.'))
  .nullable()
export const flagExpected = typed('flag', 'Expected true or false.')
const trueOrFalse = z.boolean(flagExpected)
const countExpected = typed('count', 'Expected a whole number of 0 or more, such as 2.')
const quantity = z.int(countExpected).min(0, countExpected)
const numberExpected = formatted('number_text', 'Expected a number written as text, such as "30".')
const numberText = z.string(numberExpected).regex(/^\d+(\.\d+)?$/, numberExpected)
const isoDate = z.iso.date(
  formatted('date', 'Expected a date that the calendar has, as YYYY-MM-DD, such as 2026-11-21.'),
)
const isoTime = z.iso.time({
  precision: 0,
  error: formatted('time', 'Expected a time of day as HH:MM:SS, such as 20:30:00.'),
})
const isoInstant = z.iso.datetime({
  precision: 3,
  error: formatted(
    'instant',
    'Expected a UTC time with milliseconds that the calendar has, such as 2026-11-21T20:30:00.000Z.',
  ),
})
const emailAddress = z.email(formatted('email', 'Expected an e-mail address, such as studio@example.org.'))

/** A field that may be left out, with what a form shows of it. Registered in place: `.meta()` would build every schema once more. */
export function field<T extends z.ZodType>(schema: T, meta: z.core.GlobalMeta) {
  const optional = schema.optional()
  z.globalRegistry.add(optional, meta)
  return optional
}

export const text = (meta: FieldMeta) => field(anyText, { ...meta })

export const textOrNull = (meta: FieldMeta) => field(textOrNothing, { ...meta })

export const flag = (meta: FieldMeta) => field(trueOrFalse, { ...meta })

/** A quantity: a whole number from 0 up to the largest that JSON carries exactly. */
export const count = (meta: FieldMeta) => field(quantity, { ...meta })

export const numericText = (meta: FieldMeta) => field(numberText, { ...meta, control: 'numeric' })

/** `YYYY-MM-DDTHH:MM:SS.mmmZ`, or null while it has not happened. */
export const instantOrNull = (meta: FieldMeta) => field(isoInstant.nullable(), { ...meta, control: 'instant' })

export const date = (meta: FieldMeta) => field(isoDate, { ...meta, control: 'date' })
export const dateOrNull = (meta: FieldMeta) => field(isoDate.nullable(), { ...meta, control: 'date' })

export const time = (meta: FieldMeta) => field(isoTime, { ...meta, control: 'time' })
export const timeOrNull = (meta: FieldMeta) => field(isoTime.nullable(), { ...meta, control: 'time' })

export const email = (meta: FieldMeta) => field(emailAddress, { ...meta, control: 'email' })

type Shape = Readonly<Record<string, z.ZodType>>

const objectExpected = typed('object', 'Expected an object with named fields, such as {"title": "Evening show"}.')

/** An object in which a field that the specification doesn't name is refused. */
export const record = <S extends Shape>(shape: S) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `The specification names no such field here: ${issue.keys.join(', ')}.`
        : objectExpected,
  })

export const list = <T extends z.ZodType>(item: T, meta: FieldMeta) =>
  field(z.array(item, typed('list', 'Expected a list, such as ["first", "second"].')), { ...meta })

export function inGroup<S extends Shape>(group: string, shape: S): S {
  Object.values(shape).forEach((schema, place) =>
    z.globalRegistry.add(schema, { ...schema.meta(), group, order: place + 1 }),
  )
  return shape
}
