// Answers that no platform should give, with what the desk has to say of each and how it is viewed.
import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { mask } from '#contract/mask.ts'
import { reply, type StubAnswer } from '../../support/stub-platform.ts'
import { atEnd, choose, download, inside, look, openTree, raw, searchFor, toEnd, type Shown } from './answer-hands.ts'

export interface BadAnswer {
  name: string
  answer: StubAnswer
  outcome: 'answered' | 'refused' | 'failed'
  status: number
  /** What the page says about it. */
  says: RegExp[]
  /** Views what came. */
  look?: (shown: Shown) => Promise<void>
}

const mebibyte = 1024 * 1024
/** The credential of this test, which an answer repeats. */
export const secretKey = 'hostile-5f1c9a77-credential'

export const sends =
  (
    body: string | Buffer,
    type = 'application/json',
    status = 200,
    headers: Record<string, string | string[]> = {},
  ): StubAnswer =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': type, ...headers }).end(body)

/** Sets a flag in the window where it runs. */
const script = '<script>window.ran = true</script>'
const markup = '<img src=x onerror="window.ran = true">'
const web = `<!DOCTYPE html><html><body onload="window.ran = true">${script}${markup}<b>Sign in to the network</b></body></html>`

export const page = sends(web, 'text/html')
export const markupRows = JSON.stringify({
  data: [
    {
      id: 'team_1',
      name: script,
      [markup]: '</pre><b>bold</b>',
      link: 'javascript:window.ran = true',
      status: '<svg onload="window.ran = true">',
    },
  ],
})
export const prototypeRows =
  '{"data":[{"id":"team_1","name":"First","__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"toString":"text","hasOwnProperty":1,"valueOf":null}]}'
const levels = 10_000
export const deep = `${'{"a":['.repeat(levels / 2)}"bottom"${']}'.repeat(levels / 2)}`

export const rowCount = 100_000
/** Just under the 8 MiB that the desk takes. */
export const manyRows = ((): string => {
  const rows = Array.from(
    { length: rowCount },
    (_, place) =>
      `{"id":"team_${place}","name":"Name ${place}","status":"open","rank":${(place * 7919) % 1000},"note":"a note"}`,
  )
  const text = `{"data":[${rows.join(',')}]}`
  if (text.length > 8 * mebibyte || text.length < 7.5 * mebibyte)
    throw new Error(`${text.length} bytes are not about 8 MiB`)
  return text
})()

/** Rows with the same identifier. */
export const sameRows = `{"data":[${Array.from({ length: rowCount }, (_, place) => `{"id":"team_1","name":"Name ${place}"}`).join(',')}]}`

const pdf = Buffer.concat([
  Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1'),
  Buffer.from(Array.from({ length: 70_000 }, (_, place) => (place * 7) % 256)),
  Buffer.from('\n%%EOF\n'),
])
const bombPart = gzipSync(Buffer.alloc(8 * mebibyte))
/** 1 GiB of zeros in about 1 MB. */
const bomb = Buffer.concat(Array.from({ length: 128 }, () => bombPart))
const packed = gzipSync(
  JSON.stringify({ data: Array.from({ length: 5_000 }, (_, place) => ({ id: `team_${place * 7919}` })) }),
)

const savedAs = async (shown: Shown, bytes: string | Buffer): Promise<void> =>
  expect((await download(shown)).equals(Buffer.from(bytes))).toBe(true)

export const bomber: BadAnswer = {
  name: 'a gzip bomb',
  answer: sends(bomb, 'application/json', 200, { 'content-encoding': 'gzip' }),
  outcome: 'failed',
  status: 200,
  says: [/larger than 8,?192 KiB/],
}

export const badAnswers: BadAnswer[] = [
  bomber,
  {
    name: 'more than 8 MiB',
    answer: sends(JSON.stringify({ data: { id: 'team_1', note: 'n'.repeat(9 * mebibyte) } })),
    outcome: 'failed',
    status: 200,
    says: [/larger than 8,?192 KiB/],
  },
  {
    name: 'a web page',
    answer: page,
    outcome: 'refused',
    status: 200,
    says: [/A web page arrived instead of the platform's answer/],
    look: async (shown) => {
      await raw(shown, script, 'Sign in to the network')
      await savedAs(shown, web)
    },
  },
  {
    name: 'a web page of a gateway',
    answer: sends(web, 'text/html', 502),
    outcome: 'refused',
    status: 502,
    says: [/an internal error \(status 502\)/, /HTTP 502 Bad gateway/],
    look: (shown) => raw(shown, script),
  },
  {
    name: 'a web page that claims JSON',
    answer: sends(web),
    outcome: 'refused',
    status: 200,
    says: [
      /A web page arrived instead of the platform's answer/,
      /says that it is JSON and is a web page: at line 1, column 1/,
    ],
    look: (shown) => raw(shown, script),
  },
  {
    name: 'script in names and values',
    answer: sends(markupRows),
    outcome: 'answered',
    status: 200,
    says: [/HTTP 200 OK/],
    look: async (shown) => {
      await look(shown, 'table')
      for (const text of [script, markup, '</pre><b>bold</b>']) await inside(shown, text)
      await choose(shown, script)
      await openTree(shown)
      for (const text of [script, markup, '</pre><b>bold</b>', 'javascript:window.ran']) await inside(shown, text)
      await searchFor(shown, 'onerror')
      await raw(shown, 'onload=')
    },
  },
  {
    name: 'names of the prototype',
    answer: sends(prototypeRows),
    outcome: 'answered',
    status: 200,
    says: [/HTTP 200 OK/],
    look: async (shown) => {
      await openTree(shown)
      for (const text of ['__proto__', 'constructor', 'prototype', 'polluted', 'toString', 'hasOwnProperty', 'valueOf'])
        await inside(shown, text)
      await look(shown, 'table')
      for (const text of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) await inside(shown, text)
      await savedAs(shown, prototypeRows)
    },
  },
  {
    name: '10,000 levels',
    answer: sends(deep),
    outcome: 'refused',
    status: 200,
    says: [/nested more than 100 levels deep/, /It is nested 10,000 levels deep; the desk reads 100/],
    look: async (shown) => {
      await openTree(shown)
      for (const text of ['level 10,001', 'bottom']) await atEnd(shown, text)
      await searchFor(shown, 'bottom')
      await raw(shown, '{"a":[{"a":[')
      await savedAs(shown, deep)
    },
  },
  {
    name: '100,000 rows',
    answer: sends(manyRows),
    outcome: 'answered',
    status: 200,
    says: [/HTTP 200 OK/, /7\.\d MiB/],
    look: async (shown) => {
      await look(shown, 'table')
      await inside(shown, '100,000 rows')
      await toEnd(shown)
      await inside(shown, `Name ${rowCount - 1}`)
      await shown.viewer.getByRole('button', { name: 'rank', exact: true }).click()
      await shown.viewer.locator('[aria-sort="ascending"]').waitFor()
      await openTree(shown)
      await raw(shown, '{"data":[{"id":"team_0"')
      await savedAs(shown, manyRows)
    },
  },
  {
    name: 'a text of 1 MiB',
    answer: sends(JSON.stringify({ data: { id: 'team_1', note: 'n'.repeat(mebibyte) } })),
    outcome: 'answered',
    status: 200,
    says: [/HTTP 200 OK/],
    look: async (shown) => {
      await openTree(shown)
      await choose(shown, 'nnnn')
      await inside(shown, '1,048,576 characters')
      await raw(shown, '{"data":{"id":"team_1","note":"nnn')
    },
  },
  {
    name: 'names that stand twice',
    answer: sends('{"data":{"id":"team_1","id":"team_2","name":"a","name":"b"}}'),
    outcome: 'answered',
    status: 200,
    says: [/Names stand twice in one object, and the last of each counts: data\.id, data\.name\./],
    look: (shown) => raw(shown, 'team_1', 'team_2'),
  },
  {
    name: 'numbers that a double does not hold',
    answer: sends('{"data":{"id":"team_1","huge":1e999,"exact":12345678901234567890}}'),
    outcome: 'answered',
    status: 200,
    says: [/too big for a double: data\.huge\./, /more digits than a double keeps: data\.exact\./],
    look: async (shown) => {
      await openTree(shown)
      for (const text of ['1e999', '12345678901234567890']) await inside(shown, text)
      await raw(shown, '1e999', '12345678901234567890')
    },
  },
  {
    name: 'bytes that are no UTF-8',
    answer: sends(Buffer.from('{"data":{"id":"team_1","name":"M\xfcller"}}', 'latin1')),
    outcome: 'refused',
    status: 200,
    says: [/not valid UTF-8/, /bytes that are none are shown as/],
    look: (shown) => raw(shown, 'M\uFFFDller'),
  },
  {
    name: 'JSON that claims plain text',
    answer: sends('{"data":{"id":"team_1","name":"Plain"}}', 'text/plain'),
    outcome: 'answered',
    status: 200,
    says: [/It says that it is text\/plain and is JSON\./],
    look: (shown) => raw(shown, 'Plain'),
  },
  {
    name: 'half a packed answer',
    answer: sends(packed.subarray(0, packed.length / 2), 'application/json', 200, { 'content-encoding': 'gzip' }),
    outcome: 'refused',
    status: 200,
    says: [/was cut off/, /this is only its beginning/, /says that it is JSON and is not: .*it ends in the middle/],
    look: (shown) => raw(shown, 'team_0'),
  },
  {
    name: 'a PDF',
    answer: sends(pdf, 'application/pdf'),
    outcome: 'answered',
    status: 200,
    says: [/Binary: application\/pdf, 68\.\d KiB\./],
    look: async (shown) => {
      await inside(shown, '25 50 44 46')
      await savedAs(shown, pdf)
    },
  },
  {
    name: 'a PDF that claims JSON',
    answer: sends(pdf),
    outcome: 'refused',
    status: 200,
    says: [/isn't valid UTF-8/, /It says that it is application\/json and is binary data\./],
    look: (shown) => savedAs(shown, pdf),
  },
  {
    name: 'a redirect',
    answer: sends('', 'text/html', 302, { location: '/elsewhere?by=stranger' }),
    outcome: 'answered',
    status: 302,
    says: [/Redirects to http:\/\/127\.0\.0\.1:\d+\/elsewhere\?by=stranger/, /Empty answer/],
  },
  {
    name: 'nothing',
    answer: (_, response) => void response.writeHead(204).end(),
    outcome: 'answered',
    status: 204,
    says: [/HTTP 204 No content/, /Empty answer/],
  },
  {
    name: 'the credential itself',
    answer: sends(
      JSON.stringify({
        data: {
          id: 'team_1',
          note: `before ${secretKey} after`,
          [secretKey]: 'a name',
          inner: JSON.stringify({ deeper: secretKey }),
          packed: Buffer.from(`user:${secretKey}`).toString('base64'),
        },
      }),
      'application/json',
      200,
      { 'x-echo': `key=${secretKey}`, 'x-service-api-key': secretKey, 'set-cookie': [`key=${secretKey}`] },
    ),
    outcome: 'answered',
    status: 200,
    says: [/Secrets were masked/],
    look: async (shown) => {
      await shown.viewer.locator('[data-headers] summary').click()
      await expect
        .poll(() => shown.viewer.locator('[data-headers]').innerText())
        .toMatch(new RegExp(`x-echo\\s+key=${mask}`))
      await raw(shown, `before ${mask} after`)
      expect((await download(shown)).toString()).not.toContain(secretKey)
    },
  },
  {
    name: 'a wait of no length',
    answer: (_, response) => reply(response, 429, { error: { code: 'rate_limited', message: 'Too fast' } }),
    outcome: 'refused',
    status: 429,
    says: [/The platform asked Teams to wait/, /Wait for the countdown/, /HTTP 429 Too many requests/],
    look: (shown) => raw(shown, 'Too fast'),
  },
]
