import { expect, test } from 'vitest'
import type { Json, JsonSchema } from '#contract/json.ts'
import { readListing } from '#answers/answer.ts'
import { likelyPlace } from '#answers/likely.ts'
import { infer } from '../../../main/platform/learned/infer.ts'
import { dialects } from './dialects.ts'

const learned = (answer: Json): JsonSchema => infer(answer, { holdsInName: () => false })

// Catches a learned place that is not where the list stood.
test.each(Object.keys(dialects))('%s: what was learned of an answer leads to the same list', (name) => {
  const answer =
    dialects[name]?.(
      [
        { id: 't1', name: 'a' },
        { id: 't2', name: 'b' },
      ],
      'template',
    ) ?? null
  expect(likelyPlace(learned(answer), 'marketing/template') ?? '').toBe(readListing(answer, 'marketing/template').at)
})

test('a schema without a list, and one without end, lead nowhere', () => {
  expect(likelyPlace({ type: 'string' }, 'marketing/template')).toBeUndefined()
  const endless: Record<string, unknown> = { type: 'array' }
  endless['items'] = endless
  expect(likelyPlace(endless as JsonSchema, 'marketing/template')).toBeUndefined()
})

// Catches a learned place that is not used where two lists could be meant, and one that makes the reading sure.
test('what was learned decides between two lists, and the reading stays a guess', () => {
  const earlier = likelyPlace(learned({ records: [{ id: 'b' }] }), 'marketing/template')
  expect(
    readListing({ results: [{ id: 'a' }], records: [{ id: 'b' }] }, 'marketing/template', undefined, earlier),
  ).toMatchObject({ at: 'records', certainty: 'guessed' })
})
