import fc from 'fast-check'
import { expect, test } from 'vitest'
import { highlightParts } from '../../../../renderer/kit/components/text/highlight.ts'

// Highlighting must never change, repeat or drop a character of what it highlights.
test('the parts make up the text', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(fc.tuple(fc.nat(30), fc.nat(30))), (text, ranges) => {
      expect(
        highlightParts(text, ranges)
          .map((part) => part.text)
          .join(''),
      ).toBe(text)
    }),
  )
  expect(
    highlightParts('night show', [
      [0, 5],
      [3, 7],
    ]),
  ).toEqual([
    { text: 'night', hit: true },
    { text: ' s', hit: true },
    { text: 'how', hit: false },
  ])
})
