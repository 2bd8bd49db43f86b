// The specification leaves out the names of the external platforms and gives only the endings of their switches and how
// many there are, so the endings and the numbers are what can be checked.
import { z } from 'zod'
import { field, type FieldMeta } from './fields.ts'

/** How many switches each ending may have (specification, section 2.3). */
const switchLimits = { OutputId: 34, PlaybackUrl: 1, EventId: 19 } as const

type Ending = keyof typeof switchLimits

/** An object of booleans whose names end in one of `endings`; the name before the ending is the person's. */
export function switches(endings: readonly Ending[], example: string, meta: FieldMeta) {
  const expected = `Expected a name that ends in ${endings.join(' or ')}, such as ${example}.`
  const name = z.string().regex(new RegExp(`^[A-Za-z][A-Za-z0-9_]{0,63}(?:${endings.join('|')})$`), expected)
  const values = z
    .record(name, z.boolean('Expected true or false.'), {
      error: (issue) =>
        issue.code === 'invalid_key' ? expected : `Expected an object of switches, such as {"${example}": true}.`,
    })
    .superRefine((all, context) => {
      for (const ending of endings) {
        const used = Object.keys(all).filter((key) => key.endsWith(ending)).length
        if (used > switchLimits[ending]) {
          context.addIssue({
            code: 'custom',
            message: `Expected at most ${switchLimits[ending]} names that end in ${ending}, not ${used}.`,
          })
        }
      }
    })
  return field(values, { ...meta })
}
