import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longestSnippet, longestSnippetName, mailSettingsSchema, mostSnippets } from '#contract/mail.ts'
import {
  cleanSnippets,
  isFull,
  snippetProblems,
  withSnippet,
} from '../../../../renderer/views/templates/model/snippets.ts'

// Catches a list that the form calls sound and the contract refuses, or one that loses a snippet.
test('a list without problems satisfies the contract', () => {
  const text = fc.oneof(
    fc.string({ maxLength: 8 }),
    fc.constantFrom('x'.repeat(longestSnippetName), 'x'.repeat(longestSnippetName + 1), 'x'.repeat(longestSnippet + 1)),
  )
  fc.assert(
    fc.property(fc.array(fc.record({ name: text, html: text }), { maxLength: 8 }), (list) => {
      const sound = snippetProblems(list).every((one) => Object.keys(one).length === 0)
      const clean = cleanSnippets(list)
      if (sound) expect(mailSettingsSchema().partial().safeParse({ snippets: clean }).success).toBe(true)
      expect(clean.map(({ html }) => html)).toEqual(list.map(({ html }) => html))
    }),
  )
})

// Catches two snippets that nobody can tell apart in the menu.
test('each problem is named at its own row', () => {
  expect(
    snippetProblems([
      { name: 'Footer', html: '<p>' },
      { name: ' footer ', html: '<p>' },
      { name: ' ', html: ' ' },
      { name: 'Long', html: 'x'.repeat(longestSnippet + 1) },
    ]),
  ).toEqual([{}, { name: 'name_twice' }, { name: 'unnamed', html: 'empty' }, { html: 'html_long' }])
})

// Catches a snippet that is doubled instead of replaced, and one beyond the bound.
test('a snippet with a known name replaces that one in its place', () => {
  const list = [
    { name: 'Footer', html: 'old' },
    { name: 'Header', html: 'head' },
  ]
  expect(withSnippet(list, { name: ' footer', html: 'new' })).toEqual([
    { name: 'footer', html: 'new' },
    { name: 'Header', html: 'head' },
  ])
  expect(withSnippet(list, { name: 'Legal', html: 'law' })).toHaveLength(3)
  const many = Array.from({ length: mostSnippets }, (_, at) => ({ name: `${at}`, html: 'x' }))
  expect([isFull(many.slice(1)), isFull(many)]).toEqual([false, true])
})
