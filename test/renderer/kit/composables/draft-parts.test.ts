import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mask } from '#contract/mask.ts'
import type { DraftContent } from '#contract/draft.ts'
import { emptyContent, sameJson } from '../../../../renderer/writing/draft/draft-content.ts'
import { changesOf, conflictsOf, fieldText, mergedContent } from '../../../../renderer/writing/draft/draft-parts.ts'

const of = (rest: Partial<DraftContent>): DraftContent => ({
  ...emptyContent('PUT /api/events/general/update'),
  ...rest,
})

// A long text inside the body must be compared as a text, not as one escaped line of JSON.
test('each field of the body is a change of its own', () => {
  const before = of({ title: 'A', body: { subject: 'Old', htmlContent: '<p>\n</p>', tags: ['x'] } })
  const after = of({
    title: 'A',
    body: { subject: 'New', htmlContent: '<p>\n</p>', tags: ['x', 'y'], replyTo: 'crew@example.org' },
  })
  expect(changesOf(before, after).map(({ path }) => path.join('.'))).toEqual([
    'body.subject',
    'body.tags',
    'body.replyTo',
  ])
  expect(fieldText(['body', 'htmlContent'], '<p>\n</p>')).toBe('<p>\n</p>')
})

// Taking a side's change by default is right only where the other side left the field alone.
test('says who changed a field', () => {
  const base = of({ title: 'A', notes: 'n', body: { a: 1, b: 1 } })
  const mine = of({ title: 'B', notes: 'n', body: { a: 2, b: 1 } })
  const theirs = of({ title: 'C', notes: 'm', body: { a: 1, b: 1, c: 3 } })
  expect(conflictsOf(base, mine, theirs).map(({ path, by }) => `${path.join('.')} ${by}`)).toEqual([
    'title both',
    'notes theirs',
    'body.a mine',
    'body.c theirs',
  ])
  expect(conflictsOf(undefined, mine, theirs).every(({ by }) => by === 'both')).toBe(true)
})

// A merge that loses a field, or leaves one behind that the chosen side had removed, sends something nobody wrote.
test('choosing one side everywhere gives that side', () => {
  const json = fc.jsonValue({ maxDepth: 2 })
  const content = fc
    .record({
      title: fc.string(),
      notes: fc.string(),
      tags: fc.array(fc.string(), { maxLength: 2 }),
      body: json,
      extra: fc.dictionary(fc.constantFrom('x', 'y'), json),
    })
    .map((rest) => of(rest as Partial<DraftContent>))
  fc.assert(
    fc.property(content, content, content, (base, mine, theirs) => {
      const fields = conflictsOf(base, mine, theirs)
      const all = (side: 'mine' | 'theirs'): DraftContent =>
        mergedContent(mine, new Map(fields.map((field) => [field.key, field[side]])))
      expect(sameJson(JSON.parse(JSON.stringify(all('mine'))), JSON.parse(JSON.stringify(mine)))).toBe(true)
      expect(sameJson(JSON.parse(JSON.stringify(all('theirs'))), JSON.parse(JSON.stringify(theirs)))).toBe(true)
    }),
  )
})

// A credential that was typed and not saved yet must not be shown beside another window's.
test('a typed credential is masked', () => {
  expect(fieldText(['body', 'options', 'streamKey'], 'live_123')).toBe(mask)
  expect(fieldText(['body', 'options', 'streamKey'], '')).toBe('')
})
