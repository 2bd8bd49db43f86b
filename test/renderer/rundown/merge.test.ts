// Two versions of a rundown brought together.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { RundownContent } from '#contract/air/rundown.ts'
import { changed, inserted, moved, without } from '../../../renderer/views/rundown/model/cues.ts'
import { merge as mergeBy, type Merged } from '../../../renderer/writing/revisions/merge.ts'
import { sampleCue } from '../support/sample-rundowns.ts'

const merge = (
  base: RundownContent,
  mine: RundownContent,
  theirs: RundownContent,
  side: 'mine' | 'theirs' = 'mine',
): Merged<RundownContent> => mergeBy({}, base, mine, theirs, (clash) => clash[side])

const base: RundownContent = {
  title: 'Night show',
  environment: 'rehearsal',
  template: false,
  cues: ['a', 'b', 'c', 'd'].map((id) => sampleCue(id, id.toUpperCase())),
}
const withCues = (cues: RundownContent['cues']): RundownContent => ({ ...base, cues })
const ids = ({ cues }: RundownContent): string => cues.map(({ id }) => id).join('')

// Catches a change that is lost because the other window saved first.
test('changes of different fields and cues are both kept, without a question', () => {
  const mine = withCues(changed(base.cues, 'a', { title: 'Opening' }))
  const theirs = withCues(
    inserted(changed(changed(base.cues, 'a', { colour: 'teal' }), 'c', { skip: true }), sampleCue('e', 'New'), 'b'),
  )
  const { content, clashes } = merge(base, mine, theirs)
  expect(clashes).toEqual([])
  expect(ids(content)).toBe('abecd')
  expect(content.cues[0]).toMatchObject({ title: 'Opening', colour: 'teal' })
  expect(content.cues[3]).toMatchObject({ id: 'c', skip: true })
})

// Catches an overwritten field that nobody was asked about, and a question that has no effect.
test('the same field changed by both is a clash, and the preferred side holds', () => {
  const mine = withCues(changed(base.cues, 'b', { title: 'Mine' }))
  const theirs = withCues(changed(base.cues, 'b', { title: 'Theirs' }))
  expect(merge(base, mine, theirs)).toMatchObject({
    clashes: [{ path: ['cues', 'b', 'title'], mine: 'Mine', theirs: 'Theirs' }],
    content: { cues: [{}, { title: 'Mine' }, {}, {}] },
  })
  expect(merge(base, mine, theirs, 'theirs').content.cues[1]?.title).toBe('Theirs')
})

// Catches a removed cue that comes back, and a changed one that vanishes without a word.
test('a removed cue stays removed, unless the other side changed it', () => {
  const gone = withCues(without(base.cues, 'c'))
  expect(ids(merge(base, gone, base).content)).toBe('abd')
  expect(ids(merge(base, base, gone).content)).toBe('abd')
  const changedThere = withCues(changed(base.cues, 'c', { note: 'new' }))
  const { content, clashes } = merge(base, gone, changedThere)
  expect(clashes).toMatchObject([{ path: ['cues', 'c'], mine: undefined }])
  expect(ids(content)).toBe('abd')
  expect(ids(merge(base, gone, changedThere, 'theirs').content)).toBe('abcd')
})

// Catches a cue that is there twice or lost, or an order that only one side changed and that is undone.
test('any two edits: each cue once, none invented, and one side alone is taken whole', () => {
  const edit = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('move' as const), id: fc.constantFrom('a', 'b', 'c', 'd'), to: fc.nat(4) }),
      fc.record({ kind: fc.constant('remove' as const), id: fc.constantFrom('a', 'b', 'c', 'd') }),
      fc.record({
        kind: fc.constant('add' as const),
        id: fc.constantFrom('w', 'x', 'y', 'z'),
        after: fc.constantFrom('a', 'd'),
      }),
      fc.record({
        kind: fc.constant('title' as const),
        id: fc.constantFrom('a', 'b', 'c', 'd'),
        title: fc.string({ maxLength: 3 }),
      }),
    ),
    { maxLength: 5 },
  )
  const made = (steps: typeof edit extends fc.Arbitrary<infer T> ? T : never, side: string): RundownContent =>
    withCues(
      steps.reduce<RundownContent['cues']>((cues, step) => {
        if (step.kind === 'move') return [...moved(cues, step.id, step.to)]
        if (step.kind === 'remove') return without(cues, step.id)
        if (step.kind === 'title') return changed(cues, step.id, { title: step.title })
        const id = side + step.id
        return cues.some((one) => one.id === id) ? cues : inserted(cues, sampleCue(id, 'new'), step.after)
      }, base.cues),
    )
  fc.assert(
    fc.property(edit, edit, (one, other) => {
      const mine = made(one, 'm')
      const theirs = made(other, 't')
      const { content } = merge(base, mine, theirs)
      const found = content.cues.map(({ id }) => id)
      expect(new Set(found).size).toBe(found.length)
      const known = new Set([...mine.cues, ...theirs.cues].map(({ id }) => id))
      expect(found.every((id) => known.has(id))).toBe(true)
      for (const { id } of mine.cues) if (id.startsWith('m')) expect(found).toContain(id)
      expect(merge(base, mine, base)).toEqual({ content: mine, clashes: [] })
      expect(merge(base, base, theirs)).toEqual({ content: theirs, clashes: [] })
    }),
  )
})
