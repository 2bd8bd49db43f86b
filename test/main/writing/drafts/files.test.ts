import PostalMime from 'postal-mime'
import { expect, test } from 'vitest'
import { createDesk, event, input, listing, template } from './support.ts'

const html = '<!doctype html>\r\n<p class="a">Grüße {{name}} 😀</p>\n<!--[if mso]><td><![endif]-->\n\n'
const text = 'Grüße {{name}}\r\n\n-- \nEnd \n'
const mail = {
  name: 'Evening',
  subject: `Tonight {{name}} – ${'a long subject '.repeat(20)}`.trim(),
  htmlContent: html,
  textContent: text,
  fromName: 'Desk, "the" Ä',
  fromEmail: '{{from}}',
  replyTo: 'reply@example.org',
}

// Catches an export that changes a byte of what was written, and a message that other programs read differently.
test('a template leaves as it was written', async () => {
  const { drafts } = await createDesk()
  const { id } = await drafts.save(input({ operation: template, title: 'Evening: one/two', body: mail }))
  expect(await drafts.export({ ids: [id], format: 'html' })).toEqual({
    name: 'Evening one two.html',
    type: 'text/html',
    text: html,
  })
  expect((await drafts.export({ ids: [id], format: 'txt' })).text).toBe(text)
  const file = await drafts.export({ ids: [id], format: 'eml' })
  const read = await PostalMime.parse(file.text)
  expect(read.html).toBe(html)
  expect(read.text).toBe(text)
  expect(read.subject).toBe(mail.subject)
  expect(read.from).toMatchObject({ name: mail.fromName, address: mail.fromEmail })
  expect(read.replyTo).toMatchObject([{ address: mail.replyTo }])
  expect(await drafts.export({ ids: [id], format: 'eml' })).toEqual(file)
  const { id: other } = await drafts.save(input())
  await expect(drafts.export({ ids: [other], format: 'html' })).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(drafts.export({ ids: [id, other], format: 'eml' })).rejects.toMatchObject({ code: 'invalid_input' })
})

// Catches a preview text and a sender's name that vanish, and two addresses that become one with a comma in it.
test('an e-mail file keeps preview text, a name without an address, and several addresses', async () => {
  const { drafts } = await createDesk()
  const body = {
    subject: 'A',
    previewText: 'Grüße',
    textContent: 'a',
    fromName: 'Dësk, "late" 😀 crew',
    replyTo: 'a@x.org, b@y.org',
  }
  const { id } = await drafts.save(input({ operation: template, title: 'A', body }))
  const { text: file } = await drafts.export({ ids: [id], format: 'eml' })
  const read = await PostalMime.parse(file)
  expect(read.from?.name).toBe(body.fromName)
  expect(read.replyTo?.map(({ address }) => address)).toEqual(['a@x.org', 'b@y.org'])
  expect(file).toMatch(/^X-Preview-Text: \S/m)
})

// Catches one address that becomes two at a comma in its quoted name, and a group or a placeholder that is lost.
test.each([
  ['"Doe, Jane" <a@x.org>, b@y.org', ['Doe, Jane', 'a@x.org'], ['', 'b@y.org']],
  ['"a,b"@x.org; c@y.org', ['', '"a,b"@x.org'], ['', 'c@y.org']],
  ['Crew: a@x.org, "B; C" <b@y.org>;', ['', 'a@x.org'], ['B; C', 'b@y.org']],
  ['{{reply}}, {{sender}}@x.org', ['', '{{reply}}'], ['', '{{sender}}@x.org']],
  ['山田, 太郎 <a@x.org>', ['山田, 太郎', 'a@x.org']],
  [' , b@y.org,', ['', 'b@y.org']],
])('the addresses of %s are read as mail programs read them', async (replyTo, ...expected) => {
  const { drafts } = await createDesk()
  const body = { subject: 'A', textContent: 'a', fromName: 'Desk', fromEmail: replyTo, replyTo }
  const { id } = await drafts.save(input({ operation: template, title: 'A', body }))
  const { text } = await drafts.export({ ids: [id], format: 'eml' })
  const read = await PostalMime.parse(text)
  // What has no at sign is read as a name.
  expect(read.replyTo?.map(({ name, address }) => (address === '' ? ['', name] : [name, address]))).toEqual(expected)
  expect(read.from).toMatchObject({ name: 'Desk', address: expected[0]?.[1] })
})

// Catches a file that holds a secret, and drafts that come back changed, twice or over others.
test('drafts travel to another desk and back', async () => {
  const one = await createDesk()
  const first = await one.drafts.save(
    input({
      id: 'first',
      operation: event,
      body: { options: { streamKey: 'strm-key-1234567' }, details: { title: 'x' } },
      notes: 'n',
      tags: ['t'],
      extra: { a: [1] },
    }),
  )
  await one.drafts.save(input({ id: 'second', title: 'Second' }))
  const file = await one.drafts.export({ ids: ['first', 'second'], format: 'json' })
  expect(file).toMatchObject({ name: 'Drafts.json', type: 'application/json' })
  expect(file.text).not.toContain('strm-key')
  expect(file.text).not.toContain('$secret')
  expect((await one.drafts.import(file.text)).map(({ id }) => id)).toEqual(['first', 'second'])
  expect((await one.drafts.list(listing())).items).toHaveLength(2)

  const other = await createDesk()
  await other.drafts.save(input({ id: 'second', title: 'Mine' }))
  const heads = await other.drafts.import(file.text)
  expect(heads).toMatchObject([
    { id: 'first', revision: 1, updatedAt: first.updatedAt, tags: ['t'] },
    { title: 'Second' },
  ])
  expect(heads[1]?.id).not.toBe('second')
  expect(other.drafts.get('second').title).toBe('Mine')
  expect(other.drafts.get('first')).toMatchObject({
    notes: 'n',
    extra: { a: [1] },
    body: { options: { streamKey: null }, details: { title: 'x' } },
  })
  expect((await other.drafts.list(listing({ query: 'second' }))).items).toHaveLength(1)
})

const draft =
  '{"id":"a","revision":1,"createdAt":"2026-01-01T00:00:00.000Z","updatedAt":"2026-01-01T00:00:00.000Z","operation":"POST /api/notes/create","title":"T"}'
const fileOf = (drafts: string, version = 1) =>
  `{"format":"showdesk-drafts","version":${version},\n"drafts":[${drafts}]}`

// Catches a damaged or newer file of which a part is taken, and a refusal that does not say where.
test.each([
  ['', 'line 1, column 1'],
  ['{"format":\n  x}', 'line 2, column 3'],
  [fileOf(`${draft},\n`), 'line 3, column 1'],
  [`${fileOf(draft)}\nmore`, 'line 3, column 1'],
  [fileOf(draft).slice(0, -20), 'line 2'],
  ['{"format":"else"}', 'format'],
  ['[]', 'format'],
  [fileOf(draft, 2), 'version'],
  [fileOf(`${draft},${draft.replace('"T"', '7')}`), 'drafts.1.title'],
  [fileOf(`${draft},${draft.replace('notes/create', 'nowhere')}`), 'drafts.1.operation'],
  [fileOf(draft.replace('"title"', '"more":1,"title"')), 'drafts.0'],
])('a file that is not whole is refused whole: %j', async (content, place) => {
  const { drafts } = await createDesk()
  const importing = drafts.import(content)
  await expect(importing).rejects.toMatchObject({
    code: 'invalid_input',
    details: /^line/.test(place)
      ? { facts: { reason: 'file_damaged', place: expect.stringContaining(place) as string } }
      : { fields: [{ path: expect.stringContaining(place) as string }] },
  })
  expect((await drafts.list(listing())).items).toEqual([])
})

// Catches an import that leaves secrets in the keychain although its drafts were not written.
test('an import that fails takes its secrets back', async () => {
  const desk = await createDesk()
  const withSecret = draft
    .replace('POST /api/notes/create', event)
    .replace('"title"', '"body":{"options":{"streamKey":"strm-key-7777777"}},"title"')
  desk.database
    .statement(
      "CREATE TEMP TRIGGER full BEFORE INSERT ON main.drafts WHEN NEW.title = 'T2' BEGIN SELECT RAISE(ABORT, 'full'); END",
    )
    .run()
  await expect(
    desk.drafts.import(fileOf(`${withSecret},${draft.replace('"a"', '"b"').replace('"T"', '"T2"')}`)),
  ).rejects.toMatchObject({ code: 'storage_failed' })
  expect(desk.database.statement('SELECT count(*) AS n FROM vault_refs').get()).toEqual({ n: 0 })
  expect((await desk.drafts.list(listing())).items).toEqual([])
  desk.database.statement('DROP TRIGGER temp.full').run()
  await desk.drafts.import(`\ufeff${fileOf(withSecret)}`)
  expect(JSON.stringify(desk.drafts.get('a').body)).toContain('$secret')
})
