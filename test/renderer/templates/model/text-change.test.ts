import fc from 'fast-check'
import { expect, test } from 'vitest'
import { caretAfter, textChange } from '../../../../renderer/views/templates/model/text-change.ts'

const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\u00e9'), maxLength: 12 })

// A replacement that is off by one would write something nobody wrote.
test('the change turns the one text into the other, and a caret stays within it', () => {
  fc.assert(
    fc.property(text, text, fc.nat({ max: 12 }), (before, after, at) => {
      const change = textChange(before, after)
      if (change === undefined) {
        expect(before).toBe(after)
        return
      }
      expect(before.slice(0, change.from) + change.insert + before.slice(change.to)).toBe(after)
      const caret = caretAfter(Math.min(at, before.length), change)
      expect(caret).toBeGreaterThanOrEqual(0)
      expect(caret).toBeLessThanOrEqual(after.length)
    }),
  )
})

// A caret that jumps while content comes in from elsewhere puts the next letters into the wrong word.
test('the caret keeps its words', () => {
  const change = textChange('Hello world', 'Hello dear world')
  if (change === undefined) throw new Error('There is a change.')
  expect(caretAfter(3, change)).toBe(3)
  expect(caretAfter(11, change)).toBe(16)
})
