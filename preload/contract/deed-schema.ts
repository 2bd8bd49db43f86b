// The schemas of deeds, made when they are asked for, so that the page loads no validator.
import { z } from 'zod'
import { deedCodes, deedRules, longestDeedName, type DeedCode } from './deeds.ts'
import { named, recordOf, type Of } from './schema.ts'

const name = () => z.string().max(longestDeedName).exactOptional()

/** A poll that has a name, an amount with its currency: what a sentence may need. Names of people are never in it. */
export const deedSchema = named('Deed', () =>
  z.strictObject({
    code: z.enum(deedCodes as [DeedCode, ...DeedCode[]]),
    facts: z.strictObject({
      id: z.string().max(128).exactOptional(),
      name: name(),
      detail: name(),
      amount: z
        .string()
        .regex(/^\d{1,15}(?:\.\d{1,4})?$/)
        .exactOptional(),
      currency: z
        .string()
        .regex(/^[A-Z]{3,5}$/)
        .exactOptional(),
      seconds: z.int().min(0).max(10_000_000).exactOptional(),
    }),
  }),
)
export type Deed = Of<typeof deedSchema>
export type DeedFacts = Deed['facts']

/** What a submit gives. Anything else counts as none: no write is refused because of its deed. */
export const deedInput = () =>
  z
    .object({ code: z.string().max(64), facts: recordOf(z.string().max(64), z.unknown(), 16).default({}) })
    .optional()
    .catch(undefined)

/** Whether the code belongs to the operation, and the facts to the code. */
export function fitsDeed({ code, facts }: Deed, operation: string): boolean {
  if (code === 'record') return Object.keys(facts).every((fact) => fact === 'id' || fact === 'name')
  const rule = deedRules[code]
  const taken = new Set<string>(['id', 'name', ...(rule.facts ?? [])])
  return rule.operations.includes(operation) && Object.keys(facts).every((fact) => taken.has(fact))
}
