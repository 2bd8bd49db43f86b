import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { receiptFile } from '../../../renderer/views/payments/model/receipt-file.ts'

const base64 = (bytes: string | readonly number[]): string => Buffer.from(bytes as string).toString('base64')
const read = (data: Json) => receiptFile({ data }, 'rcp_1')

// Catches a receipt whose bytes are changed on the way to the disk.
test('a document in base64 is saved byte for byte', () => {
  const text = 'Receipt rcp_1\nAmount 12.00 EUR\n'
  const reading = read({
    id: 'rcp_1',
    fileName: 'rcp_1.txt',
    contentType: 'text/plain',
    encoding: 'base64',
    content: base64(text),
  })
  expect(reading).toMatchObject({ ok: true, file: { name: 'rcp_1.txt', type: 'text/plain' } })
  expect(reading.ok && Buffer.from(reading.file.bytes).toString()).toBe(text)
})

// Catches a file that runs when it is opened: by its kind, by its name, or by what it pretends to be.
test.each<[string, Json, object]>([
  [
    'a page is saved as text',
    { contentType: 'text/html', content: '<script>alert(1)</script>', fileName: 'receipt.html' },
    { ok: true, file: { name: 'receipt.txt', type: 'text/plain', tamed: true } },
  ],
  [
    'a drawing with a script is saved as text',
    { contentType: 'image/svg+xml', content: '<svg onload="x()"/>' },
    { ok: true, file: { name: 'receipt-rcp_1.txt', tamed: true } },
  ],
  [
    'a program is refused',
    { contentType: 'application/x-msdownload', content: base64('MZ'), encoding: 'base64', fileName: 'receipt.exe' },
    { ok: false, problem: 'unknown_type', type: 'application/x-msdownload' },
  ],
  [
    'a program that says it is a PDF is refused',
    { contentType: 'application/pdf', content: base64('MZ\u0090'), encoding: 'base64' },
    { ok: false, problem: 'not_what_it_says' },
  ],
  [
    'a program that says it is text is refused',
    { contentType: 'text/plain', content: base64([77, 90, 0, 3]), encoding: 'base64' },
    { ok: false, problem: 'not_what_it_says' },
  ],
  [
    'a second extension and a folder are taken off',
    { contentType: 'application/pdf', content: base64('%PDF-1.7'), fileName: '../../start up/receipt.pdf.exe' },
    { ok: true, file: { name: 'receipt-pdf.pdf', type: 'application/pdf' } },
  ],
  [
    'a type with parameters is read',
    { contentType: 'Text/Plain; charset=utf-8', content: 'x' },
    { ok: true, file: { type: 'text/plain' } },
  ],
  ['no content', { contentType: 'text/plain' }, { ok: false, problem: 'no_content' }],
  ['broken base64', { contentType: 'application/pdf', content: '%%%' }, { ok: false, problem: 'bad_encoding' }],
  [
    'a kind named after an inherited property',
    { contentType: 'constructor', content: 'x' },
    { ok: false, problem: 'unknown_type' },
  ],
])('%s', (_, data, expected) => {
  expect(read(data)).toMatchObject(expected)
})

// Catches a name that no disk takes, or an empty one.
test('a hostile name becomes a plain one', () => {
  const names = ['', '....', 'con/../..', 'a'.repeat(500), '\u202egpj.txt', '"; rm -rf', 'CON:\u0000'].map((fileName) =>
    read({ contentType: 'text/plain', content: 'x', fileName }),
  )
  for (const reading of names) {
    expect(reading.ok && /^[\p{L}\p{N}_-]{1,80}\.txt$/u.test(reading.file.name)).toBe(true)
  }
})
