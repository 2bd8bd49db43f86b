import { expect, test } from 'vitest'
import type { MailClient } from '#contract/mail.ts'
import { compileMjml } from '../../../../main/writing/mail/compile.ts'
import { analyse } from '../../../../renderer/views/templates/model/analyse.ts'
import { applyEdits } from '../../../../renderer/views/templates/model/edits.ts'
import { htmlLimit, styleLimit } from '../../../../renderer/views/templates/model/rules/size.ts'
import { starters } from '../../../../renderer/views/templates/model/starters/index.ts'
import { defaults, only, template } from './support.ts'
import type { Problem, Template } from '../../../../renderer/views/templates/model/types.ts'

/** A mail that has all that a mail must have, around the piece under test. */
const whole = (piece: string): Partial<Template> => ({
  previewText: 'Tonight',
  htmlContent: `${piece}<p><a href="https://x.example/unsubscribe">Unsubscribe</a></p>`,
})

const check = async (change: Partial<Template>, clients?: MailClient[]): Promise<Problem[]> =>
  (await analyse(template(change), defaults, undefined, 0, clients && { clients })).problems

const found = async (piece: string, clients?: MailClient[]) =>
  (await check(whole(piece), clients)).map(({ code, level, values }) =>
    [code, values['kind'], level].filter((part) => part !== undefined).join(' '),
  )

// Each of these breaks a mail for its readers, and the studio said nothing.
test.each([
  ['<a href="">x</a>', 'link_empty empty error'],
  ['<a href=" # ">x</a>', 'link_empty hash error'],
  ['<a class="b">x</a>', 'link_empty none error'],
  ['<a href="htps://x.example">x</a>', 'address_misspelt scheme error'],
  ['<a href="maito:a@x.example">x</a>', 'address_misspelt scheme error'],
  ['<a href="https:/x.example">x</a>', 'address_misspelt slashes error'],
  ['<a href="http:/x.example">x</a>', 'address_misspelt slashes error'],
  ['<a href="https://https://x.example">x</a>', 'address_misspelt twice error'],
  ['<a href="mailto:ann">x</a>', 'address_misspelt mailto error'],
  ['<a href="file:///home/a.pdf">x</a>', 'address_local error'],
  ['<img alt="a" width="1" src="C:\\me.png">', 'address_local error'],
  ['<img alt="a" width="1" src="http://localhost:3000/a.png">', 'address_local error'],
  ['<img alt="a" width="1" src="https://192.168.1.4/a.png">', 'address_local error'],
  ['<img alt="a" width="1" src="https://studio.local/a.png">', 'address_local error'],
  ['<a href="https://x.example/a">x <a href="https://x.example/b">y</a></a>', 'link_nested warning'],
  [
    '<a href="https://x.example/a"><img alt="" width="1" src="https://x.example/a.png"></a>',
    'link_picture_alt warning',
  ],
  ['<img alt="a" src="https://x.example/a.png">', 'picture_width none remark'],
  ['<img alt="a" style="width:100%" src="https://x.example/a.png">', 'picture_width attribute remark'],
  ['<img alt="a" width="1" src="data:image/png;base64,AAAA">', 'picture_format data warning'],
  ['<img alt="a" width="1" src="cid:logo">', 'picture_format cid error'],
  ['<img alt="a" width="1" src="https://x.example/a.SVG?v=1">', 'picture_format svg warning'],
  ['<img alt="a" width="1" src="https://x.example/a.webp">', 'picture_format webp warning'],
  ['<table>Hi<tr><td>a</td></tr></table>', 'table_content text warning'],
  ['<table><tr><p>a</p><td>a</td></tr></table>', 'table_content element warning'],
  ['<table><tr><td>a</td></tr>{{name}}<tr><td>b</td></tr></table>', 'table_content text warning'],
  ['<form action="https://x.example"><b>x</b></form>', 'element_unsupported form warning'],
  ['<video></video>', 'element_unsupported video warning'],
  ['<audio></audio>', 'element_unsupported audio warning'],
  ['<iframe src="https://x.example"></iframe>', 'element_unsupported frame warning'],
  ['<object></object>', 'element_unsupported object warning'],
  ['<embed src="https://x.example">', 'element_unsupported frame warning'],
  ['<svg><path/></svg>', 'element_unsupported inline_svg warning'],
  ['<meta http-equiv="Refresh" content="0;url=https://x.example">', 'element_unsupported refresh warning'],
  ['<base href="https://x.example/">', 'element_unsupported base warning'],
  ['<p style="display: flex">x</p>', 'style_unsupported flex warning'],
  ['<style>.a{display:inline-grid}</style>', 'style_unsupported grid warning'],
  ['<p style="POSITION:absolute">x</p>', 'style_unsupported position warning'],
  ['<style>p{color:var(--ink)}</style>', 'style_unsupported variables warning'],
  ['<p style="column-gap:8px">x</p>', 'style_unsupported gap remark'],
  ['<p style="object-fit:cover">x</p>', 'style_unsupported object_fit remark'],
  ['<p style="background:#fff url(https://x.example/a.png)">x</p>', 'style_unsupported background remark'],
  ['<style>@font-face{font-family:A}</style>', 'style_unsupported font remark'],
  ['<link rel="stylesheet" href="https://x.example/fonts/a.css">', 'style_unsupported font remark'],
  ['<style>@import url(https://x.example/a.css);</style>', 'style_unsupported import warning'],
  ['<link rel="stylesheet" href="https://x.example/a.css">', 'style_unsupported link warning'],
  ['<!--[if mso]><table><tr><td><![endif]-->x', 'outlook_table warning'],
  ['<!--[if gte mso 9]><v:roundrect href="http://x.example"></v:roundrect><![endif]-->', 'link_insecure warning'],
])('%s: %s', async (piece, expected) => {
  const variables = [{ name: 'name', type: 'string', defaultValue: 'x' }]
  const problems = await check({ ...whole(piece), variables: piece.includes('{{') ? variables : [] })
  expect(problems.map(({ code, level, values }) => [code, values['kind'], level].filter(Boolean).join(' '))).toEqual([
    expected,
  ])
  const [problem] = problems
  expect(problem?.line).toBeGreaterThan(0)
})

// A check that warns of what every good mail does is switched off.
test.each([
  ['an anchor that is jumped to', '<a name="top"></a><a href="#top">x</a>'],
  [
    'addresses of people and apps',
    '<a href="mailto:?subject=x">x</a><a href="sms:+43">y</a><a href="myshow:watch">z</a>',
  ],
  ['an address to come', '<a href="mailto:ann@x.example">x</a><a href="https://x.example/?to=https://y.example">x</a>'],
  [
    'a public host that looks private',
    '<a href="https://10.example.org">x</a><a href="https://localhost.example">x</a>',
  ],
  [
    'the parts of a table',
    '<table><caption>a</caption><colgroup><col></colgroup><thead><tr><th>a<tbody><tr><td>b</table>',
  ],
  ['a table in a cell', '<table><tr><td><table><tr><td>a</td></tr></table>text</td></tr></table>'],
  ['links after one another', '<a href="https://x.example/a">x</a> <a href="https://x.example/b">y</a>'],
  [
    'a linked picture with a name',
    '<a href="https://x.example" title="Watch"><img alt="" width="1" src="https://x.example/a.png"></a>',
  ],
  [
    'a linked picture with text',
    '<a href="https://x.example"><img alt="" width="1" src="https://x.example/a.png"> Watch</a>',
  ],
  [
    'an icon beside its link',
    '<a href="https://x.example"><img alt="" width="1" src="https://x.example/a.png"></a><a href="https://x.example">Site</a>',
  ],
  [
    'styles that look alike',
    '<p style="background-position:absolute;flex:1;border-radius:4px;max-width:9px">var(--x)</p>',
  ],
  ['a comment in a style sheet', '<style>/* display:flex; @import "x" */ @media (max-width:1px){p{color:red}}</style>'],
  [
    'a background with VML',
    '<!--[if mso]><v:rect><v:fill/></v:rect><![endif]--><p style="background:url(https://x.example/a.png)">x</p>',
  ],
  [
    'a ghost table over two comments',
    '<!--[if mso]><table><tr><td><![endif]-->x<!--[if mso]></td></tr></table><![endif]-->',
  ],
  ['a comment for all but Outlook', '<!--[if !mso]><!--><a href="https://x.example">x</a><!--<![endif]-->'],
])('%s is fine', async (_, piece) => {
  expect(await found(piece)).toEqual([])
})

// Two findings for one defect make a person correct it twice.
test('an address is reported once, by the rule that knows most', async () => {
  expect(await found('<img alt="a" width="1" src="http://127.0.0.1/a.png">')).toEqual(['address_local error'])
  expect(await found('<a href="/watch">x</a>')).toEqual(['link_relative error'])
  expect(await found('<a href="https://x.example"><img width="1" src="https://x.example/a.png"></a>')).toEqual([
    'alt_missing warning',
  ])
})

// A block that the platform fills in is gone before any mail client reads the table.
test('a block between rows is a remark beside what is said of the block', async () => {
  expect(await found('<table>{{#each a}}<tr><td>x</td></tr>{{/each}}</table>')).toEqual([
    'foreign_construct loop warning',
    'table_content block remark',
    'foreign_construct end warning',
    'table_content block remark',
  ])
})

// A correction that guesses a host or changes the rest of an address sends readers somewhere else.
test.each([
  ['htps://x.example/a?b=1', 'https://x.example/a?b=1'],
  ['hhttp:x.example', 'https://x.example'],
  ['https:///x.example', 'https://x.example'],
  ['https://http://x.example/https://y', 'https://x.example/https://y'],
  ['http//https://x.example', 'https://x.example'],
  ['mailt:ann@x.example', 'mailto:ann@x.example'],
])('%s is corrected to %s', async (address, expected) => {
  const change = whole(`<a href="${address}">x</a>`)
  const { fixes } = only(await check(change))
  const [fix] = fixes
  expect(applyEdits(template(change), fix?.edits ?? []).htmlContent).toContain(`"${expected}"`)
})

// A finding about a client that none of the readers uses is noise.
test('only the chosen clients count', async () => {
  const flex = '<p style="display:flex">x</p>'
  const one = only(await check(whole(flex), ['gmail', 'outlook-windows', 'apple-mail']))
  expect([one.clients, one.partly]).toEqual([['outlook-windows'], ['gmail']])
  expect(await found(flex, ['gmail', 'apple-mail'])).toEqual([])
  expect(await found('<a href="">x</a><p style="display:flex">x</p>', [])).toEqual(['link_empty empty error'])
})

// Gmail counts bytes, not letters: a mail in another script is cut at a half of the length.
test('sizes are those that Gmail counts', async () => {
  const sized = (text: string) => whole(`<p>${text}</p>`)
  const bytes = new TextEncoder().encode(sized('').htmlContent ?? '').length
  const free = htmlLimit - bytes
  expect(await check(sized('x'.repeat(free)))).toEqual([])
  expect(only(await check(sized('x'.repeat(free + 1))))).toMatchObject({ code: 'html_size', clients: ['gmail'] })
  const { from = 0 } = only(await check(sized('й'.repeat(free / 2 + 9))))
  expect(from).toBeLessThan(htmlLimit / 2 + bytes)
  expect(await check(sized('x'.repeat(free + 1)), ['outlook'])).toEqual([])
  const style = (length: number) => `<style>${'a'.repeat(length)}</style>`
  expect(await found(style(styleLimit))).toEqual([])
  expect(await found(style(styleLimit / 2) + style(styleLimit / 2 + 1))).toEqual(['style_size warning'])
})

// A newsletter without a way out is reported as spam, in every language.
test('an unsubscribe link is found by address or text', async () => {
  const missing = async (htmlContent: string) =>
    (await check({ htmlContent, previewText: 'x' })).some(({ code }) => code === 'unsubscribe_missing')
  expect(await missing('<p>Hi</p>')).toBe(true)
  expect(await missing('<p>To unsubscribe, answer this mail.</p><a href="https://x.example">x</a>')).toBe(true)
  for (const link of [
    '<a href="{{unsubscribeUrl}}">x</a>',
    '<a href="*|UNSUB|*">x</a>',
    '<a href="mailto:list@x.example?subject=unsubscribe">x</a>',
    '<a href="https://x.example">Click to <b>Unsubscribe</b></a>',
    '<a href="https://x.example">Manage your preferences</a>',
    '<a href="https://x.example">Darse de baja</a>',
    '<a href="https://x.example">Vom Newsletter abmelden</a>',
    '<a href="https://x.example">Se désabonner</a>',
    '<a href="https://x.example">Cancelar inscrição</a>',
    '<a href="https://x.example">配信停止</a>',
  ])
    expect(await missing(`<p>Hi</p>${link}`), link).toBe(false)
  expect(await missing(' ')).toBe(false)
})

// Without preview text the inbox shows "View in browser".
test('a preview text is the field or a hidden beginning', async () => {
  const missing = async (htmlContent: string, previewText = '') =>
    (await check({ htmlContent, previewText })).some(({ code }) => code === 'preview_missing')
  expect(await missing('<p>Hi</p>')).toBe(true)
  expect(await missing('<p>Hi</p>', 'Tonight')).toBe(false)
  expect(await missing('<style>a{}</style><div style="display:none"><div>Tonight</div></div><p>Hi</p>')).toBe(false)
  expect(await missing('<span class="preheader">Tonight</span><p>Hi</p>')).toBe(false)
  expect(await missing('<div style="display:none">&nbsp;&zwnj;</div><p>Hi</p>')).toBe(true)
  expect(await missing('<p>Hi</p><div style="display:none">later</div>')).toBe(true)
})

// The studio's own templates must pass the studio's checks for every client.
test.each(starters)('the starter $id is clean', async ({ template: fields }) => {
  expect(await check(fields)).toEqual([])
})

// A warning about what MJML writes is one that nobody can correct.
test('what MJML makes gives no warning', async () => {
  const { html = '' } = await compileMjml(`<mjml><mj-head><mj-preview>Tonight</mj-preview></mj-head><mj-body>
<mj-section background-url="https://x.example/back.png"><mj-column><mj-image alt="Band" href="https://x.example" src="https://x.example/a.png" /><mj-text>Hi</mj-text>
<mj-button href="https://x.example/watch">Watch</mj-button><mj-divider /><mj-social><mj-social-element name="web" href="https://x.example">Site</mj-social-element></mj-social></mj-column>
<mj-column><mj-table><tr><td>a</td></tr></mj-table><mj-spacer /></mj-column></mj-section>
<mj-hero background-url="https://x.example/h.png" background-height="200px" background-width="600px"><mj-text>Big</mj-text></mj-hero>
<mj-wrapper><mj-section><mj-group><mj-column><mj-text><a href="{{unsubscribe}}">Unsubscribe</a></mj-text></mj-column></mj-group></mj-section></mj-wrapper></mj-body></mjml>`)
  const variables = [{ name: 'unsubscribe', type: 'string', defaultValue: 'https://x.example' }]
  const problems = await check({ htmlContent: html, variables })
  expect(problems.filter(({ level }) => level !== 'remark')).toEqual([])
})

// A hostile mail must not stop the analysis: time grows with its length.
test.each([
  ['links', '<a href="htps://x">'],
  ['comments', '<!--[if mso]><table>'],
  ['table text', '<table>x{{#a}}'],
  ['styles', '<style>@import a;display:flex;background:'],
  ['style attributes', '<p style="/*background:background:var( --a">'],
  ['pictures', '<a href="#a"><img src="data:,">'],
  ['hidden elements', '<div style="display:none">'],
])('%s without end cost linear time', async (_, piece) => {
  const time = async (count: number) => {
    const before = performance.now()
    await check({ htmlContent: piece.repeat(count) })
    return performance.now() - before
  }
  await time(500)
  const short = await time(2000)
  expect(await time(8000)).toBeLessThan(short * 12 + 300)
})
