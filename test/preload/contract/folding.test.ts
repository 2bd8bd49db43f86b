import { expect, test } from 'vitest'
import { folded, foldedWords, hasWords } from '#contract/folding.ts'

// Catches a customer who is not found because the name was typed without its accents, as a Mac stores it, or with what a keyboard has.
test.each([
  ['José Núñez', 'nunez'],
  ['Zoe\u0308', 'zoë'],
  ['Zoë', 'ZOE'],
  ['Straße', 'strasse'],
  ['Strasse', 'straße'],
  ['Œuvre', 'oeuvre'],
  ['Søren Łukasz', 'soren lukasz'],
  ['Ёлка', 'елка'],
  ['İstanbul', 'istanbul'],
  ['Ａｎｎ', 'ann'],
  ['ﬁnale', 'finale'],
  ['مُحَمَّد', 'محمد'],
])('%s is found by %s', (written, typed) => {
  expect(hasWords(written, foldedWords(typed))).toBe(true)
})

// Catches a folding that takes vowels out of scripts whose vowels are signs, so that other words are found.
test('vowels of Hindi, Thai and Khmer stay', () => {
  expect(folded('किताब')).not.toBe(folded('कतब'))
  expect(folded('ที่')).not.toBe(folded('ท'))
  expect(hasWords('កម្ពុជា', foldedWords('កម្ពុ'))).toBe(true)
})

test('blanks are no words', () => {
  expect(foldedWords('  \u00a0 ')).toEqual([])
  expect(hasWords('', [])).toBe(true)
})
