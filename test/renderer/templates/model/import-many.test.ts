import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { exportTemplate } from '../../../../renderer/views/templates/model/export.ts'
import { importFile } from '../../../../renderer/views/templates/model/import.ts'
import { importMany, inCharset, type ReadRow } from '../../../../renderer/views/templates/model/import-many.ts'
import { archiveLimits, unpack } from '../../../../renderer/views/templates/model/import/zip.ts'
import { textFromHtml } from '../../../../renderer/views/templates/model/text.ts'
import { template } from './support.ts'

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const file = (name: string, content: string | Uint8Array) => ({
  name,
  arrayBuffer: async () => Uint8Array.from(typeof content === 'string' ? strToU8(content) : content).buffer,
})
const read = async (name: string, content: string | Uint8Array): Promise<ReadRow> => {
  const [row] = await importMany([file(name, content)])
  if (row === undefined) throw new Error('No row')
  return row
}
const codes = ({ imported }: ReadRow) => (imported.ok ? imported.notes.map(({ code }) => code) : [imported.error.code])
const fields = ({ imported }: ReadRow) => (imported.ok ? imported.template : {})

// 日本語のメールです in Shift-JIS.
const japanese = Uint8Array.from([
  0x93, 0xfa, 0x96, 0x7b, 0x8c, 0xea, 0x82, 0xcc, 0x83, 0x81, 0x81, 0x5b, 0x83, 0x8b, 0x82, 0xc5, 0x82, 0xb7,
])

// A banner whose words run into its address is a dead link; padding fills a text mail with blanks that nobody can see.
test('linked pictures, padding and addresses that run', async () => {
  expect(await textFromHtml('<a href="https://watch.example.org/tonight"><img alt="Watch tonight"></a>')).toBe(
    'Watch tonight (https://watch.example.org/tonight)\n',
  )
  expect(await textFromHtml('<a href=" java&#10;script:alert(1)">Press</a>')).toBe('Press\n')
  const pad = '&nbsp;&zwnj;'.repeat(60)
  expect(await textFromHtml(`<div style="overflow:hidden;max-height:0px;">Soon${pad}</div><p>Hi</p>`)).toBe('Hi\n')
  expect(await textFromHtml(`<div>Soon${pad}</div><table><tr><td>&nbsp;</td></tr></table><p>Hi</p>`)).toBe(
    'Soon\n\nHi\n',
  )
  expect(await textFromHtml('<div style="max-height:0.5em">Seen</div><p>Family 👨\u200d👩\u200d👧</p>')).toContain(
    'Seen\n\nFamily 👨\u200d👩\u200d👧',
  )
})

// An old newsletter that changes again on its second pass shows strange letters to every reader.
test('files of other character sets are stable after the first pass', async () => {
  const old: Array<[string, Uint8Array, string]> = [
    ['windows-1252', latin1('<meta charset="windows-1252"><p>caf\xe9 \x80 \x93q\x94'), 'café € “q”'],
    [
      'Shift_JIS',
      Uint8Array.from([...latin1('<meta content="text/html; charset=Shift_JIS"><p>'), ...japanese]),
      '日本語のメールです',
    ],
  ]
  for (const [label, content, words] of old) {
    const first = fields(await read('a.html', content)).htmlContent ?? ''
    expect(first).toContain(words)
    expect(first).not.toContain(label)
    const second = await read('a.html', exportTemplate(template({ htmlContent: first }), 'html').text)
    expect(fields(second).htmlContent).toBe(first)
    expect(codes(second)).toEqual([])
  }
})

// A file that an editor saved again in UTF-8 keeps its old label.
test('valid UTF-8 wins over the label, and the label is corrected', async () => {
  const row = await read('a.html', '<meta charset="windows-1252"><p>café')
  expect(fields(row).htmlContent).toBe('<meta charset="utf-8"><p>café')
  expect(codes(row)).toEqual(['charset_relabelled'])
})

// "Save it as UTF-8" is no help for a person who does not know what that is.
test('a file without a label is read in the best guess, and in another on request', async () => {
  const cases: Array<[string, Uint8Array]> = [
    ['windows-1252', latin1('<p>Das gr\xfcne caf\xe9')],
    ['shift_jis', japanese],
    ['windows-1251', latin1('\xcf\xf0\xe8\xe2\xe5\xf2, \xea\xe0\xea \xe4\xe5\xeb\xe0')],
  ]
  for (const [charset, content] of cases) {
    const { imported } = await read('a.html', content)
    expect(imported.ok && imported.guess?.charset).toBe(charset)
  }
  const row = await inCharset(await read('a.txt', latin1('\xe8')), 'windows-1251')
  expect(fields(row).textContent).toBe('и')
})

// A line of a letter that looks like the start of a mail must not cut it; in a mailbox the other mails must be told.
test('only a mailbox file is divided', async () => {
  const body = 'One\n\nFrom Ann, 23 Nov 2026\nDear: all\n'
  const mail = `Subject: S\nContent-Type: text/plain\n\n${body}`
  const plain = await read('a.eml', mail)
  expect(fields(plain).textContent).toBe(body)
  const box = await read(
    'a.eml',
    `From ann Mon Nov 23 10:00:00 2026\n${mail.replace('From Ann,', 'Of Ann,')}\nFrom bob Mon Nov 23 10:00:00 2026\nSubject: T\n\nTwo\n`,
  )
  expect(codes(box)).toContain('mails_left_out')
  expect(fields(box)).toMatchObject({ subject: 'S' })
  expect(fields(box).textContent).not.toContain('Two')
})

// A person who drops three files and finds one believes that the others are there too.
test('every file and every entry of an archive is in the list', async () => {
  const archive = zipSync({
    'old/a.html': strToU8('<title>Tonight &amp; more</title><p>A'),
    'old/logo.png': Uint8Array.from([0x89, 0x50]),
    'b.json': strToU8('{"HtmlBody":"<p>B","TextBody":"B","Subject":"S"}'),
    '__MACOSX/old/._a.html': strToU8('x'),
  })
  const rows = await importMany([
    file('all.zip', archive),
    file('c.md', '# Hello\n\n[Watch]({{url}})'),
    file('d.json', '{"html":"<p>D","subject":"T"}'),
    file('e.eml', '\uFEFFFrom ann Mon Nov 23 2026\nSubject: E\nContent-Type: text/plain\n\nHi\n'),
    file('f.mjml', '<mjml></mjml>'),
  ])
  expect(rows.map(({ name, imported }) => [name, imported.ok])).toEqual([
    ['old/a.html', true],
    ['old/logo.png', false],
    ['b.json', true],
    ['c.md', true],
    ['d.json', true],
    ['e.eml', true],
    ['f.mjml', false],
  ])
  const [a, , b, c, d, e] = rows.map(fields)
  expect(rows[0]?.imported).toMatchObject({ title: 'Tonight & more' })
  expect([a, b, d]).toEqual([
    { htmlContent: '<title>Tonight &amp; more</title><p>A' },
    { htmlContent: '<p>B', textContent: 'B', subject: 'S' },
    { htmlContent: '<p>D', subject: 'T' },
  ])
  expect(c?.htmlContent).toContain('<a href="{{url}}">Watch</a>')
  expect(e).toMatchObject({ subject: 'E', textContent: 'Hi\n' })
})

// Of a file with thirty templates twenty-nine vanished, some of them without a word.
test('each template of a list in one file is a row', async () => {
  const list = [
    { name: 'Welcome', html: '<p>W', subject: 'Hi' },
    5,
    { Name: 'Receipt', HtmlBody: '<p>R', Subject: 'S' },
  ]
  const wrapped = [
    list,
    { templates: list },
    { TotalCount: 3, Templates: list },
    { data: list },
    { data: { items: list } },
  ]
  for (const json of wrapped) {
    const rows = await importMany([file('all.json', JSON.stringify(json, null, 1)), file('b.txt', 'B')])
    expect(rows.map(({ imported, part }) => [imported.ok, part])).toEqual([
      [true, { at: 1, of: 3 }],
      [false, { at: 2, of: 3 }],
      [true, { at: 3, of: 3 }],
      [true, undefined],
    ])
    const [welcome, five, receipt] = rows
    if (welcome === undefined || five === undefined || receipt === undefined) throw new Error('Too few rows')
    expect(fields(welcome)).toEqual({ name: 'Welcome', htmlContent: '<p>W', subject: 'Hi' })
    expect(five.imported).toMatchObject({ error: { code: 'json_entry', line: expect.any(Number) as number } })
    expect(fields(receipt)).toEqual({ name: 'Receipt', htmlContent: '<p>R', subject: 'S' })
  }
  const draft = (title: string) => ({
    operation: 'POST /api/marketing/template/create',
    title,
    body: { name: title, template: { subject: 'not this' } },
  })
  const drafts = JSON.stringify({ format: 'showdesk-drafts', version: 1, drafts: [draft('One'), draft('Two')] })
  expect((await importMany([file('d.json', drafts)])).map(fields)).toEqual([{ name: 'One' }, { name: 'Two' }])
  // A template with sample data of its own is one template.
  const sampled = await read('e.json', '{"html":"<p>E","data":[{"name":"A"},{"name":"B"}]}')
  expect(fields(sampled)).toEqual({ htmlContent: '<p>E' })
  expect(sampled.part).toBeUndefined()
  const many = JSON.stringify(Array.from({ length: 501 }, () => ({ subject: 'S' })))
  expect(codes(await read('f.json', many))).toEqual(['json_many'])
})

// Read again in another character set, a row must stay the same template of its file.
test('a list without a label is read again row by row', async () => {
  const bytes = latin1('[{"subject":"one"},{"subject":"caf\xe9"}]')
  const [, second] = await importMany([file('a.json', bytes)])
  if (second === undefined) throw new Error('No row')
  expect(fields(second).subject).toBe('café')
  expect(fields(await inCharset(second, 'windows-1251')).subject).toBe('cafй')
})

// One folder among ten dropped files took the nine others with it.
test('a file that cannot be opened has its reason, and the others are read', async () => {
  const folder = { name: 'folder', arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotFoundError')) }
  const rows = await importMany([file('a.txt', 'A'), folder, file('c.txt', 'C')])
  expect(rows.map(({ name }) => name)).toEqual(['a.txt', 'folder', 'c.txt'])
  expect(rows.map(codes)).toEqual([[], ['not_opened'], []])
})

// A small archive that unpacks to gigabytes must end with a message, not with the page.
test('an archive is bounded by what it really unpacks to', async () => {
  const bomb = zipSync({ 'a.html': new Uint8Array(8 * 1024 * 1024) })
  expect(await unpack(bomb)).toMatchObject([{ name: 'a.html', refused: { error: { code: 'too_large' } } }])
  expect(await unpack(bomb, { ...archiveLimits, unpacked: 1024 * 1024 })).toMatchObject({
    error: { code: 'zip_large' },
  })
  const two = zipSync({ 'a.html': strToU8('a'), 'b.html': strToU8('b') })
  expect(await unpack(two, { ...archiveLimits, files: 1 })).toMatchObject({ error: { code: 'zip_many' } })
  expect(await unpack(two.subarray(0, 20))).toMatchObject({ error: { code: 'zip_broken' } })
  expect(await unpack(strToU8('no archive'))).toMatchObject({ error: { code: 'zip_broken' } })
})

// What was imported once must never change by passing through the desk again.
test('import, export in each format and import again change no byte', async () => {
  const unit = fc.constantFrom('a', '\r\n', '\n', 'é', '😀', '<p>', '<meta charset=shift_jis>', '{{x}}', '"', '\u2028')
  const seed = Date.now() % 2 ** 31
  await fc.assert(
    fc.asyncProperty(fc.string({ unit, minLength: 1 }), fc.string({ unit, minLength: 1 }), async (html, text) => {
      const bytes = (content: string) => new TextEncoder().encode(content)
      const htmlContent = fields(await read('a.html', html)).htmlContent ?? ''
      const textContent = fields(await read('a.txt', text)).textContent ?? ''
      const one = template({ htmlContent, textContent, variables: [] })
      for (const format of ['html', 'txt', 'json'] as const) {
        const exported = exportTemplate(one, format)
        const again = await importFile(exported.name, bytes(exported.text))
        expect(again.ok, `seed ${seed}`).toBe(true)
        if (again.ok) expect(exportTemplate({ ...one, ...again.template }, format).text).toBe(exported.text)
      }
    }),
    { seed },
  )
})
