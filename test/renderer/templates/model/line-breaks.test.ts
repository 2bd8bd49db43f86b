import { Text } from '@codemirror/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { lineBreakOf, positionOf } from '../../../../renderer/views/templates/model/line-breaks.ts'

const text = fc
  .array(fc.constantFrom('a', 'bc', '\n', '\r\n', '\r', ''), { maxLength: 12 })
  .map((parts) => parts.join(''))

// A file with CR LF, or with both kinds, would come back changed in every line.
test('any text comes out of the editor as it went in', () => {
  fc.assert(
    fc.property(text, (written) => {
      const lineBreak = lineBreakOf(written)
      const doc = Text.of(written.split(lineBreak))
      expect(doc.sliceString(0, doc.length, lineBreak)).toBe(written)
    }),
  )
})

// Marks would drift by one for every line above them.
test('an offset leads to the same letter in the editor', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('a', 'bcd', ''), { minLength: 1, maxLength: 6 }),
      fc.nat({ max: 30 }),
      (lines, offset) => {
        const written = lines.join('\r\n')
        const at = Math.min(offset, written.length)
        const doc = Text.of(lines)
        const inBreak = written.charAt(at - 1) === '\r' && written.charAt(at) === '\n'
        expect(positionOf(doc, at, '\r\n')).toBe(
          written.slice(0, inBreak ? at - 1 : at).replaceAll('\r\n', '\n').length,
        )
      },
    ),
  )
  expect(positionOf(Text.of(['abc']), 99, '\n')).toBe(3)
})

test('one line keeps the way of ending lines that was there', () => {
  expect(lineBreakOf('abc', '\r\n')).toBe('\r\n')
  expect(lineBreakOf('a\r\nb\n', '\r\n')).toBe('\n')
})
