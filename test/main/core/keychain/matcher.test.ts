import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMatcher } from '../../../../main/core/keychain/matcher.ts'

const letters = (minLength: number, maxLength: number) =>
  fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'ä'), minLength, maxLength })

// A word that is shorter than all before it changes how far the search may skip: none of the longer ones may be passed over then.
test('finds what a plain search finds, in whatever order the words came', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(letters(1, 9), { maxLength: 3 }), { maxLength: 4 }),
      letters(0, 60),
      (additions, text) => {
        const matcher = createMatcher(4)
        for (const words of additions) matcher.add(words)
        const words = additions.flat().filter(({ length }) => length >= 4)
        const covered = Array.from(text, () => false)
        for (const word of words)
          for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
            covered.fill(true, at, at + word.length)
        expect(matcher.holds(text)).toBe(covered.includes(true))
        const spanned = Array.from(text, () => false)
        for (const { start, end } of matcher.spans(text)) spanned.fill(true, start, end)
        expect(spanned).toEqual(covered)
      },
    ),
    { numRuns: 2_000 },
  )
})

test('finds a word of any length at both ends of a text', () => {
  const matcher = createMatcher(6)
  const word = 'k'.repeat(400)
  matcher.add([word])
  expect(matcher.spans(`${word}-${'x'.repeat(500)}-${word}`)).toEqual([
    { start: 0, end: 400 },
    { start: 902, end: 1302 },
  ])
})
