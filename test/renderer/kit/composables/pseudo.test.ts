import { expect, test } from 'vitest'
import { pseudoText, troubleOf } from '../../../support/pseudo.ts'

// A made-up language that breaks placeholders or plurals finds faults that no real one has.
test('placeholders, escapes and plural forms stay', () => {
  expect(pseudoText('{n} wait | {n} waits {left}')).toMatch(
    /^\u27e6\{n\} \S+~+\u27e7 \| \u27e6\{n\} \S+ \{left\}~+\u27e7$/,
  )
  expect(pseudoText("studio{'@'}example.org")).toContain("{'@'}")
})

// A check that finds nothing is green as well.
test('plain and glued texts are found, data and figures are not', () => {
  const isData = (text: string): boolean => text === 'Night show'
  const said = pseudoText('Refresh')
  expect(['Refresh', `${said} ${said}`, `${said} now`].map((text) => troubleOf(text, isData))).toEqual([
    'plain',
    'glued',
    'glued',
  ])
  expect(
    ['Night show', said, `${said} \u00b7 ${said}`, '12.00 EUR', 'Nov 21, 20:45', 'Night show, 20:45'].map((text) =>
      troubleOf(text, isData),
    ),
  ).toEqual(Array(6).fill(undefined))
})
