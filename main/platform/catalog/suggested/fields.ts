// Fields that a body of unspecified shape usually has: offered by forms, never demanded, and nothing else is refused beside them.
import { z } from 'zod'
import { field } from '../bodies/fields.ts'

export const password = (label: string, hint: string) =>
  field(z.string('Expected text.'), { label, hint, secret: true })

/** An object that takes any other field as well. */
export const offered = <S extends Readonly<Record<string, z.ZodType>>>(shape: S) => z.looseObject(shape)
