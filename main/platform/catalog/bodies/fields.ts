// The kinds of field that the specified bodies are made of. Each refuses with a sentence that names what is expected, and
// carries what a form needs: label, hint, unit, control. No field is demanded: the specification says of none that it is required.
import { z } from 'zod'

/** What a form shows of a field; the words are JsonSchema's in `#contract/json.ts`. */
export interface FieldMeta {
  label: string
  hint?: string
  unit?: string
  secret?: true
  control?: 'multiline' | 'tags' | 'html'
}

const anyText = z.string('Expected text, such as "Evening show".')
const textOrNothing = z.string('Expected text, such as "Evening show", or null where it is not used.').nullable()
const trueOrFalse = z.boolean('Expected true or false.')
const countExpected = 'Expected a whole number of 0 or more, such as 2.'
const quantity = z.int(countExpected).min(0, countExpected)
const numberExpected = 'Expected a number written as text, such as "30".'
const numberText = z.string(numberExpected).regex(/^\d+(\.\d+)?$/, numberExpected)
const isoDate = z.iso.date('Expected a date that the calendar has, as YYYY-MM-DD, such as 2026-11-21.')
const isoTime = z.iso.time({ precision: 0, error: 'Expected a time of day as HH:MM:SS, such as 20:30:00.' })
const isoInstant = z.iso.datetime({
  precision: 3,
  error: 'Expected a UTC time with milliseconds that the calendar has, such as 2026-11-21T20:30:00.000Z.',
})
const emailAddress = z.email('Expected an e-mail address, such as studio@example.org.')

/** A field that may be left out, with what a form shows of it. Registered in place: `.meta()` would build every schema once more. */
export function field<T extends z.ZodType>(schema: T, meta: z.core.GlobalMeta) {
  const optional = schema.optional()
  z.globalRegistry.add(optional, meta)
  return optional
}

/** Any text, the empty one included. */
export const text = (meta: FieldMeta) => field(anyText, { ...meta })

/** Text, or null where the field is not used. */
export const textOrNull = (meta: FieldMeta) => field(textOrNothing, { ...meta })

export const flag = (meta: FieldMeta) => field(trueOrFalse, { ...meta })

/** A quantity: a whole number from 0 up to the largest that JSON carries exactly. */
export const count = (meta: FieldMeta) => field(quantity, { ...meta })

/** A number that travels as text. */
export const numericText = (meta: FieldMeta) => field(numberText, { ...meta, control: 'numeric' })

/** `YYYY-MM-DDTHH:MM:SS.mmmZ`, or null while it has not happened. */
export const instantOrNull = (meta: FieldMeta) => field(isoInstant.nullable(), { ...meta, control: 'instant' })

/** `YYYY-MM-DD`. */
export const date = (meta: FieldMeta) => field(isoDate, { ...meta, control: 'date' })
export const dateOrNull = (meta: FieldMeta) => field(isoDate.nullable(), { ...meta, control: 'date' })

/** `HH:MM:SS`. */
export const time = (meta: FieldMeta) => field(isoTime, { ...meta, control: 'time' })
export const timeOrNull = (meta: FieldMeta) => field(isoTime.nullable(), { ...meta, control: 'time' })

export const email = (meta: FieldMeta) => field(emailAddress, { ...meta, control: 'email' })

type Shape = Readonly<Record<string, z.ZodType>>

/** An object in which a field that the specification doesn't name is refused. */
export const record = <S extends Shape>(shape: S) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys'
        ? `The specification names no such field here: ${issue.keys.join(', ')}.`
        : 'Expected an object with named fields, such as {"title": "Evening show"}.',
  })

/** A list of rows or values. */
export const list = <T extends z.ZodType>(item: T, meta: FieldMeta) =>
  field(z.array(item, 'Expected a list, such as ["first", "second"].'), { ...meta })

/** Puts fields into one section of a form, in the order in which they are written. */
export function inGroup<S extends Shape>(group: string, shape: S): S {
  Object.values(shape).forEach((schema, place) =>
    z.globalRegistry.add(schema, { ...schema.meta(), group, order: place + 1 }),
  )
  return shape
}
