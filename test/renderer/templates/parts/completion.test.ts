import { CompletionContext } from '@codemirror/autocomplete'
import { html } from '@codemirror/lang-html'
import { EditorState } from '@codemirror/state'
import { expect, test } from 'vitest'
import { completeVariable, placeholders } from '../../../../renderer/views/templates/parts/placeholder-extension.ts'

const variables = [
  { name: 'firstName', type: 'text', defaultValue: 'friend' },
  { name: 'count', type: 'number', defaultValue: '' },
  { name: 'count', type: 'text', defaultValue: '2' },
  { name: '', type: 'text', defaultValue: '' },
]
const words = { known: () => '', unknown: () => '' }

/** What is offered at the `|` of a text. */
function offered(written: string) {
  const at = written.indexOf('|')
  const state = EditorState.create({
    doc: written.replace('|', ''),
    extensions: [html(), placeholders(variables, words)],
  })
  const result = completeVariable(new CompletionContext(state, at, false))
  return result && { from: result.from, options: result.options.map(({ label, detail }) => [label, detail]) }
}

// A list that opens after one brace, or in a finished placeholder, would be in the way of every style sheet.
test('variables are offered after two braces alone, each once, with type and default', () => {
  const options = [
    ['firstName', 'text  "friend"'],
    ['count', 'number'],
  ]
  expect(offered('<p>{{|')).toEqual({ from: 5, options })
  expect(offered('<a href="https://example.org/{{ fi|">')).toEqual({ from: 32, options })
  expect(offered('<p>{|')).toBeNull()
  expect(offered('<p>{{firstName}} |')).toBeNull()
})
