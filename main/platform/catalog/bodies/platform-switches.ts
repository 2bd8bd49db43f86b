// The specification leaves out the platforms' names, so only the endings of their switches and their numbers can be
// checked.
import { z } from 'zod'
import { field, flagExpected, refusing, type FieldMeta } from './fields.ts'

/** Specification, section 2.3. */
const switchLimits = { OutputId: 34, PlaybackUrl: 1, EventId: 19 } as const

type Ending = keyof typeof switchLimits

/** An object of booleans whose names end in one of `endings`; the name before the ending is the person's. */
export function switches(endings: readonly Ending[], example: string, meta: FieldMeta) {
  const expected = refusing(`Expected a name that ends in ${endings.join(' or ')}, such as ${example}.`, {
    reason: 'switch_name',
    facts: { endings: [...endings], example },
  })
  const objectExpected = refusing(`Expected an object of switches, such as {"${example}": true}.`, {
    reason: 'wrong_type',
    facts: { expected: 'switches' },
  })
  const name = z.string().regex(new RegExp(`^[A-Za-z][A-Za-z0-9_]{0,63}(?:${endings.join('|')})$`), expected)
  const values = z
    .record(name, z.boolean(flagExpected), {
      error: (issue) => (issue.code === 'invalid_key' ? expected : objectExpected),
    })
    .superRefine((all, context) => {
      for (const ending of endings) {
        const used = Object.keys(all).filter((key) => key.endsWith(ending)).length
        const most = switchLimits[ending]
        if (used > most) {
          context.addIssue({
            code: 'custom',
            message: `Expected at most ${most} names that end in ${ending}, not ${used}.`,
            params: { reason: 'too_many_switches', facts: { max: most, ending } },
          })
        }
      }
    })
  return field(values, { ...meta })
}
