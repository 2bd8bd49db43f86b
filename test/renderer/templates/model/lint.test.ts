import fc from 'fast-check'
import { expect, test } from 'vitest'
import { analyse } from '../../../../renderer/views/templates/model/analyse.ts'
import { applyEdits } from '../../../../renderer/views/templates/model/edits.ts'
import { mostPerRule } from '../../../../renderer/views/templates/model/lint.ts'
import { isAddress } from '../../../../renderer/views/templates/model/rules/addresses.ts'
import { emailHtml, legacy, newsletter, receipt } from '../email-html.ts'
import { codesOf, defaults, ofPiece, only, problemsOf, template } from './support.ts'
import type { Problem, Template } from '../../../../renderer/views/templates/model/types.ts'

/** The template after the n-th fix of a problem. */
function fixed(change: Partial<Template>, problem: Problem, number = 0): Template {
  const fix = problem.fixes[number]
  if (fix === undefined) throw new Error(`No fix ${number} of ${problem.code}`)
  return applyEdits(template(change), fix.edits)
}

const variable = (name: string, defaultValue = 'x') => ({ name, type: 'string', defaultValue })

// Lint that cries over what mail has always been written like is switched off by everyone.
test.each([newsletter, receipt, legacy, emailHtml])('$name is fine but for names without variables', async (make) => {
  const variables = ['show_title', 'first_name', 'show_date', 'watch_url', 'user_id', 'name', 'show', 'amount'].map(
    (name) => variable(name),
  )
  const codes = await codesOf({ htmlContent: make(), variables })
  const aside = ['unused_variable', ...(make === emailHtml ? ['html_size'] : [])]
  expect(codes.filter((code) => !aside.includes(code))).toEqual([])
})

// An offset without line and column can't be shown in a list of problems.
test('an unknown placeholder has a place and two ways out', async () => {
  const change = {
    htmlContent: '<p>\r\n {{frist_name}}</p>',
    subject: '{{first_name}}',
    variables: [variable('first_name')],
  }
  const problem = only(await problemsOf(change))
  expect(problem).toMatchObject({
    code: 'unknown_placeholder',
    level: 'error',
    field: 'htmlContent',
    from: 6,
    to: 20,
    line: 2,
    column: 2,
    values: { name: 'frist_name' },
  })
  expect(fixed(change, problem).variables.map(({ name }) => name)).toEqual(['first_name', 'frist_name'])
  expect(fixed(change, problem, 1).htmlContent).toBe('<p>\r\n {{first_name}}</p>')
})

// A typo in the sender's fields goes out to everybody in the most visible place.
test('unknown placeholders are errors in all seven fields', async () => {
  const fields = ['fromName', 'fromEmail', 'replyTo', 'subject', 'previewText', 'htmlContent', 'textContent'] as const
  const change = Object.fromEntries(fields.map((field) => [field, '{{hots}}']))
  const { problems, unknown } = await analyse(template(change), defaults)
  expect(ofPiece(problems).map(({ code, level, field }) => [code, level, field])).toEqual(
    fields.map((field) => ['unknown_placeholder', 'error', field]),
  )
  expect(unknown).toEqual(['hots'])
})

// A harmless repetition beside a mail that greets nobody must not look equally bad.
test('levels are what a reader would notice', async () => {
  const level = async (htmlContent: string) => only(await problemsOf({ htmlContent })).level
  expect(await level('<p class="a" class="a">x</p>')).toBe('remark')
  expect(await level('<div>x')).toBe('warning')
  expect(await level('<p>x<!-- y')).toBe('error')
  expect(await level('<title>x')).toBe('error')
  expect(await level('<a href="/watch">x</a>')).toBe('error')
  expect(only(await problemsOf({ variables: [variable('a')] })).level).toBe('remark')
})

// "100 warnings" for 400 insecure links says that one is done when 300 are left.
test('a cut list says so', async () => {
  const links = (count: number) => ({ htmlContent: '<a href="http://example.org">x</a>'.repeat(count) })
  const many = await analyse(template(links(mostPerRule + 1)), defaults)
  expect([ofPiece(many.problems).length, many.more]).toEqual([mostPerRule, ['warning']])
  expect((await analyse(template(links(mostPerRule)), defaults)).more).toBeUndefined()
})

// A fix that closes a tag which another branch closes breaks every mail.
test('no tag is closed or removed where branches of another language stand', async () => {
  const change = { htmlContent: '{{#if a}}<div class="x">{{else}}<div>{{/if}}x</div>' }
  const problems = (await problemsOf(change)).filter(({ code }) => code === 'html_broken')
  expect(problems.map(({ fixes }) => fixes)).toEqual([[]])
})

// The correction must put in the known name, not the slip.
test('a malformed placeholder is corrected', async () => {
  const change = {
    textContent: 'Hi {{first_nam}, bye',
    subject: '{{first_name}}',
    variables: [variable('first_name')],
  }
  const problem = only(await problemsOf(change))
  expect(problem).toMatchObject({
    code: 'malformed_placeholder',
    level: 'error',
    field: 'textContent',
    line: 1,
    column: 4,
    values: { kind: 'closing', text: '{{first_nam}' },
  })
  expect(fixed(change, problem).textContent).toBe('Hi {{first_name}}, bye')
  expect(await codesOf({ htmlContent: '<style>@media x{.a{b}}</style>' })).toEqual([])
})

// A fix that removes the wrong row takes a variable away that is in use.
test('variables: unused, without default, twice, nameless, unwritable', async () => {
  const variables = [variable('a', ''), variable('b'), variable('a', 'second'), variable(' '), variable('my name')]
  const change = { subject: 'Tonight {{a}}', variables }
  const problems = await problemsOf(change)
  expect(problems.map(({ code, row }) => [code, row])).toEqual([
    ['variable_without_default', 0],
    ['unused_variable', 1],
    ['duplicate_variable', 2],
    ['unnamed_variable', 3],
    ['malformed_placeholder', 4],
    ['unused_variable', 4],
  ])
  const [empty, unused, twice, nameless, unwritable] = problems as [Problem, Problem, Problem, Problem, Problem]
  const names = (problem: Problem, number?: number) => fixed(change, problem, number).variables.map(({ name }) => name)
  // A name as its own default would greet readers with it.
  expect(empty.fixes).toEqual([])
  expect(names(unused)).toEqual(['a', 'a', ' ', 'my name'])
  expect(names(twice)).toEqual(['a', 'b', ' ', 'my name'])
  expect(names(twice, 1)).toEqual(['a', 'b', 'a_2', ' ', 'my name'])
  expect(names(nameless)).toEqual(['a', 'b', 'a', 'my name'])
  expect(names(unwritable)).toEqual(['a', 'b', 'a', ' ', 'my_name'])
})

// A sender's variable that counts as unused is removed by a click and the mail comes from nobody.
test('a variable in the sender counts as used', async () => {
  expect(
    await codesOf({
      fromEmail: '{{host}}@example.org',
      replyTo: '{{reply}}',
      variables: [variable('host'), variable('reply')],
    }),
  ).toEqual([])
})

// The generated text must be ready in the fix: the editor only applies edits.
test('a missing text part comes with one made from the HTML', async () => {
  const change = { htmlContent: '<h1>Hi {{a}}</h1><p>Text', textContent: ' ', variables: [variable('a')] }
  expect(fixed(change, only(await problemsOf(change))).textContent).toBe('Hi {{a}}\n\nText\n')
  expect(await codesOf({ textContent: '', htmlContent: '' })).toEqual([])
})

// An empty alt is right for decoration and must not be reported.
test('images without alt', async () => {
  const change = {
    htmlContent:
      '<img width="1" alt=""><IMG width="1" src="https://x.example/a"><img width="1" src="https://x.example/b" alt>',
  }
  const problem = only(await problemsOf(change))
  expect(problem).toMatchObject({ code: 'alt_missing', from: 22, values: { src: 'https://x.example/a' } })
  expect(fixed(change, problem).htmlContent).toBe(
    '<img width="1" alt=""><IMG alt="" width="1" src="https://x.example/a"><img width="1" src="https://x.example/b" alt>',
  )
})

// http: in a mail is read along the way; a fix must find it in every place it hides.
test.each([
  ['<a href="http://example.org/">x</a>', '<a href="https://example.org/">x</a>'],
  ["<a href=' HTTP://example.org/'>x</a>", "<a href=' https://example.org/'>x</a>"],
  ['<img alt="" width="1" src=http://example.org/a.png>', '<img alt="" width="1" src=https://example.org/a.png>'],
  ['<td background="http://example.org/a.png">', '<td background="https://example.org/a.png">'],
  [
    '<p style="background:url( \'http://example.org/a.png\')">x</p>',
    '<p style="background:url( \'https://example.org/a.png\')">x</p>',
  ],
  ['<style>a{background:url(http://example.org/a)}</style>', '<style>a{background:url(https://example.org/a)}</style>'],
  [
    '<img alt="" width="1" srcset="https://example.org/a 1x, http://example.org/b 2x">',
    '<img alt="" width="1" srcset="https://example.org/a 1x, https://example.org/b 2x">',
  ],
])('insecure: %s', async (htmlContent, expected) => {
  const problem = only((await problemsOf({ htmlContent })).filter(({ level }) => level !== 'remark'))
  expect(problem.code).toBe('link_insecure')
  expect(fixed({ htmlContent }, problem).htmlContent).toBe(expected)
})

// A path leads nowhere from an inbox; an anchor, a mail address and a placeholder do.
test('relative links', async () => {
  const relative = async (address: string) =>
    codesOf({ htmlContent: `<a href="${address}">x</a>`, variables: [variable('url')], previewText: '{{url}}' })
  for (const address of [
    '{{url}}',
    ' {{ url }}/x',
    '#top',
    'mailto:help@example.org',
    'tel:+4312345',
    'https://example.org',
  ])
    expect(await relative(address), address).toEqual([])
  for (const address of ['/watch', 'watch.html', 'page?u={{url}}', '//example.org', 'www.example.org'])
    expect(await relative(address), address).toEqual(['link_relative'])
  const change = { htmlContent: '<a href="//example.org">x</a>' }
  expect(fixed(change, only(await problemsOf(change))).htmlContent).toBe('<a href="https://example.org">x</a>')
})

// Any script makes mail programs drop the whole mail.
test('scripts in every form', async () => {
  const change = {
    htmlContent:
      '<p>a<script src="https://example.org/x.js">if (a<b) {}</script>b</p><p onclick="x()" class="c">y</p><a href="java\nscript:x()">z</a><script>',
  }
  const problems = await problemsOf(change)
  expect(
    problems.filter(({ code }) => code === 'script').map(({ values }) => [values['kind'], values['name']]),
  ).toEqual([
    ['element', 'script'],
    ['handler', 'onclick'],
    ['address', 'href'],
    ['element', 'script'],
  ])
  const all = problems
    .filter(({ code }) => code === 'script')
    .flatMap(({ fixes }) => fixes.flatMap(({ edits }) => edits))
  expect(applyEdits(template(change), all).htmlContent).toBe('<p>ab</p><p class="c">y</p><a>z</a>')
})

// An address with a name in front is the usual paste; refusing it without a way out is no help.
test('addresses', async () => {
  for (const good of [
    'ann@example.org',
    'ann.lee+show@mail.example.org',
    'jörg@bücher.example',
    '用户@例子.广告',
    "o'neil@example.org",
  ])
    expect(isAddress(good), good).toBe(true)
  for (const bad of [
    'ann',
    'ann@',
    '@example.org',
    'ann@localhost',
    'a b@example.org',
    '.a@example.org',
    'a..b@example.org',
    'a@-b.example',
    'a@b..c',
    'a@example.org, b@example.org',
    'a@127.0.0.1',
    `${'a'.repeat(65)}@example.org`,
  ]) {
    expect(isAddress(bad), bad).toBe(false)
  }
  expect(
    await codesOf({
      fromEmail: 'show+{{id}}@{{ domain }}.example.org',
      replyTo: '{{reply}}',
      variables: ['id', 'domain', 'reply'].map((name) => variable(name)),
    }),
  ).toEqual([])
  const change = { fromEmail: 'Ann Lee <ann@example.org> ', replyTo: 'nobody' }
  const [from, reply] = await problemsOf(change)
  expect([from?.field, reply?.field, reply?.fixes]).toEqual(['fromEmail', 'replyTo', []])
  expect(from === undefined ? '' : fixed(change, from).fromEmail).toBe('ann@example.org')
})

// The reader sees the subject filled in, so that is what must fit.
test('the subject is counted with default values', async () => {
  const subject = (name: string) => ({
    subject: `{{${name}}}${'x'.repeat(70)}`,
    variables: [variable(name, '12345678')],
  })
  expect(await codesOf(subject('a'))).toEqual([])
  expect(await codesOf(subject('a_rather_long_name'))).toEqual([])
  const problem = only(await problemsOf({ subject: '😀'.repeat(79) }))
  expect(problem).toMatchObject({ code: 'subject_long', values: { length: 79, limit: 78 } })
  expect(await codesOf({ subject: '😀'.repeat(78) })).toEqual([])
  expect(await codesOf({ subject: ' ' })).toEqual(['subject_missing'])
})

// What each mail program repairs in its own way must be reported once, at the tag that is wrong.
test.each([
  ['<div><p>a</div>', []],
  ['<div>a', [['unclosed', '<div>']]],
  ['<table><tr><td><div>a</td></tr></table>', [['unclosed', '<div>']]],
  ['<p>a</div>', [['stray', '</div>']]],
  ['<b><i>x</b></i>', [['misnested', '<i>']]],
  ['<div><table><tr><td>a</div></td></tr></table></div>', [['stray', '</div>']]],
  ['<table><tr><td><table><tr><td>a</td></tr></table></td></tr>', [['unclosed', '<table>']]],
  ['<a href="#a" class=a href="#b">x</a>', [['duplicate_attribute', 'href="#b"']]],
  [
    '<a href="#a>x</a><p class="b">y',
    [
      ['unclosed', '<a href="#a>x</a><p class="b">'],
      ['quote', '"'],
    ],
  ],
  ['<p>a<br', [['cut_tag', '<br']]],
  ['<p>a<!-- b</p>', [['cut_comment', '<!-- b</p>']]],
  ['<p>a</>', [['stray', '</>']]],
  ['<style>a{}', [['unclosed', '<style>']]],
  ['<p>1 < 2 & 3 &copy <3</p><br/><svg><path/></svg><o:p/>', []],
] as Array<[string, Array<[string, string]>]>)('%s', async (htmlContent, expected) => {
  const problems = (await problemsOf({ htmlContent })).filter(({ code }) => code !== 'element_unsupported')
  expect(problems.map(({ code, values, from, to }) => [code, values['kind'], htmlContent.slice(from, to)])).toEqual(
    expected.map((one) => ['html_broken', ...one]),
  )
})

// A fix that leaves the page broken only moves the problem.
test('every fix of broken HTML mends it', async () => {
  const change = { htmlContent: '<table><tr><td><div><a href="#a" href="#x">b</td></tr></table></p><span>' }
  const problems = await problemsOf(change)
  expect(problems).toHaveLength(5)
  let mended = change
  for (let left = problems; left.length > 0; left = await problemsOf(mended)) mended = fixed(mended, left[0] as Problem)
  expect(mended.htmlContent).toBe('<table><tr><td><div><a href="#a" >b</a></div></td></tr></table><span></span>')
})

// Text with 30,000 problems must not become 30,000 rows with a list of variables each.
test('hostile text gives a bounded list, every problem with a place in its field', async () => {
  const pieces = fc.constantFrom(
    '{{x}}',
    '{{',
    '{{a} ',
    '<div>',
    '</b>',
    '<img>',
    '<a href=http:x>',
    '<script>',
    '<p onx=1 a a>',
    '<a href="',
    '<!--',
    '\r\n',
    '&amp;',
    '<td>',
    '<table>',
  )
  await fc.assert(
    fc.asyncProperty(fc.array(pieces, { maxLength: 12 }), async (parts) => {
      const htmlContent = parts.join('').repeat(300)
      const problems = await problemsOf({ htmlContent, fromEmail: htmlContent.slice(0, 50) })
      expect(problems.length).toBeLessThanOrEqual(21 * mostPerRule)
      for (const problem of problems) {
        if (problem.from === undefined || problem.field !== 'htmlContent') continue
        expect(problem.to).toBeGreaterThanOrEqual(problem.from)
        expect(problem.to).toBeLessThanOrEqual(htmlContent.length)
        expect(problem.line).toBeGreaterThan(0)
      }
    }),
    { numRuns: 30 },
  )
})
