import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scanHtml } from '../../../../renderer/views/templates/model/html-scan.ts'
import { linkWarning } from '../../../../renderer/views/templates/model/link-warning.ts'
import { groupTags, mergeTagsIn, translate } from '../../../../renderer/views/templates/model/merge-tags.ts'
import { codesOf, problemsOf, template } from './support.ts'
import type { Template } from '../../../../renderer/views/templates/model/types.ts'

const corpus = (name: string) => readFileSync(join(import.meta.dirname, '../corpus', name), 'utf8')
const tagsOf = (change: Partial<Template>) => {
  const of = template(change)
  return mergeTagsIn(of, scanHtml(of.htmlContent))
}
const named = (change: Partial<Template>) => tagsOf(change).map(({ written, name }) => [written, name])
const all = (change: Partial<Template>) => {
  const of = template(change)
  const scan = scanHtml(of.htmlContent)
  const chosen = groupTags(mergeTagsIn(of, scan)).flatMap(({ written, name, defaultValue }) =>
    name === undefined ? [] : [{ written, name, defaultValue }],
  )
  return { ...of, ...translate(of, scan, chosen) }
}

// A creator who moves over has one thing to change, and a scanner that misses it sends *|FNAME|* to every fan.
test('tags are found in text, attributes, addresses and conditional comments', () => {
  expect(named({ htmlContent: corpus('merge-pipes.html') })).toEqual([
    ['*|FNAME|*', 'firstName'],
    ['*|LNAME|*', 'lastName'],
    ['*|IF:MEMBER|*', undefined],
    ['*|END:IF|*', undefined],
    ['*|UNSUB|*', 'unsubscribeUrl'],
    ['*%7CEMAIL%7C*', 'email'],
    ['*|ARCHIVE|*', 'webVersionUrl'],
    ['*|LIST:COMPANY|*', 'listCompany'],
    ['*|FNAME|*', 'firstName'],
  ])
  expect(named({ textContent: corpus('merge-percent.txt') })).toEqual([
    ['%recipient.first_name%', 'firstName'],
    ['%recipient_email%', 'email'],
    ['%unsubscribe_url%', 'unsubscribeUrl'],
  ])
  expect(named({ htmlContent: corpus('merge-own-namespace.html') })).toEqual([
    ['{{{ pm:unsubscribe_url }}}', 'unsubscribeUrl'],
  ])
  expect(named({ htmlContent: corpus('encoded-braces.html') })).toEqual([
    ['%7B%7Blink%7D%7D', 'link'],
    ['%7b%7b%20user%20%7d%7d', 'user'],
  ])
  expect(named({ textContent: corpus('erb-invoice.txt') })).toEqual([
    ['<%= @customer.name %>', 'customer.name'],
    ['<% @lines.each do |line| %>', undefined],
    ['<%= line.title %>', 'line.title'],
    ['<%= line.price %>', 'line.price'],
    ['<% end %>', undefined],
  ])
})

// Braces of style sheets, scripts and prose would bury the real tags.
test('single braces count only around a name in text and addresses', () => {
  expect(named({ htmlContent: corpus('single-braces.html') })).toEqual([
    ['{name}', 'name'],
    ['{first_name}', 'firstName'],
    ['{code}', 'code'],
  ])
  expect(named({ textContent: '{{name}} {{{raw}}} ${price} {name}} {{a} { b }' })).toEqual([])
})

// A filter with a default loses the default, others lose what they do: only the first can be translated.
test('a default becomes the default of the variable', () => {
  const done = all({ htmlContent: corpus('liquid-default.html') })
  expect(done.htmlContent).toContain('<p>Hello {{firstName}},</p>')
  expect(done.htmlContent).toContain('{{ show | upcase }}')
  expect(done.htmlContent).toContain('{% if member %}')
  expect(done.variables).toEqual([{ name: 'firstName', type: 'text', defaultValue: 'friend' }])
})

// Everything apart from the tags must keep its bytes, also in the sender's fields.
test('all fields are translated and nothing else changes', async () => {
  const change = {
    htmlContent: corpus('merge-pipes.html').replaceAll('\n', '\r\n'),
    subject: 'Tonight, *|FNAME|*',
    fromName: '*|HOST|* Show',
    replyTo: '%recipient_email%',
    variables: [{ name: 'first_name', type: 'text', defaultValue: 'friend' }],
  }
  expect((await problemsOf(change)).filter(({ field }) => field === 'replyTo').map(({ code }) => code)).toEqual([
    'merge_tag',
  ])
  const done = all(change)
  expect(done.subject).toBe('Tonight, {{first_name}}')
  expect(done.fromName).toBe('{{host}} Show')
  expect(done.replyTo).toBe('{{email}}')
  expect(done.htmlContent).toBe(
    change.htmlContent
      .replaceAll('*|FNAME|*', '{{first_name}}')
      .replace('*|LNAME|*', '{{lastName}}')
      .replace('*|UNSUB|*', '{{unsubscribeUrl}}')
      .replace('*%7CEMAIL%7C*', '{{email}}')
      .replace('*|ARCHIVE|*', '{{webVersionUrl}}')
      .replace('*|LIST:COMPANY|*', '{{listCompany}}'),
  )
  expect(done.variables[0]).toEqual(change.variables[0])
  const left = await problemsOf(done)
  expect(left.filter(({ code }) => code === 'unknown_placeholder')).toEqual([])
  expect(left.filter(({ code }) => code === 'merge_tag').map(({ values }) => values['text'])).toEqual([
    '*|IF:MEMBER|*',
    '*|END:IF|*',
  ])
})

// Translated one by one, the other tags must stay as they are.
test('one tag alone is translated in all of its places', () => {
  const of = template({ textContent: '*|FNAME|* *|LNAME|* *|FNAME|*' })
  const chosen = [{ written: '*|FNAME|*', name: 'fan', defaultValue: 'you' }]
  expect(translate(of, scanHtml(''), chosen)).toEqual({
    textContent: '{{fan}} *|LNAME|* {{fan}}',
    variables: [{ name: 'fan', type: 'text', defaultValue: 'you' }],
  })
  expect(translate(of, scanHtml(''), [{ written: '*|FNAME|*', name: 'not a name', defaultValue: '' }])).toEqual({})
})

// 274 links of moved templates were called relative, and the tag was never mentioned.
test('a link that begins with a tag is not called relative', async () => {
  for (const href of ['*|UNSUB|*', '*%7CUNSUB%7C*', '%unsubscribe_url%', '<%= url %>', '%7B%7Burl%7D%7D', '{url}']) {
    expect(await codesOf({ htmlContent: `<a href="${href}">x</a>` }), href).toEqual(['merge_tag'])
    expect(linkWarning(href), href).toBeUndefined()
  }
})

// A pattern that steps back would freeze the worker; a place in two tags would be cut up by the translation.
test('hostile text gives separate tags in order', () => {
  const piece = fc.constantFrom(
    '*|',
    '|*',
    '*|A|*',
    '{%',
    '%}',
    '<%',
    '%>',
    '{a}',
    '{{',
    '}}',
    ' | default: "',
    '%7B',
    'a',
  )
  fc.assert(
    fc.property(fc.array(piece, { minLength: 1, maxLength: 10 }), (parts) => {
      const text = parts.join('').repeat(40)
      let end = 0
      for (const { from, to } of tagsOf({ textContent: text, htmlContent: text }).filter(
        ({ field }) => field === 'textContent',
      )) {
        expect(from).toBeGreaterThanOrEqual(end)
        end = to
      }
    }),
    { numRuns: 60 },
  )
  const began = performance.now()
  for (const unit of ['*|a', '{%', '<%', '{a', '%recipient', '{{a|', '{{ a | default: "'])
    tagsOf({ textContent: unit.repeat(300_000 / unit.length) })
  expect(performance.now() - began).toBeLessThan(5_000)
})
