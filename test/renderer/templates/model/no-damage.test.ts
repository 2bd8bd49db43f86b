import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { applyEdits } from '../../../../renderer/views/templates/model/edits.ts'
import { printed } from '../mustache.ts'
import { problemsOf, template } from './support.ts'
import type { Template, Variable } from '../../../../renderer/views/templates/model/types.ts'

type View = Record<string, unknown>

/** In the manner of the Mustache specification: a template and the data that fills it. */
const cases: Array<[string, string, View]> = [
  ['no tags', 'Hello { world } }} }', {}],
  ['interpolation', 'Hello {{ name }}, {{{raw}}} {{&raw}} {{& raw }}', { name: 'A&B', raw: '<b>' }],
  ['a missing name', 'I ({{cannot}}) be {{found.here}}', {}],
  ['dotted names', '{{a.b.c}} {{#a}}{{b.c}}{{/a}}', { a: { b: { c: 'x' } } }],
  ['the current item', '{{#list}}({{.}}){{/list}} {{#list}}{{{.}}}{{/list}}', { list: [1, '<'] }],
  ['a condition', '{{#on}}yes{{/on}}{{^on}}no{{/on}}', { on: true }],
  ['a nested loop', '{{#a}}{{n}}{{#b}}{{n}}{{/b}}{{/a}}', { a: [{ n: 1, b: [{ n: 2 }, { n: 3 }] }] }],
  ['a loop named like a helper', '{{#each}}{{if}}{{else}}{{this}}{{/each}}', { each: [{ if: 1, else: 2, this: 3 }] }],
  ['standalone lines', '| a\n  {{#on}}\n| b\n  {{/on}}\n| c', { on: true }],
  ['an inverted list', '{{^list}}none{{/list}}', { list: [] }],
  ['a comment', 'a{{! b }}c', {}],
  ['a comment of several lines', 'a\n{{!\nb {{ c\n}}\nd', {}],
  ['a comment that looks like a variable', 'a{{!name}}b {{name}}', { name: 'x', '!name': 'y' }],
  ['a partial', 'a {{>part}} b {{> other }}', {}],
  ['set delimiters', '{{=<% %>=}}(<%text%>) {{text}} {text}}', { text: 'x' }],
  ['set delimiters twice', '{{=| |=}}|a| {{a} |={{ }}=|{{a}}', { a: 1 }],
  ['delimiters of marks', '{{= @ @ =}}@#on@ {{on}} @/on@', { on: true }],
  ['inside an attribute', '<a href="{{url}}?x={{{q}}}" {{#new}}target="_blank"{{/new}}>x</a>', { url: '/', q: '&' }],
  ['a branch that opens a tag', '{{#m}}<div class="a">{{/m}}{{^m}}<div>{{/m}}x</div>', { m: true }],
  ['rows of a table', '<table>{{#r}}<tr><td>{{t}}</td></tr>{{/r}}</table>', { r: [{ t: 1 }, { t: 2 }] }],
  ['a name near a variable', '{{#guests}}{{guest_name}}{{/guests}}', { guests: [{ guest_name: 'x' }], guestName: 'y' }],
  ['pipes in a name', '{{ name | upper }} {{a|b}}', { 'name | upper': 'x', 'a|b': 'y' }],
  ['a name with spaces', '{{first name}} {{ 1st }} {{a+b}}', { 'first name': 'x', '1st': 'y', 'a+b': 'z' }],
  ['an entity', '{{&nbsp;name&nbsp;}}', { 'nbsp;name&nbsp;': 'x' }],
  ['foreign tags', '*|FNAME|* %recipient.name% {% if a %} <%= a %> {a} %7B%7Ba%7D%7D', { a: 1, FNAME: 2 }],
]

const folder = join(import.meta.dirname, '../corpus')
const views: View[] = [
  { name: 'N', firstName: 'F', title: 'T', songs: [{ name: 'S', length: 3 }], items: [{ price: 1 }], member: true },
  {},
]
/** Files that a conforming engine prints; what is not Mustache is text for it. */
const corpus = readdirSync(folder)
  .filter((name) => /\.(?:html|txt)$/.test(name))
  .flatMap((name) => {
    const text = readFileSync(join(folder, name), 'utf8')
    return printed(text, {}) === undefined ? [] : views.map((view): [string, string, View] => [name, text, view])
  })

const variablesOf = (view: View): Variable[] =>
  Object.entries(view).flatMap(([name, value]) =>
    typeof value === 'string' || typeof value === 'number' ? [{ name, type: 'text', defaultValue: String(value) }] : [],
  )

/** All states that one press leads to, without those that write a missing text part. */
async function pressed(change: Partial<Template>): Promise<Array<{ id: string; after: Template }>> {
  const problems = await problemsOf(change)
  return problems.flatMap(({ fixes }) =>
    fixes.map(({ id, edits }) => ({ id, after: applyEdits(template(change), edits) })),
  )
}

const dataOf = ({ variables }: Template, view: View): View => ({
  ...Object.fromEntries(variables.map(({ name, defaultValue }) => [name.trim(), defaultValue])),
  ...view,
})

// A button that tidied a loop, a comment or a filter into a name changed what every reader gets.
test.each([...cases, ...corpus])('no fix changes what is printed: %s', async (name, text, view) => {
  // Its slips are there to be corrected.
  if (name === 'slips.txt') return
  for (const field of ['htmlContent', 'textContent', 'subject'] as const)
    for (const variables of [[], variablesOf(view)]) {
      const change = { [field]: text, ...(field === 'subject' ? {} : { subject: 'Tonight' }), variables }
      const before = template(change)
      for (const { id, after } of await pressed(change)) {
        // What a script prints never runs in mail.
        if (id === 'remove_script') continue
        expect(printed(after[field], dataOf(after, view)), id).toBe(printed(before[field], dataOf(before, view)))
      }
    }
})

// Catches an engine that prints nothing at all, with which the test above would compare nothing.
test('the engine prints the cases', () => {
  expect(cases.filter(([, text, view]) => printed(text, view) === undefined)).toEqual([])
  expect(new Set(corpus.map(([name]) => name)).size).toBeGreaterThan(12)
  expect(printed('{{#a}}{{b}}{{/a}}', { a: [{ b: 1 }, { b: 2 }] })).toBe('12')
})

// A construct that is called a broken name sends its author looking for a mistake that is not there.
test.each([
  ['{{#each a}}', 'loop'],
  ['{{#if a}}', 'condition'],
  ['{{#if a}}{{else}}', 'condition'],
  ['{{#a}}', 'section'],
  ['{{^a}}', 'section'],
  ['{{/a}}', 'end'],
  ['{{ a | upper }}', 'filter'],
  ['{{> a}}', 'partial'],
  ['{{! a {{ b }}', 'comment'],
  ['{{!-- {{a}} --}}', 'comment'],
  ['{{{a}}}', 'raw'],
  ['{{&a}}', 'raw'],
  ['{{=<% %>=}}', 'delimiters'],
  ['{{formatDate d "YYYY"}}', 'helper'],
  ['{{~a~}}', 'trimmed'],
  ['{{#if a < 3}}', 'condition'],
  ['{{.}}', 'context'],
  ['{{@index}}', 'context'],
])('%s is named: %s', async (subject, kind) => {
  const problems = await problemsOf({ subject })
  expect(problems.at(-1)).toMatchObject({ code: 'foreign_construct', level: 'warning', values: { kind }, fixes: [] })
  expect(problems.filter(({ code }) => code !== 'foreign_construct')).toEqual([])
})

// A variable that only a loop or a filter uses would be offered for removal as unused.
test('a name inside a construct counts as used', async () => {
  const variables = ['guests', 'show', 'raw'].map((name) => ({ name, type: 'text', defaultValue: 'x' }))
  const problems = await problemsOf({ textContent: '{{#each guests}}{{/each}}{{ show | upper }}{{{raw}}}', variables })
  expect(problems.filter(({ field }) => field === 'variables')).toEqual([])
})

// What is offered must be what stands in the braces, never something made of it.
test('slips of one brace around a name are corrected, others only reported', async () => {
  const textContent = readFileSync(join(folder, 'slips.txt'), 'utf8')
  const problems = (await problemsOf({ textContent })).filter(({ code }) => code === 'malformed_placeholder')
  expect(
    problems.map(({ from, to, values, fixes }) => [
      textContent.slice(from, to),
      values['kind'],
      fixes.map(({ values: { text } }) => text).join(),
    ]),
  ).toEqual([
    ['{{name}', 'closing', '{{name}}'],
    ['{time}}', 'opening', '{{time}}'],
    ['{{first name}}', 'name', ''],
    ['{{}}', 'empty', ''],
    ['{{&nbsp;name&nbsp;}}', 'name', ''],
    ['{{ {{show}} }}', 'nested', '{{show}}'],
    ['{{unfinished', 'unclosed', '{{unfinished}}'],
  ])
})
