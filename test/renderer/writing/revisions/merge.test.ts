import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mask } from '#contract/mask.ts'
import type { DraftContent } from '#contract/draft.ts'
import { emptyContent, sameJson } from '../../../../renderer/writing/draft/draft-content.ts'
import { fieldText } from '../../../../renderer/writing/revisions/field-text.ts'
import { combined, differencesOf, merge, type Shape } from '../../../../renderer/writing/revisions/merge.ts'

const shape: Shape = {
  first: ['title', 'notes', 'body'],
  isWhole: ([first]) => first === 'base',
  isSet: (path) => path.join('.') === 'tags',
}

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
  expect(differencesOf(shape, undefined, before, after).map(({ path }) => path.join('.'))).toEqual([
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
  expect(differencesOf(shape, base, mine, theirs).map(({ path, by }) => `${path.join('.')} ${by}`)).toEqual([
    'title both',
    'notes theirs',
    'body.a mine',
    'body.c theirs',
  ])
  expect(differencesOf(shape, undefined, mine, theirs).every(({ by }) => by === 'both')).toBe(true)
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
      const all = (side: 'mine' | 'theirs'): DraftContent =>
        combined(shape, base, mine, theirs, (difference) => difference[side])
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

// Catches a tag or a thing in a list that is lost because the other window changed another one of the same list.
test('lists are brought together by what identifies their items', () => {
  const option = (id: string, text: string) => ({ id, text })
  const base = of({ tags: ['a', 'b'], body: { options: [option('1', 'Yes'), option('2', 'No')], plain: [1, 2] } })
  const mine = of({ tags: ['b', 'c'], body: { options: [option('2', 'Never'), option('1', 'Yes')], plain: [1, 2] } })
  const theirs = of({
    tags: ['a', 'b', 'd'],
    body: { options: [option('1', 'Yes'), option('3', 'Perhaps'), option('2', 'No')], plain: [1, 2, 3] },
  })
  const { content, clashes } = merge(shape, base, mine, theirs)
  expect(clashes).toEqual([])
  expect(content).toMatchObject({
    tags: ['b', 'd', 'c'],
    body: { options: [option('2', 'Never'), option('1', 'Yes'), option('3', 'Perhaps')], plain: [1, 2, 3] },
  })
})

// Catches an order that one side gave and the other overwrote without a question.
test('two orders of one list are asked about', () => {
  const things = (...ids: string[]) => of({ body: ids.map((id) => ({ id })) })
  const { clashes } = merge(shape, things('a', 'b', 'c'), things('b', 'a', 'c'), things('a', 'c', 'b'))
  expect(clashes).toMatchObject([{ path: ['body'], order: true, mine: ['b', 'a', 'c'], theirs: ['a', 'c', 'b'] }])
  const { content } = merge(
    shape,
    things('a', 'b', 'c'),
    things('b', 'a', 'c'),
    things('a', 'c', 'b'),
    (clash) => clash.theirs,
  )
  expect(content.body).toEqual([{ id: 'a' }, { id: 'c' }, { id: 'b' }])
})
