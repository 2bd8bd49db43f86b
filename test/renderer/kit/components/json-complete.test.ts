import { CompletionContext } from '@codemirror/autocomplete'
import { json } from '@codemirror/lang-json'
import { ensureSyntaxTree } from '@codemirror/language'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { completeNames } from '../../../../renderer/kit/components/text/json-complete.ts'

const known: Record<string, string[]> = {
  '': ['customerId', 'limit', 'options'],
  options: ['title', 'tags'],
  'rows.[]': ['name'],
}
/** What is offered at the mark in a text. */
function offered(marked: string, explicit = false): string[] {
  const pos = marked.indexOf('|')
  const state = EditorState.create({ doc: marked.replace('|', ''), extensions: [json()] })
  ensureSyntaxTree(state, state.doc.length, 10_000)
  const result = completeNames((place) => (known[place.join('.')] ?? []).map((name) => ({ name })))(
    new CompletionContext(state, pos, explicit),
  )
  return result?.options.map(({ label }) => label) ?? []
}

// Names that are offered where a value stands would be sent as values; names that stand already would stand twice.
test.each([
  ['{"|"}', ['"customerId"', '"limit"', '"options"']],
  ['{\n"|', ['"customerId"', '"limit"', '"options"']],
  ['{"limit": 1, "|"}', ['"customerId"', '"options"']],
  ['{"limit": 1, "|": 2}', ['"customerId"', '"options"']],
  ['{cus|}', ['"customerId"', '"limit"', '"options"']],
  ['{"options": {"|"}}', ['"title"', '"tags"']],
  ['{"rows": [{"a": 1}, {"|"}]}', ['"name"']],
  ['{"limit": "|"}', []],
  ['["|"]', []],
  ['{"limit"|: 1}', []],
])('offers the names of the object at %s', (text, names) => {
  expect(offered(text)).toEqual(names)
})

// Asked for by key, they are offered before anything is typed.
test('offers the names on request', () => {
  expect(offered('{|}')).toEqual([])
  expect(offered('{|}', true)).toHaveLength(3)
})
