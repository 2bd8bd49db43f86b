import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  compareIndexes,
  mostDifferences,
  type Difference,
} from '../../../../../renderer/records/products/answer/engine/compare.ts'
import { indexJson } from '../../../../../renderer/records/products/answer/engine/json-index.ts'
import { deep, manyRows } from './hostile.ts'

const between = (before: string, after: string): Difference[] =>
  compareIndexes(indexJson(before), indexJson(after)).differences

// A difference overseen, or seen where there is none.
test('added, removed and changed values are named by their path', () => {
  expect(between('{"a":1,"b":{"c":[1,2]},"gone":null}', '{"b":{"c":[1,3,4]},"a":1,"new":{"x":1}}')).toEqual([
    { kind: 'changed', path: 'b.c[1]', before: '2', after: '3' },
    { kind: 'added', path: 'b.c[2]', after: '4' },
    { kind: 'removed', path: 'gone', before: 'null' },
    { kind: 'added', path: 'new', after: '{x: 1}' },
  ])
  expect(between('{"a":[]}', '{"a":{}}')).toMatchObject([{ kind: 'changed', path: 'a' }])
})

// Every record different because one came first.
test('records of a list are matched by their identifier, wherever they stand', () => {
  expect(
    between(
      '{"items":[{"id":"a","n":1},{"id":"b","n":2}]}',
      '{"items":[{"id":"c","n":9},{"id":"b","n":3},{"id":"a","n":1}]}',
    ),
  ).toEqual([
    { kind: 'changed', path: 'items[id=b].n', before: '2', after: '3' },
    { kind: 'added', path: 'items[id=c]', after: '{id: c, n: 9}' },
  ])
})

// Two records of the same identifier taken for one.
test('where identifiers are not unique the place counts', () => {
  expect(between('[{"id":1,"n":1},{"id":1,"n":2}]', '[{"id":1,"n":1},{"id":1,"n":3}]')).toMatchObject([
    { path: '[1].n' },
  ])
})

// The spelling of a number called a difference, or big ones called the same.
test('numbers are compared by value, big ones by their digits', () => {
  expect(between('{"a":1.0,"b":"\\u0041"}', '{"a":1,"b":"A"}')).toEqual([])
  expect(between('[12345678901234567890]', '[12345678901234567891]')).toHaveLength(1)
})

// A name that stands twice lost; quadratic work for a name that stands a hundred thousand times.
test('a name that stands twice is compared as two', () => {
  expect(between('{"a":1,"a":2}', '{"a":1,"a":3}')).toMatchObject([{ before: '2', after: '3' }])
  const many = (last: number): string => `{${'"a":1,'.repeat(100_000)}"a":${last}}`
  expect(between(many(1), many(2))).toHaveLength(1)
})

// A page that is asked to draw a hundred thousand differences, or a stack that overflows.
test('it is bounded in number and depth', () => {
  const { differences, more } = compareIndexes(
    indexJson(manyRows(6_000)),
    indexJson(manyRows(6_000).replaceAll('"paid"', '"void"').replaceAll('"open"', '"shut"')),
  )
  expect([differences.length, more]).toEqual([mostDifferences, true])
  expect(between(deep, deep.replace('bottom', 'top'))).toMatchObject([{ before: 'bottom', after: 'top' }])
})

// An answer that differs from itself.
test('nothing differs from itself, however it is spaced', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(between(JSON.stringify(value), JSON.stringify(value, null, 1))).toEqual([])
    }),
  )
})
