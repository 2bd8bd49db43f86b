import fc from 'fast-check'
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { expect, test } from 'vitest'
import type { Brand } from '#contract/mail.ts'
import { compileMjml } from '../../../../../main/mail/compile.ts'
import { htmlOf } from '../../../../../renderer/views/templates/model/blocks/compile.ts'
import { newBlock } from '../../../../../renderer/views/templates/model/blocks/edit.ts'
import { readableOn, toMjml } from '../../../../../renderer/views/templates/model/blocks/to-mjml.ts'
import {
  alignments,
  type Block,
  type BlockDocument,
  type LeafBlock,
} from '../../../../../renderer/views/templates/model/blocks/types.ts'

const brand: Brand = {
  name: 'Night show',
  logo: '',
  accent: '#4f46e5',
  background: '#f4f4f5',
  text: '#18181b',
  footer: 'Night show\nHarbour Street 1',
  unsubscribe: 'https://watch.example.org/leave?u={{email}}',
  fromName: '',
  fromEmail: '',
  replyTo: '',
}
const documentOf = (...blocks: Block[]): BlockDocument => ({ version: 1, blocks })
const made = async (...blocks: Block[]): Promise<string> =>
  (await htmlOf(documentOf(...blocks), { brand }, compileMjml)).html

// Catches a mail that loses or changes what was written, and a mark that runs.
test('a mail of every kind of block', async () => {
  const html = await made(
    { id: '1', kind: 'heading', level: 1, html: 'Tonight: {{topic}}', align: 'left' },
    {
      id: '2',
      kind: 'text',
      html: '<p>Hi <strong>{{name}}</strong>, <a href="https://watch.example.org/?a=1&amp;b={{id}}">come</a><img src=x onerror=alert(1)></p><script>alert(2)</script>',
      align: 'left',
    },
    {
      id: '3',
      kind: 'picture',
      src: 'https://pic.example.org/a.png',
      alt: 'The "stage" & us',
      href: '',
      width: 320,
      align: 'center',
    },
    { id: '4', kind: 'button', label: 'Watch <now>', href: '{{watchUrl}}', align: 'center' },
    {
      id: '5',
      kind: 'columns',
      columns: [
        [{ id: '6', kind: 'text', html: '<p>Left</p>', align: 'left' }],
        [{ id: '7', kind: 'raw', html: '<p   class=mine>{{> partial}}</p>' }],
      ],
    },
    { id: '8', kind: 'divider' },
    { id: '9', kind: 'spacer', height: 12 },
    { id: '10', kind: 'footer', html: '', label: 'Unsubscribe', href: '' },
  )
  expect(html).toContain('Tonight: {{topic}}')
  expect(html).toContain('<strong>{{name}}</strong>')
  expect(html).toContain('href="https://watch.example.org/?a=1&amp;b={{id}}"')
  expect(html).toContain('alt="The &quot;stage&quot; &amp; us"')
  expect(html).toContain('Watch &lt;now&gt;')
  expect(html).toContain('href="{{watchUrl}}"')
  expect(html).toContain('<p   class=mine>{{> partial}}</p>')
  expect(html).toContain('href="https://watch.example.org/leave?u={{email}}"')
  expect(html).toContain('Harbour Street 1')
  expect(html).not.toMatch(/alert|onerror|fonts\.g|@import/)
})

// Catches an unsubscribe link that leads nowhere.
test('a footer without an address holds no link', async () => {
  const { html } = await htmlOf(
    documentOf({ id: '1', kind: 'footer', html: '', label: 'Unsubscribe', href: '' }, newBlock('divider')),
    { brand: { ...brand, unsubscribe: '' } },
    compileMjml,
  )
  expect(html).toContain('Unsubscribe')
  expect(html).not.toContain('<a ')
})

// Catches foreign code that is wrapped, reformatted or compiled.
test('a single raw block is its code byte for byte, without a compiler', async () => {
  const code = '<!DOCTYPE html>\r\n<html><body>\t{{#if x}}\u0000ü{{/if}}</body></html>\r\n'
  const none = () => Promise.reject(new Error('not asked'))
  const look = { brand }
  expect(await htmlOf(documentOf({ id: '1', kind: 'raw', html: code }), look, none)).toEqual({
    html: code,
    problems: [],
  })
  expect(await htmlOf(documentOf(), look, none)).toEqual({ html: '', problems: [] })
})

// Catches white words on a light button.
test('words on a colour can be read', () => {
  expect(['#000000', '#4f46e5', '#ffff00', '#ffffff', '#777777'].map(readableOn)).toEqual([
    '#ffffff',
    '#ffffff',
    '#000000',
    '#000000',
    '#000000',
  ])
})

const anyText = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !/[\0\r]/.test(text))
const align = fc.constantFrom(...alignments)
let count = 0
const id = fc.constant(0).map(() => `b${(count += 1)}`)
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const leaf: fc.Arbitrary<LeafBlock> = fc.oneof(
  fc.record({
    id,
    kind: fc.constant('heading' as const),
    level: fc.constantFrom(1 as const, 2 as const, 3 as const),
    html: anyText.map(escaped),
    align,
  }),
  fc.record({ id, kind: fc.constant('text' as const), html: anyText.map((text) => `<p>${escaped(text)}</p>`), align }),
  fc.record({ id, kind: fc.constant('button' as const), label: anyText, href: anyText, align }),
  fc.record({ id, kind: fc.constant('picture' as const), src: anyText, alt: anyText, href: anyText, align }),
  fc.record({ id, kind: fc.constant('divider' as const) }),
  fc.record({ id, kind: fc.constant('spacer' as const), height: fc.integer({ min: 1, max: 400 }) }),
  fc.record({
    id,
    kind: fc.constant('footer' as const),
    html: anyText.map((text) => `<p>${escaped(text)}</p>`),
    label: anyText,
    href: anyText,
  }),
)
const block: fc.Arbitrary<Block> = fc.oneof(
  { weight: 4, arbitrary: leaf },
  {
    weight: 1,
    arbitrary: fc.record({
      id,
      kind: fc.constant('columns' as const),
      columns: fc.array(fc.array(leaf, { maxLength: 3 }), { minLength: 2, maxLength: 3 }),
    }),
  },
)

/** Text on screen with single spaces, addresses and names of tags. */
function shownIn(html: string): { text: string; tags: Set<string>; attributes: Set<string> } {
  const shown = { text: '', tags: new Set<string>(), attributes: new Set<string>() }
  const walk = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('value' in node) shown.text += `${node.value}`
    if ('tagName' in node) {
      shown.tags.add(node.tagName)
      for (const { name } of node.attrs) shown.attributes.add(name)
    }
    if ('childNodes' in node && !('tagName' in node && node.tagName === 'style')) node.childNodes.forEach(walk)
  }
  walk(parse(html))
  return shown
}
const single = (text: string): string => text.replaceAll('\u00A0', ' ').replaceAll(/\s+/gu, ' ').trim()

// Catches typed text that leaves the place it was typed into, and a tag or handler that it smuggles in.
test('whatever is typed compiles, is shown, and stays text', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(block, { maxLength: 5 }), async (blocks) => {
      const { html, problems } = await htmlOf(documentOf(...blocks, newBlock('divider')), { brand }, compileMjml)
      expect(problems.filter(({ message }) => !/invalid value/i.test(message))).toEqual([])
      const { text, tags, attributes } = shownIn(html)
      for (const name of ['script', 'iframe', 'form', 'object', 'link', 'base']) expect(tags.has(name)).toBe(false)
      expect([...attributes].filter((name) => name.startsWith('on'))).toEqual([])
      const leaves = blocks.flatMap((one) => (one.kind === 'columns' ? one.columns.flat() : [one]))
      for (const one of leaves) {
        const typed = one.kind === 'button' ? one.label : 'html' in one ? shownIn(one.html).text : ''
        expect(single(text)).toContain(single(typed))
      }
    }),
    { numRuns: 200 },
  )
})

// Catches a logo or a preview text that is not shown, or breaks out of its attribute.
test('logo and preview text are escaped', () => {
  const mjml = toMjml(documentOf(), {
    brand: { ...brand, logo: 'https://pic.example.org/"logo".png', name: 'A & "B"' },
    previewText: '<b>soon</b>',
    lang: 'es',
  })
  expect(mjml).toContain('src="https://pic.example.org/&quot;logo&quot;.png"')
  expect(mjml).toContain('alt="A &amp; &quot;B&quot;"')
  expect(mjml).toContain('<mj-preview>&lt;b&gt;soon&lt;/b&gt;</mj-preview>')
  expect(mjml).toMatch(/^<mjml lang="es">/)
})
