import { expect, test } from 'vitest'
import { analyse } from '../../../../renderer/views/templates/model/analyse.ts'
import { sampleData } from '../../../../renderer/views/templates/model/samples.ts'
import { fillSections } from '../../../../renderer/views/templates/model/sections.ts'
import type { Samples } from '../../../../renderer/views/templates/model/types.ts'
import { printed } from '../mustache.ts'
import { defaults, template } from './support.ts'

const own = (json: unknown): Samples => ({ set: 'custom', custom: JSON.stringify(json) })
const withSections = (change: Parameters<typeof template>[0], samples: Samples = defaults) =>
  analyse(template(change), samples, undefined, 1, { sections: true })

// The preview would show what no reader gets, or a value that breaks out of the HTML.
test('loops, conditions and fallbacks are filled in with nested values', async () => {
  const { rendered, sectionFault } = await withSections(
    {
      subject: '{{#hosts}}{{name}}, {{/hosts}}live',
      htmlContent:
        '<ul>\n{{#hosts}}\n<li>{{name}}{{^role}} as guest{{/role}}</li>\n{{/hosts}}\n</ul>{{! unseen }}{{person.name}}',
      textContent: '{{#hosts}}{{name}} {{/hosts}}{{{person.name}}}',
      fromName: '{{#live}}Live: {{/live}}Show',
    },
    own({ hosts: [{ name: 'A & B' }, { name: 'Cy', role: 'host' }], person: { name: '<Joe>' }, live: true }),
  )
  expect(sectionFault).toBeUndefined()
  expect(rendered.subject).toBe('A & B, Cy, live')
  expect(rendered.html).toBe('<ul>\n<li>A &amp; B as guest</li>\n<li>Cy</li>\n</ul>&lt;Joe&gt;')
  expect(rendered.text).toBe('A & B Cy <Joe>')
  expect(rendered.sender?.fromName).toBe('Live: Show')
})

// An environment whose platform was never tried would be shown as one that fills sections in.
test('without the setting nothing is filled in but names', async () => {
  const one = template({ htmlContent: '{{#a}}x{{/a}}' })
  expect((await analyse(one, own({ a: true }))).rendered.html).toContain('{{#a}}x{{/a}}')
})

// A comma too few would empty the whole preview, or stop every check.
test.each([
  ['a\n {{#hosts}}b', 'unclosed_section', 'hosts', 2, 2],
  ['{{#a}}{{#b}}{{/a}}', 'unclosed_section', 'b', 1, 7],
  ['a {{/b}}', 'unopened_section', 'b', 1, 3],
  ['a {{b', 'unclosed_tag', '', undefined, undefined],
  ['{{=a=}}', 'delimiters', '', undefined, undefined],
])('names the mistake in %s and shows the rest', async (textContent, fault, name, line, column) => {
  const analysis = await withSections({ subject: '{{#a}}x{{/a}}', textContent }, own({ a: true }))
  expect(analysis.sectionFault).toEqual({
    fault,
    field: 'textContent',
    name,
    ...(line === undefined ? {} : { line, column }),
  })
  expect(analysis.rendered.text).toBe(textContent)
  expect(analysis.rendered.subject).toBe('x')
})

// Ten loops in each other over ten items would stop the machine while somebody is on air.
test('text without end is refused soon', async () => {
  const deep = `${'{{#a}}'.repeat(12)}x${'{{/a}}'.repeat(12)}`
  const { sectionFault, rendered } = await withSections(
    { htmlContent: deep },
    own({ a: Array.from({ length: 10 }, (_, at) => at + 1) }),
  )
  expect(sectionFault).toEqual({ fault: 'too_much', field: 'htmlContent', name: '' })
  expect(rendered.html).toContain('{{#a}}')
})

// What every list and function of the engine has is no sample value.
test('finds nothing but the samples', () => {
  const data = sampleData([], own({ list: ['a', 'b'], word: 'w', tree: { x: 1 } }))
  const text =
    '{{list.map}}{{list.constructor}}{{#list.map.constructor}}x{{/list.map.constructor}}{{word.constructor}}{{tree.toString}}{{constructor}}{{list.1}}{{list}}'
  expect(fillSections(template({ textContent: text }), data).filled.textContent).toBe('b["a","b"]')
})

// The desk's writer must print what the library prints on its own.
test('prints what the engine prints', () => {
  const data = {
    a: 'A',
    none: '',
    zero: 0,
    yes: true,
    no: false,
    list: [1, 2],
    empty: [],
    person: { name: 'Joe', cars: [{ n: 'x' }, { n: 'y' }] },
  }
  for (const text of [
    '{{a}}{{none}}{{missing}}{{zero}}{{yes}}{{no}}',
    '{{#yes}}{{a}}{{/yes}}{{#no}}{{a}}{{/no}}{{^no}}{{a}}{{/no}}{{^empty}}{{a}}{{/empty}}{{#zero}}z{{/zero}}',
    '{{#list}}{{.}} {{/list}}{{#person}}{{name}}{{#cars}}{{n}}{{name}}{{a}}{{/cars}}{{/person}}',
    '{{=<% %>=}}<%a%> {{a}}<%={{ }}=%>{{a}}',
    'x\n {{#yes}}\n y\n {{/yes}}\nz {{> partial}} {{person.name}}{{person.missing.deeper}}',
  ])
    expect(fillSections(template({ textContent: text }), data).filled.textContent, text).toBe(printed(text, data))
})

// Constructs that the platform fills in would drown what it doesn't, and an item's name would block the sending.
test('a construct of mustache is a remark, one of other languages stays a warning', async () => {
  const change = {
    htmlContent: '{{#hosts}}{{name}}{{/hosts}}{{! c }}{{{raw}}}{{#each x}}{{/each}}{{ a | b }}',
    textContent: 'Tonight',
    variables: ['hosts', 'raw', 'x', 'a', 'b'].map((name) => ({ name, type: 'text', defaultValue: 'v' })),
  }
  const levels = async (sections: boolean) =>
    (await analyse(template(change), defaults, undefined, 1, { sections })).problems
      .filter(({ code }) => code === 'foreign_construct' || code === 'unknown_placeholder')
      .map(({ level, values }) => `${level} ${String(values['kind'] ?? values['name'])}`)
  expect(await levels(true)).toEqual([
    'remark known',
    'warning name',
    'remark known',
    'remark known',
    'remark known',
    'warning loop',
    'warning end',
    'warning filter',
  ])
  expect((await levels(false)).filter((level) => level.startsWith('remark'))).toEqual([])
  expect(await levels(false)).toContain('error name')
})
