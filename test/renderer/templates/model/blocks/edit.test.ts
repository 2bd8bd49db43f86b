import { expect, test } from 'vitest'
import {
  change,
  duplicate,
  insertAfter,
  insertInColumn,
  move,
  newBlock,
  placeOf,
  remove,
} from '../../../../../renderer/views/templates/model/blocks/edit.ts'
import type { BlockDocument } from '../../../../../renderer/views/templates/model/blocks/types.ts'

const start: BlockDocument = {
  version: 1,
  blocks: [
    { id: 'a', kind: 'divider' },
    {
      id: 'b',
      kind: 'columns',
      columns: [
        [
          { id: 'c', kind: 'spacer', height: 8 },
          { id: 'd', kind: 'divider' },
        ],
        [],
      ],
    },
    { id: 'e', kind: 'divider' },
  ],
}
const shape = ({ blocks }: BlockDocument): unknown =>
  blocks.map((one) => (one.kind === 'columns' ? one.columns.map((list) => list.map(({ id }) => id)) : one.id))

// Catches a block that is moved out of its column, lost at an end, or changed in the older document that undo shows.
test('blocks are moved, removed, copied and changed, in columns too', () => {
  const before = structuredClone(start)
  expect(shape(move(start, 'e', -1))).toEqual(['a', 'e', [['c', 'd'], []]])
  expect(shape(move(start, 'e', 5))).toEqual(['a', [['c', 'd'], []], 'e'])
  expect(shape(move(start, 'c', 1))).toEqual(['a', [['d', 'c'], []], 'e'])
  expect(shape(remove(start, 'd'))).toEqual(['a', [['c'], []], 'e'])
  expect(shape(insertAfter(start, 'a', { id: 'n', kind: 'divider' }))).toEqual(['a', 'n', [['c', 'd'], []], 'e'])
  expect(shape(insertAfter(start, undefined, { id: 'n', kind: 'divider' }))).toEqual(['a', [['c', 'd'], []], 'e', 'n'])
  expect(shape(insertInColumn(start, 'b', 1, { id: 'n', kind: 'divider' }))).toEqual(['a', [['c', 'd'], ['n']], 'e'])
  expect(placeOf(change<'spacer'>(start, 'c', { height: 20 }), 'c')).toMatchObject({
    block: { id: 'c', kind: 'spacer', height: 20 },
    index: 0,
    of: 2,
    within: { columns: 'b', column: 0 },
  })
  expect(shape(remove(start, 'gone'))).toEqual(shape(start))
  expect(start).toEqual(before)
})

// Catches columns within columns, which no mail client lays out.
test('columns take no columns', () => {
  expect(shape(insertAfter(start, 'c', newBlock('columns')))).toEqual(['a', [['c', 'd'], []], 'e'])
})

// Catches two blocks with one id, of which a change would reach both.
test('a copy has ids of its own', () => {
  const copied = duplicate(start, 'b')
  const ids = copied.blocks.flatMap((one) => [
    one.id,
    ...(one.kind === 'columns' ? one.columns.flat().map(({ id }) => id) : []),
  ])
  expect(ids).toHaveLength(8)
  expect(new Set(ids).size).toBe(8)
})
