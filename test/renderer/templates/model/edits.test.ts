import { expect, test } from 'vitest'
import { changeBy } from '../../../../renderer/views/templates/model/edits.ts'
import { template } from '../fixtures.ts'

// A second edit whose offsets were counted after the first one would hit the wrong place.
test('edits count in the text as it was, whatever their order', () => {
  const change = changeBy(template({ htmlContent: 'abcdef' }), [
    { field: 'htmlContent', from: 0, to: 1, insert: 'AAA' },
    { field: 'htmlContent', from: 4, to: 5, insert: '' },
    { field: 'subject', from: 0, to: 7, insert: 'Today' },
  ])
  expect(change).toEqual({ htmlContent: 'AAAbcdf', subject: 'Today, {{firstName}}' })
})

// A fix for a longer text must not cut into what is there now, not even with the part of it that would fit.
test('where one edit does not fit the text, nothing changes', () => {
  const edits = [
    { field: 'htmlContent' as const, from: 0, to: 1, insert: 'x' },
    { field: 'htmlContent' as const, from: 90, to: 99, insert: 'y' },
  ]
  expect(changeBy(template({ htmlContent: 'short' }), edits)).toEqual({})
})

// Fields that stay the same would be saved and marked as edited again.
test('only what changes is returned', () => {
  const variables = [{ name: 'guest', type: 'text', defaultValue: '' }]
  expect(changeBy(template(), [{ variables }])).toEqual({ variables })
  expect(changeBy(template({ subject: 'a' }), [{ field: 'subject', from: 0, to: 1, insert: 'a' }])).toEqual({})
})
