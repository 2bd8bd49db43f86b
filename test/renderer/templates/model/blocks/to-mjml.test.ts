import fc from 'fast-check'
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { expect, test } from 'vitest'
import type { Brand } from '#contract/mail.ts'
import { compileMjml } from '../../../../../main/writing/mail/compile.ts'
import { htmlOf } from '../../../../../renderer/views/templates/model/blocks/compile.ts'
import { newBlock } from '../../../../../renderer/views/templates/model/blocks/edit.ts'
import { isLinkable } from '../../../../../renderer/views/templates/model/blocks/inline-html.ts'
import { toMjml } from '../../../../../renderer/views/templates/model/blocks/to-mjml.ts'
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
const words = (html: string): Block => ({ id: 'words', kind: 'text', html: `<p>${html}</p>`, align: 'left' })
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

// Catches white words on a light button, and a dark brand whose light text is written on a white card.
test('words can be read in the colours of any brand', async () => {
  const pale = await htmlOf(
    documentOf(
      { id: '1', kind: 'button', label: 'Go', href: 'https://watch.example.org', align: 'left' },
      newBlock('divider'),
    ),
    { brand: { ...brand, accent: '#ffff00' } },
    compileMjml,
  )
  expect(pale.html).toMatch(/background:\s?#ffff00;color:\s?#000000/)
  const dark = toMjml(documentOf(newBlock('text')), { brand: { ...brand, background: '#101014', text: '#f4f4f5' } })
  expect(dark).toContain('<mj-section background-color="#101014"')
})

// Catches code with an open comment, or with a tag of the compiler, that makes the blocks after it vanish without a word.
test('no code changes what is around it, or is changed', async () => {
  const codes = [
    '<p>a</mj-raw>b',
    '<mj-raw>',
    '<mj-text>k</mj-text>',
    '<!-- open',
    '<title>x',
    '<textarea>',
    '<![CDATA[ x',
    '<b a="',
    '  \r\n a \u0000',
    '$& $1',
    '<!--[if mso | IE]>x<![endif]-->\n <!--[if mso | IE]>y<![endif]-->',
  ]
  for (const code of codes) {
    const html = await made(newBlock('divider'), { id: '1', kind: 'raw', html: code }, words('after'))
    expect(html).toContain(`<td>${code}</td>`)
    expect(html).toContain('after')
  }
})

// Catches a partial or an unescaped value that the engine would no longer know.
test('signs of placeholders stay', async () => {
  const html = await made(words('{{> partial}} {{&amp;name}} {{{raw}}} {{name}} {{> &lt;script&gt;}} a &amp; b > c'))
  expect(html).toContain('{{> partial}} {{&name}} {{{raw}}} {{name}} {{&gt; &lt;script&gt;}} a &amp; b &gt; c')
})

/** Each typed text begins with a number of its own, so that it can be counted. */
let count = 0
const next = (): string => `§${(count += 1)}§`
const anyText = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => !/[\0\r]/.test(text))
const align = fc.constantFrom(...alignments)
const id = fc.constant(0).map(next)
const hostile = fc.constantFrom(
  '',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)></svg>',
  '<a href="javascript:alert(1)" onclick=alert(1)>',
  '<a href="java&#10;script:alert(1)">',
  '</mj-text><mj-raw><script>alert(1)</script></mj-raw>',
  '<style>* { display: none }</style>',
  '<iframe srcdoc="x"></iframe>',
  '<form action="https://x.example.org">',
  '<strong onmouseover=alert(1)>',
  '</p></td></table>',
  '<!-- <mj-include path="/etc/passwd" /> -->',
)
const typed = fc
  .oneof({ weight: 3, arbitrary: anyText }, { weight: 1, arbitrary: hostile })
  .map((text) => `${next()}${text}.`)
const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const rich = fc.tuple(hostile, typed).map(([before, text]) => `${before}${escaped(text)}`)
const address = fc.oneof(anyText, fc.constantFrom('https://watch.example.org/?a=1&b={{id}}', 'javascript:alert(1)', ''))
const leaf: fc.Arbitrary<LeafBlock> = fc.oneof(
  fc.record({
    id,
    kind: fc.constant('heading' as const),
    level: fc.constantFrom(1 as const, 2 as const, 3 as const),
    html: rich,
    align,
  }),
  fc.record({ id, kind: fc.constant('text' as const), html: rich.map((html) => `<p>${html}</p>`), align }),
  fc.record({ id, kind: fc.constant('button' as const), label: typed, href: address, align }),
  fc.record({ id, kind: fc.constant('picture' as const), src: address, alt: typed, href: address, align }),
  fc.record({ id, kind: fc.constant('divider' as const) }),
  fc.record({ id, kind: fc.constant('spacer' as const), height: fc.integer({ min: 1, max: 400 }) }),
  fc.record({ id, kind: fc.constant('footer' as const), html: rich, label: typed, href: address }),
  fc.record({
    id,
    kind: fc.constant('raw' as const),
    html: fc
      .string({ unit: fc.constantFrom('<p', '>', '<!--', '</td>', '<title>', '</mj-raw>', '{{x}}', '\r\n', '$&', '"') })
      .map((code) => `${next()}${code}.`),
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

/** Text on screen with single spaces, pictures' texts, names of tags and attributes, and addresses. */
function shownIn(html: string) {
  const shown = { text: '', tags: new Set<string>(), attributes: new Set<string>(), links: [] as string[] }
  const walk = (node: DefaultTreeAdapterTypes.Node): void => {
    if ('value' in node) shown.text += node.value
    if ('tagName' in node) {
      shown.tags.add(node.tagName)
      for (const { name, value } of node.attrs) {
        shown.attributes.add(name)
        if (name === 'href') shown.links.push(value)
        if (name === 'alt') shown.text += ` ${value} `
      }
    }
    if ('childNodes' in node && !('tagName' in node && node.tagName === 'style')) node.childNodes.forEach(walk)
  }
  walk(parse(html))
  return { ...shown, text: single(shown.text) }
}
const single = (text: string): string => text.replaceAll('\u00A0', ' ').replaceAll(/\s+/gu, ' ').trim()
const timesIn = (text: string, part: string): number => text.split(part).length - 1

const afterHostile = (html: string): string => html.slice(html.indexOf('§'))
/** What a reader should find once. A picture without an address is left out. */
function typedIn(one: LeafBlock): string[] {
  if (one.kind === 'button') return [one.label]
  if (one.kind === 'picture') return one.src.trim() === '' ? [] : [one.alt]
  if (one.kind === 'footer') return [shownIn(afterHostile(one.html)).text, one.label]
  return one.kind === 'heading' || one.kind === 'text' ? [shownIn(afterHostile(one.html)).text] : []
}

// Catches typed text that leaves its place, is lost or is there twice, a tag or handler that it smuggles in, and code that is changed.
test('whatever is typed compiles, is shown once, and stays text', { timeout: 120_000 }, async () => {
  const seed = Date.now() % 2 ** 31
  await fc.assert(
    fc.asyncProperty(fc.array(block, { maxLength: 5 }), async (blocks) => {
      const at = `seed ${seed}`
      const { html, problems } = await htmlOf(documentOf(...blocks, newBlock('divider')), { brand }, compileMjml)
      expect(problems, at).toEqual([])
      const leaves = blocks.flatMap((one) => (one.kind === 'columns' ? one.columns.flat() : [one]))
      let rest = html
      for (const one of leaves) {
        if (one.kind !== 'raw') continue
        expect(timesIn(html, one.html), at).toBe(1)
        rest = rest.replace(one.html, '')
      }
      const { text, tags, attributes, links } = shownIn(rest)
      for (const name of ['script', 'iframe', 'form', 'object', 'link', 'base', 'svg'])
        expect(tags, at).not.toContain(name)
      expect(
        [...attributes].filter((name) => name.startsWith('on')),
        at,
      ).toEqual([])
      expect(
        links.filter((href) => !isLinkable(href)),
        at,
      ).toEqual([])
      for (const words of leaves.flatMap(typedIn)) expect(timesIn(text, single(words)), `${at}: ${words}`).toBe(1)
    }),
    { numRuns: 120, seed },
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
