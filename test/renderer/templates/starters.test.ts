import { expect, test } from 'vitest'
import { plainBrand, type Brand } from '#contract/mail.ts'
import { analyse } from '../../../renderer/views/templates/model/analyse.ts'
import { compileMjml } from '../../../main/writing/mail/compile.ts'
import { htmlOf } from '../../../renderer/views/templates/model/blocks/compile.ts'
import { scanHtml } from '../../../renderer/views/templates/model/html-scan.ts'
import { starters, startersFor } from '../../../renderer/views/templates/model/starters/index.ts'
import { textFromHtml } from '../../../renderer/views/templates/model/text.ts'
import { defaults, template } from './model/support.ts'

const brand: Brand = {
  name: 'Harbour & "Lights"',
  logo: 'https://cdn.example.org/logo.png?a=1&b=2',
  accent: '#b45309',
  background: '#fff7ed',
  text: '#431407',
  footer: 'Harbour Lights <live>, Pier 4\nYou get this because you follow {{channel}}.',
  unsubscribe: 'https://watch.example.org/unsubscribe?u={{email}}&l=1',
  fromName: 'Harbour Lights',
  fromEmail: 'show@watch.example.org',
  replyTo: 'host@watch.example.org',
}
const night: Brand = { ...plainBrand, accent: '#000000', background: '#0b0b0c', text: '#f4f4f5' }
const cases = [
  ['without a brand', plainBrand],
  ['with a brand', brand],
  ['with a dark brand', night],
] as const
const all = cases.flatMap(([how, look]) => startersFor(look).map((one) => [one.id, how, one.template] as const))

// Catches a starter that teaches what the studio itself warns of, or that prints braces to a reader.
test.each(all)('the starter %s %s has no finding and fills in completely', async (_id, _how, fields) => {
  const { problems, rendered } = await analyse(template(fields), defaults)
  expect(problems).toEqual([])
  expect(Object.values({ ...rendered, ...rendered.sender, sender: '' }).join('\n')).not.toMatch(/\{\{|\}\}/)
  expect(fields.variables.every(({ defaultValue }) => defaultValue.trim() !== '')).toBe(true)
})

// Catches a starter whose words can only be changed in its code, or whose blocks say something else.
test.each(cases)('each starter %s has the same words as blocks', async (_how, look) => {
  for (const { id, template: fields, blocks } of startersFor(look)) {
    const made = await htmlOf(blocks, { brand: look, previewText: fields.previewText }, compileMjml)
    expect(made.problems).toEqual([])
    const { problems } = await analyse(template({ ...fields, htmlContent: made.html }), defaults)
    expect(problems, id).toEqual([])
    const words = async (html: string): Promise<string[]> =>
      [...(await textFromHtml(html)).matchAll(/[\p{L}\p{N}{}]+/gu)].map(([word]) => word)
    expect(await words(made.html), id).toEqual(await words(fields.htmlContent))
  }
})

// Catches what a rule may not know: a mail that falls apart in an old app, can't be left, or is cut off.
test.each(all)('the starter %s %s is made for mail apps', (_id, _how, { htmlContent, textContent, previewText }) => {
  expect(new TextEncoder().encode(htmlContent).length).toBeLessThan(102 * 1024)
  expect(htmlContent).toContain('prefers-color-scheme: dark')
  expect(htmlContent).toContain('<meta name="color-scheme" content="light dark" />')
  expect(htmlContent).not.toMatch(/display:\s*(?:flex|grid)|position:|http:|data:|<script|<form/)
  expect(previewText).not.toBe('')
  expect(textContent).toMatch(/^Unsubscribe: \S/m)
  expect(textContent).not.toMatch(/<\/?(?:p|br|td|h1|strong)\b|&amp;/)
  const starts = scanHtml(htmlContent).nodes.flatMap((node) => (node.kind === 'start' ? [node] : []))
  const of = (name: string) => starts.filter((node) => node.name === name)
  for (const image of of('img')) {
    const attributes = Object.fromEntries(image.attributes.map((one) => [one.name, one.value]))
    expect(attributes).toMatchObject({ width: '160' })
    expect(attributes['alt']).toMatch(/\S/)
    expect(attributes['src']).toMatch(/^https:/)
  }
  for (const one of of('table')) expect(one.attributes.map(({ name }) => name)).toContain('role')
})

// Catches a brand that is only half used, or breaks the HTML with its own characters.
test('the brand fills in logo, colours, footer, unsubscribe address and sender', () => {
  for (const { template: fields } of startersFor(brand)) {
    const { htmlContent, textContent } = fields
    expect(htmlContent).toContain('src="https://cdn.example.org/logo.png?a=1&amp;b=2"')
    expect(htmlContent).toContain('alt="Harbour &amp; &quot;Lights&quot;"')
    expect(htmlContent).toContain('background-color:#fff7ed')
    expect(htmlContent).toContain('color:#431407')
    expect(htmlContent).toContain('Harbour Lights &lt;live&gt;, Pier 4<br />')
    expect(htmlContent).toContain('href="https://watch.example.org/unsubscribe?u={{email}}&amp;l=1"')
    expect(textContent).toContain('Harbour Lights <live>, Pier 4\nYou get this because you follow {{channel}}.\n')
    expect(textContent).toContain('Unsubscribe: https://watch.example.org/unsubscribe?u={{email}}&l=1')
    expect(htmlContent + textContent).not.toContain('signed up for')
    expect(fields).toMatchObject({
      fromName: 'Harbour Lights',
      fromEmail: 'show@watch.example.org',
      replyTo: 'host@watch.example.org',
    })
    const values = Object.fromEntries(fields.variables.map(({ name, defaultValue }) => [name, defaultValue]))
    expect(values).toMatchObject({ email: 'viewer@example.invalid', channel: 'viewer' })
    expect(values).not.toHaveProperty('unsubscribeUrl')
  }
})

// Catches an empty field of the brand that leaves a hole where a placeholder was.
test('what the brand leaves empty keeps its placeholder or default', () => {
  for (const { template: fields } of starters) {
    expect(fields.htmlContent).toContain('href="{{unsubscribeUrl}}"')
    expect(fields.htmlContent).toMatch(/You receive this because you .* \{\{showName\}\}\./)
    expect(fields.htmlContent).not.toContain('<img')
    expect(fields).toMatchObject({ fromName: '', fromEmail: '', replyTo: '' })
    expect(fields.variables).toContainEqual({ name: 'showName', type: 'text', defaultValue: 'Night Show' })
  }
})

// Catches a starter that shadows another one in the chooser.
test('there are ten starters, each with a name of its own', () => {
  expect(new Set(starters.map(({ id }) => id)).size).toBe(10)
  expect(new Set(starters.map(({ template: { name } }) => name)).size).toBe(10)
})
