import fc from 'fast-check'
import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { exportTemplate } from '../../../../renderer/views/templates/model/export.ts'
import { importFile, largestFile, type Imported } from '../../../../renderer/views/templates/model/import.ts'
import { emailHtml, legacy, newsletter, receipt } from '../email-html.ts'
import { template } from './support.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))

async function taken(name: string, content: Uint8Array | string): Promise<Extract<Imported, { ok: true }>> {
  const imported = await importFile(name, typeof content === 'string' ? bytes(content) : content)
  if (!imported.ok) throw new Error(JSON.stringify(imported.error))
  return imported
}

async function refused(name: string, content: Uint8Array | string) {
  const imported = await importFile(name, typeof content === 'string' ? bytes(content) : content)
  if (imported.ok) throw new Error('It was taken')
  return imported.error
}

// A mail that changes by passing through the desk breaks in the mail program it was made for.
test('HTML and text leave as they came, byte for byte', async () => {
  const mails = [newsletter(), receipt(), legacy(), emailHtml()]
  for (const html of mails) {
    const { template: read, notes } = await taken('mail.HTM', html)
    expect(exportTemplate(template(read), 'html').text).toBe(html)
    expect(notes).toEqual([])
  }
  await fc.assert(
    fc.asyncProperty(
      fc
        .string({
          unit: fc.constantFrom('a', '\r', '\n', '\t', 'é', '😀', '<p>', '{{x}}', '\u2028', '\uFEFF'),
          minLength: 1,
        })
        .filter((text) => !text.startsWith('\uFEFF')),
      async (text) => {
        expect(exportTemplate(template((await taken('a.txt', text)).template), 'txt').text).toBe(text)
        expect(exportTemplate(template((await taken('a.html', text)).template), 'html').text).toBe(text)
      },
    ),
  )
})

// A file of an older editor read in the wrong charset shows strange letters to every reader.
test('charsets: byte order mark, meta, UTF-8', async () => {
  const umlaut = '<meta charset="windows-1252"><p>Gr\xfc\xdfe \x80'
  expect(await taken('a.html', latin1(umlaut))).toMatchObject({
    template: { htmlContent: '<meta charset="utf-8"><p>Grüße €' },
    notes: [
      { code: 'charset_converted', values: { charset: 'windows-1252' } },
      { code: 'charset_relabelled', values: { charset: 'windows-1252' } },
    ],
  })
  const equiv = '<meta http-equiv="Content-Type" content="text/html; charset=ISO-8859-1">\xe9'
  expect((await taken('a.html', latin1(equiv))).template.htmlContent).toMatch(/é$/)
  expect(await taken('a.html', '\uFEFF<p>é')).toMatchObject({
    template: { htmlContent: '<p>é' },
    notes: [{ code: 'mark_removed' }],
  })
  expect((await taken('a.txt', Uint8Array.from([0xff, 0xfe, 0x41, 0, 0xe9, 0]))).template).toEqual({
    textContent: 'Aé',
  })
  expect(await taken('a.html', '<meta charset="no-such">é')).toMatchObject({
    template: { htmlContent: '<meta charset="no-such">é' },
    notes: [{ code: 'charset_unknown' }],
  })
  expect(
    (await taken('a.html', '<!-- <meta charset="utf-16le"> --><meta charset=utf-16><p>é')).template.htmlContent,
  ).toMatch(/é$/)
})

// "The file is broken" sends a person searching through 300 KB.
test('a byte that is no UTF-8 in a file that says it is UTF-8 is named with its place', async () => {
  const says = '<meta charset=utf-8>'
  expect(await refused('a.html', latin1(`${says}<p>ok\r\n<b>\xff</b>`))).toEqual({
    code: 'not_in_charset',
    values: { charset: 'utf-8', byte: 'ff' },
    offset: 10 + says.length,
    line: 2,
    column: 4,
  })
  expect(await refused('a.html', Uint8Array.from([...bytes(`${says}é😀`), 0xf0, 0x9f]))).toMatchObject({
    offset: 6 + says.length,
    line: 1,
    column: 4 + says.length,
  })
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\n') }),
      fc.string({ unit: fc.constantFrom('a', 'é', '\n') }),
      async (before, after) => {
        const content = Uint8Array.from([...bytes(says + before), 0xfe, ...bytes(after)])
        expect((await refused('a.html', content)).offset).toBe(bytes(says + before).length)
      },
    ),
  )
})

// What is no template must be refused with the way out, before anything changes.
test('files that can not be taken', async () => {
  expect(await refused('notes.hbs', 'x')).toMatchObject({ code: 'unsupported', values: { extension: 'hbs' } })
  expect(await refused('a.mjml', '<mjml></mjml>')).toMatchObject({ code: 'mjml_unanswered' })
  expect(await refused('noname', 'x')).toMatchObject({ code: 'unsupported' })
  expect(await refused('a.html', new Uint8Array())).toMatchObject({ code: 'empty' })
  expect(await refused('a.html', new Uint8Array(largestFile + 1))).toMatchObject({
    code: 'too_large',
    values: { limit: largestFile },
  })
  expect(await refused('a.html', Uint8Array.from([0x89, 0x50, 0, 1]))).toMatchObject({ code: 'binary', offset: 2 })
  expect(await refused('a.json', '{\n "name": "x",\n}')).toMatchObject({
    code: 'json_broken',
    json: { kind: 'syntax', reason: 'comma' },
    line: 3,
    column: 1,
  })
  expect(await refused('a.json', '{"name": "x",\n "name": "y"}')).toMatchObject({
    code: 'json_broken',
    json: { kind: 'duplicate', name: 'name' },
    line: 2,
    column: 2,
  })
  expect(await refused('a.json', '{"a": 1}')).toMatchObject({ code: 'json_no_template' })
  expect(await refused('a.json', '[]')).toMatchObject({ code: 'json_no_template' })
})

// Only what the file names may change in the draft.
test('JSON in each of its wrappings', async () => {
  const body = { name: 'N', subject: 'S' }
  for (const json of [
    body,
    { data: body },
    { template: body },
    { data: { template: body } },
    { data: body, requestId: 'r' },
  ]) {
    expect((await taken('a.json', JSON.stringify(json))).template).toEqual(body)
  }
  const file = {
    format: 'showdesk-drafts',
    version: 1,
    drafts: [
      { operation: 'PUT /api/video/event/update', title: 'event', body: { options: {} } },
      { operation: 'POST /api/marketing/template/create', title: 'first', body },
      { operation: 'POST /api/marketing/template/update', title: 'second', body: { id: '1', name: 'M' } },
    ],
  }
  expect(await taken('a.json', JSON.stringify(file))).toMatchObject({
    template: body,
    notes: [{ code: 'draft_left_out', values: { title: 'event' } }],
  })
  expect(await taken('a.json', '{"name":"N","stars":5}')).toMatchObject({
    template: { name: 'N' },
    kept: { stars: 5 },
    notes: [{ code: 'unknown_field', values: { field: 'stars' } }],
  })
})

async function compose(mail: Record<string, unknown>): Promise<Buffer> {
  const { message } = (await createTransport({ streamTransport: true, buffer: true }).sendMail(mail)) as unknown as {
    message: Buffer
  }
  return message
}

// Mail programs encode parts in three ways; none of them may add or lose a line.
test.each(['base64', 'quoted-printable'] as const)('a mail comes back as it was composed, %s', async (textEncoding) => {
  for (const html of [
    newsletter(),
    receipt(),
    emailHtml(60_000),
    '<p>é😀 no newline',
    '<p>two\n\n',
    '\n<p>=3D {{x}}  \n.dot\n',
  ]) {
    const text = 'Grüße, {{name}}\n\nBye \n'
    const message = await compose({
      from: 'Die Nachtschau ü <ann@example.org>',
      replyTo: 'reply@example.org',
      subject: 'Schöne Grüße {{name}}, a subject long enough to be folded over two lines',
      html,
      text,
      textEncoding,
    })
    const { template: read, notes } = await taken('mail.eml', message)
    expect(read).toEqual({
      subject: 'Schöne Grüße {{name}}, a subject long enough to be folded over two lines',
      fromName: 'Die Nachtschau ü',
      fromEmail: 'ann@example.org',
      replyTo: 'reply@example.org',
      htmlContent: html,
      textContent: text,
    })
    expect(notes).toEqual([])
  }
})

// A picture that travelled with the mail is gone in a template; without a note the mail is sent with holes.
test('what a template can not hold is named', async () => {
  const attachments = [
    { filename: 'menu.pdf', content: Buffer.from('pdf') },
    { filename: 'logo.png', content: Buffer.from('png'), cid: 'logo@example.org' },
  ]
  const { template: read, notes } = await taken(
    'mail.eml',
    await compose({
      from: 'ann@example.org',
      replyTo: ['a@example.org', 'b@example.org'],
      html: '<img src="cid:logo@example.org">',
      attachments,
    }),
  )
  expect(read).toMatchObject({
    htmlContent: '<img src="cid:logo@example.org">',
    replyTo: 'a@example.org',
    fromName: '',
  })
  expect(notes.map(({ code, values }) => [code, values['name'] ?? values['part'] ?? values['count']])).toEqual([
    ['reply_to_left_out', 1],
    ['part_missing', 'text/plain'],
    ['image_left_out', 'logo.png'],
    ['attachment_left_out', 'menu.pdf'],
  ])
})

// A download that broke off looks like a mail with a short last part.
test('broken mails say where', async () => {
  const message = (await compose({ from: 'ann@example.org', html: '<p>a</p>', text: 'b' })).toString('latin1')
  expect(await refused('mail.eml', latin1(message.slice(0, message.indexOf('<p>a') + 3)))).toMatchObject({
    code: 'eml_cut',
  })
  expect(await refused('mail.eml', '<html>no mail</html>')).toMatchObject({
    code: 'eml_broken',
    line: 1,
    part: 'header',
  })
  expect(await refused('mail.eml', 'Subject: x\r\n\r\n')).toMatchObject({ code: 'eml_no_content' })
  expect(
    await refused('mail.eml', latin1('Content-Type: text/html; charset=utf-8\r\n\r\n<p>ok\r\n\xff')),
  ).toMatchObject({ code: 'not_in_charset', part: 'text/html', line: 2, column: 1 })
})

// Whatever is dropped on the window must end in a template or a message.
test('never throws, whatever the bytes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('a.html', 'a.txt', 'a.eml', 'a.json'),
      fc.oneof(fc.uint8Array(), fc.string().map(bytes), fc.json().map(bytes)),
      async (name, content) => {
        expect(typeof (await importFile(name, content)).ok).toBe('boolean')
      },
    ),
  )
})
