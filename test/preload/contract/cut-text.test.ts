import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutText } from '#contract/cut-text.ts'

// Catches half an emoji, a flag or a family taken apart, and an accent that is lost from its letter.
test('cuts between characters', () => {
  expect(cutText('ab😀', 3)).toBe('ab')
  expect(cutText('ab😀c', 4)).toBe('ab😀')
  expect(cutText('a🇪🇸b', 4)).toBe('a')
  expect(cutText('x👩‍👩‍👧‍👦', 6)).toBe('x')
  expect(cutText('ne\u0301e', 2)).toBe('n')
  expect(cutText('short', 10)).toBe('short')
})

// Catches a text that is longer than asked for, or that holds half of a pair, whatever is cut; fast-check prints its seed.
test('is never too long and never broken', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), fc.integer({ min: 0, max: 200 }), (text, most) => {
      const cut = cutText(text, most)
      expect(cut.length).toBeLessThanOrEqual(most)
      expect(text.startsWith(cut)).toBe(true)
      expect(cut.isWellFormed()).toBe(true)
    }),
  )
  expect(cutText(`a${'\u0300'.repeat(500)}`, 100)).toHaveLength(100)
})
