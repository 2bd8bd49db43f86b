import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scanHtml } from '../../../../renderer/views/templates/model/html-scan.ts'
import { findPlaceholders } from '../../../../renderer/views/templates/model/placeholders.ts'
import { findIn, render, renderHtml } from '../../../../renderer/views/templates/model/render.ts'
import { emailHtml, legacy, newsletter, receipt } from '../email-html.ts'
import { template } from './support.ts'

const html = (text: string, values: Record<string, string> = {}) =>
  renderHtml(text, findPlaceholders(text), new Map(Object.entries(values)), scanHtml(text))
const mark = (text: string) => `<mark class="unknown-placeholder">${text}</mark>`

// A value with markup in it must not become markup, and a subject must not show entities.
test('escapes in HTML and nowhere else', () => {
  const one = template({
    htmlContent: '<p title="{{v}}">{{v}}</p>',
    textContent: '{{v}}',
    subject: '{{v}}',
    previewText: '{{ v }}',
    fromName: '{{v}} Show',
    fromEmail: '{{v}}@example.org',
    replyTo: '{{ v }}',
  })
  const value = `<b>&"'`
  const rendered = render(one, findIn(one), new Map([['v', value]]), scanHtml(one.htmlContent))
  expect(rendered).toEqual({
    html: '<p title="&lt;b&gt;&amp;&quot;&#39;">&lt;b&gt;&amp;&quot;&#39;</p>',
    text: value,
    subject: value,
    previewText: value,
    sender: { fromName: `${value} Show`, fromEmail: `${value}@example.org`, replyTo: value },
  })
})

// A value that looks like a placeholder must not be filled in again: it may come from a stranger.
test('fills in once', () => {
  expect(html('{{a}} {{b}}', { a: '{{b}}', b: 'B' })).toBe('{{b}} B')
  expect(html('{{a}}{{b}}', { a: '{{', b: 'c}}' })).toBe('{{c}}')
})

// A mark inside an attribute, a comment or a style sheet would break the page that it is to explain.
test('marks unknown placeholders only in text', () => {
  const text =
    '<title>{{a}}</title><style>p{ {{a}} }</style><!-- {{a}} --><a href="{{a}}" {{a}}>{{a}} &amp; {{ b }}</a><textarea>{{a}}</textarea><script>{{a}}</script><svg><text>{{a}}</text></svg>{{a}}<a href="{{a}}'
  expect(html(text)).toBe(
    text
      .replace('>{{a}} &amp; {{ b }}<', `>${mark('{{a}}')} &amp; ${mark('{{ b }}')}<`)
      .replace('</svg>{{a}}', `</svg>${mark('{{a}}')}`),
  )
  expect(html('{{a}}</b')).toBe(`${mark('{{a}}')}</b`)
})

// The preview must be what is sent: no line ending, quote or open tag may be tidied on the way.
test('changes nothing but placeholders', () => {
  const pieces = fc.constantFrom(
    '<p>',
    '</p>',
    '\r\n',
    '\n',
    '&nbsp',
    '&amp;',
    '😀',
    '<!-- x',
    '-->',
    '<a href=x',
    '"',
    "'",
    '>',
    '<',
    '{',
    '}',
    'text',
    '\u0000',
    '<style>',
    '</style>',
    '<![if !mso]>',
    '\uFEFF',
    '\ud800',
  )
  fc.assert(
    fc.property(
      fc.array(pieces).map((parts) => parts.join('').replaceAll('{{', '{')),
      (text) => {
        expect(html(text)).toBe(text)
      },
    ),
  )
  for (const text of [newsletter(), receipt(), legacy(), emailHtml()]) {
    expect(html(text).replace(/<mark class="unknown-placeholder">|<\/mark>/g, '')).toBe(text)
    expect(html(text, Object.fromEntries(findPlaceholders(text).placeholders.map(({ name }) => [name, ''])))).toBe(
      text.replace(/\{\{\s*[\w.-]+\s*\}\}/g, ''),
    )
  }
})

// Offsets that drift after an entity or a line ending would put marks and problems in the wrong place.
test('offsets of tags point at tags', () => {
  const pieces = fc.constantFrom(
    '<p>',
    '</p>',
    '<img src=x alt="y">',
    '\r\n',
    '\r',
    '&amp;',
    '&notit;',
    '&#128512;',
    '😀',
    'é',
    'text',
    '<br/>',
    '<B CLASS=x>',
    '<title>a<b></title>',
  )
  fc.assert(
    fc.property(fc.array(pieces), (parts) => {
      const text = parts.join('')
      for (const node of scanHtml(text).nodes) {
        const source = text.slice(node.from, node.to)
        if (node.kind === 'text') expect(source).not.toMatch(/^<[a-z/]/i)
        else expect(source.toLowerCase()).toMatch(new RegExp(`^</?${node.name}[^>]*>$`))
        if (node.kind === 'start')
          for (const { name, from } of node.attributes)
            expect(text.slice(from, from + name.length).toLowerCase()).toBe(name)
      }
    }),
  )
})
