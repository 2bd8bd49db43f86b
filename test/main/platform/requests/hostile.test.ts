// Answers made to break the desk or to get a secret out of it, from real servers. Each is looked at whole, and says what is wrong with it.
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { mask } from '#contract/mask.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import type { Exchange } from '#contract/requests.ts'
import { answering, apiKey, read, serve } from '../client/support.ts'
import { handedOut, makeRequests } from './support.ts'

async function ask(body: string | Buffer, headers: Record<string, string> = {}, status = 200) {
  const { base } = await serve((_, response) =>
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(body),
  )
  const made = makeRequests(base)
  const exchange = await made.requests.read({ operation: read.key })
  return { ...made, exchange, out: handedOut(made.answers, exchange) }
}

const saysSo = (exchange: Exchange, sentence: RegExp) => expect(exchange.body?.problems.join(' ')).toMatch(sentence)

// Catches a page that is taken for data, run, or thrown away before anyone saw it.
test.each([
  ['a page', '<!DOCTYPE html><script>alert(1)</script>', 'text/html'],
  ['a page that claims JSON', '<html><img src=x onerror=alert(1)></html>', 'application/json'],
  ['a script', '<script>fetch("https://example.org")</script>', 'application/json'],
])('%s', async (_, page, type) => {
  const { exchange, out } = await ask(page, { 'Content-Type': type })
  expect(exchange).toMatchObject({ outcome: 'refused', error: { code: 'bad_response' }, body: { kind: 'html', type } })
  expect(out).toBe(page)
  if (type === 'application/json') saysSo(exchange, /says that it is JSON and is a web page: at line 1, column 1/)
})

// Catches names that reach an object's prototype, and data that is lost because it has such a name.
test('names of the prototype are names', async () => {
  const text =
    '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"data":[{"__proto__":"x","id":1}]}'
  const { exchange, out, noted } = await ask(text)
  expect(exchange).toMatchObject({ outcome: 'answered', body: { kind: 'json', problems: [] } })
  expect(out).toBe(text)
  expect(noted[0]?.answer?.()).toBe(text)
  expect(({} as JsonObject).polluted).toBeUndefined()
  const masked = await ask(text.replace('"x"', JSON.stringify(apiKey)))
  expect(masked.out).toBe(text.replace('"x"', `"${mask}"`))
  expect(({} as JsonObject).polluted).toBeUndefined()
})

// Catches a stack that ends before an answer's depth does.
test.each([
  ['lists', '[', ']'],
  ['objects', '{"a":', '}'],
])('10,000 levels of %s', async (_, open, close) => {
  const text = `${open.repeat(10_000)}${JSON.stringify(apiKey)}${close.repeat(10_000)}`
  const { exchange, out } = await ask(text)
  expect(exchange).toMatchObject({
    outcome: 'refused',
    error: { code: 'bad_response' },
    body: { kind: 'json', masked: true },
  })
  saysSo(exchange, /nested 10,000 levels deep; the desk reads 100\./)
  expect(out).toBe(text.replace(JSON.stringify(apiKey), `"${mask}"`))
})

// Catches a list that is cut short on its way.
test('100,000 rows', async () => {
  const rows = Array.from({ length: 100_000 }, (_, n) => ({ id: `order_${n}`, amount: n / 4, name: 'Ümit' }))
  const { exchange, out } = await ask(JSON.stringify({ data: rows }))
  expect(exchange).toMatchObject({ outcome: 'answered', body: { kind: 'json', problems: [] } })
  expect((JSON.parse(out) as { data: Json[] }).data).toHaveLength(100_000)
})

// Catches bytes that are taken for text without a word.
test('bytes that are no UTF-8', async () => {
  const { exchange, out } = await ask(
    Buffer.concat([Buffer.from('{"name":"M'), Buffer.from([0xfc]), Buffer.from('ller"}')]),
  )
  expect(exchange).toMatchObject({
    outcome: 'refused',
    error: { code: 'bad_response' },
    body: { kind: 'json', bytes: 17 },
  })
  saysSo(exchange, /not valid UTF-8/)
  expect(out).toBe('{"name":"M\uFFFDller"}')
})

// Catches an answer that is read as what it claims rather than what it is.
test.each([
  ['text/html', '{"data":{}}', 'json', 'answered', /says that it is text\/html and is JSON/],
  ['application/json', 'id,amount', 'text', 'refused', /says that it is JSON and is not: at line 1, column 1/],
  ['application/json', '\x89PNG\r\n\x1a\n\0', 'binary', 'refused', /says that it is application\/json and is binary/],
  ['image/png', 'id,amount', 'text', 'answered', /says that it is image\/png and is text/],
])('%s over %j', async (type, text, kind, outcome, sentence) => {
  const { exchange } = await ask(Buffer.from(text, 'latin1'), { 'Content-Type': type })
  expect(exchange).toMatchObject({ outcome, body: { kind } })
  saysSo(exchange, sentence)
})

// Catches an answer that unpacks to more than there is memory, and a socket that goes on pouring.
test('a bomb of 1 GiB', async () => {
  const member = gzipSync(Buffer.alloc(8 * 1024 * 1024))
  const bomb = Buffer.concat(Array.from({ length: 128 }, () => member))
  const before = process.memoryUsage().arrayBuffers
  const { exchange } = await ask(bomb, { 'Content-Encoding': 'gzip' })
  expect(exchange).toMatchObject({ outcome: 'failed', status: 200, attempts: 1, error: { code: 'too_large' } })
  expect(exchange.error?.message).toMatch(/larger than 8192 KiB/)
  expect(exchange).not.toHaveProperty('body')
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(200 * 1024 * 1024)
})

// Catches half an answer taken for a whole one.
test('a packed answer that breaks off', async () => {
  const packed = gzipSync(JSON.stringify({ data: Array.from({ length: 5_000 }, (_, n) => ({ id: n * 7_919 })) }))
  const { exchange, out } = await ask(packed.subarray(0, packed.length / 2), { 'Content-Encoding': 'gzip' })
  expect(exchange).toMatchObject({ outcome: 'refused', error: { code: 'bad_response' } })
  saysSo(exchange, /breaks off.* says that it is JSON and is not: .*ends in the middle/)
  expect(out).toMatch(/^\{"data":\[\{"id":0\}/)
})

// Catches half a text, page or picture, and a JSON value that only lost its packing's end, taken for whole: nothing in their own bytes tells.
test.each([
  ['a list', 'text/csv', Buffer.from(Array.from({ length: 4_000 }, (_, n) => `${n * 7_919},x`).join('\n')), 0.5],
  [
    'a page',
    'text/html',
    Buffer.from(`<!doctype html>${Array.from({ length: 4_000 }, (_, n) => `<p>${n * 7_919}</p>`).join('')}`),
    0.5,
  ],
  [
    'a picture',
    'image/png',
    Buffer.concat([
      Buffer.from('\x89PNG\r\n', 'latin1'),
      Buffer.from(Array.from({ length: 20_000 }, (_, n) => (n * n * 31) & 255)),
    ]),
    0.5,
  ],
  ['a value', 'application/json', Buffer.from('{"data":[]}'), -4],
  ['nothing yet', 'text/plain', Buffer.from('hello'), 0.1],
])('%s whose packing breaks off', async (_, type, whole, upTo) => {
  for (const [coding, pack] of [
    ['gzip', gzipSync],
    ['x-gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['br', brotliCompressSync],
  ] as const) {
    const packed = pack(whole)
    const complete = await ask(packed, { 'Content-Encoding': coding, 'Content-Type': type })
    expect(complete.exchange.body?.problems.join(' ')).not.toMatch(/breaks off/)
    expect(complete.exchange.body?.bytes).toBe(whole.length)
    // Raw deflate and brotli have no tail that could be lost without their content.
    const end =
      upTo < 0
        ? packed.length + (pack === gzipSync || pack === deflateSync ? upTo : -1)
        : Math.max(1, Math.floor(packed.length * upTo))
    const { exchange } = await ask(packed.subarray(0, end), { 'Content-Encoding': coding, 'Content-Type': type })
    expect(exchange, coding).toMatchObject({ outcome: 'refused', error: { code: 'bad_response' } })
    expect(exchange.error?.message).toMatch(/breaks off/)
    saysSo(exchange, /breaks off/)
  }
})

// Catches an answer without a body refused because its header names a packing.
test('nothing at all is not half of anything', async () => {
  const { exchange } = await ask('', { 'Content-Encoding': 'gzip' })
  expect(exchange).toMatchObject({ outcome: 'answered', body: { kind: 'empty', problems: [] } })
})

// Catches bytes that are no packed answer at all.
test.each([
  ['gzip', Buffer.from('not packed')],
  ['gzip', Buffer.concat([gzipSync('{}').subarray(0, 10), Buffer.alloc(40, 7)])],
  ['br', deflateRawSync('{}')],
])('a broken %s, %#', async (coding, body) => {
  const { exchange } = await ask(body, { 'Content-Encoding': coding })
  expect(exchange).toMatchObject({ outcome: 'refused', error: { code: 'bad_response' } })
  expect(exchange.error?.message).toMatch(/could not be unpacked|not valid JSON/)
})

// Catches digits that are lost without a word, and a number that takes minutes.
test('a number of 1 MiB', async () => {
  const text = `{"data":{"amount":${'9'.repeat(1024 * 1024)},"id":9007199254740993}}`
  const { exchange, out } = await ask(text)
  expect(exchange).toMatchObject({ outcome: 'answered', body: { kind: 'json' } })
  saysSo(exchange, /too big for a double: data\.amount\. .*more digits than a double keeps: data\.id\./)
  expect(out).toBe(text)
})

// Catches the first of two members that nobody ever sees.
test('names that stand twice', async () => {
  const text = '{"data":[{"id":1,"id":2,"a":1,"a":1,"b":1,"b":2,"c":1,"c":1}]}'
  const { exchange, out } = await ask(text)
  saysSo(exchange, /Names stand twice in one object.*: data\.0\.id, data\.0\.a, data\.0\.b and 1 more\./)
  expect(out).toBe(text)
})

const utf16 = (text: string) => Buffer.from(text, 'utf16le')

// Catches a known secret handed out in whatever dress: these bytes are searched for it as they are, unpacked from base64, and as text.
test.each([
  ['JSON', JSON.stringify({ a: `x ${apiKey} y` }), 'application/json'],
  ['JSON in escapes', `{"a":"\\u006be\\u0079-5f1c9a77"}`, 'application/json'],
  ['a name', JSON.stringify({ [apiKey]: 1 }), 'application/json'],
  ['the first of two members', `{"a":"${apiKey}","a":1}`, 'application/json'],
  [
    'a name that stands twice, beside a long number',
    `{"${apiKey}":1,"${apiKey}":{"x${apiKey}":12345678901234567890}}`,
    'application/json',
  ],
  ['a path that is cut', `{"${'x'.repeat(190)}":{"${apiKey}":1,"${apiKey}":2}}`, 'application/json'],
  ['an inner JSON text', JSON.stringify({ a: JSON.stringify({ b: apiKey }) }), 'application/json'],
  ['base64', JSON.stringify({ a: Buffer.from(`user:${apiKey}`).toString('base64') }), 'application/json'],
  ['broken JSON', `{"a":"${apiKey}",`, 'application/json'],
  ['JSON that was cut off', `{"a":"${apiKey}`, 'application/json'],
  ['a page', `<html>${apiKey}</html>`, 'text/html'],
  ['a CSV file', `id,key\n1,${apiKey}`, 'text/csv'],
  [
    'broken UTF-8',
    Buffer.concat([Buffer.from(`{"a":"${apiKey}`), Buffer.from([0xff]), Buffer.from('"}')]),
    'application/json',
  ],
  ['a picture', Buffer.concat([Buffer.from('\x89PNG\0', 'latin1'), Buffer.from(apiKey), Buffer.alloc(9)]), 'image/png'],
  ['UTF-16', Buffer.concat([utf16('{"a":"'), utf16(apiKey), utf16('"}')]), 'application/json'],
  ['UTF-16 at an odd place', Buffer.concat([Buffer.from([0]), utf16(apiKey)]), 'application/octet-stream'],
])('a secret in %s', async (_, body, type) => {
  const { exchange, out, noted } = await ask(body, { 'Content-Type': type })
  expect(exchange.body?.masked).toBe(true)
  for (const shown of [out, String(noted[0]?.answer?.() ?? ''), JSON.stringify([exchange, noted])]) {
    for (const reading of [
      shown,
      ...(['latin1', 'utf8', 'utf16le'] as const).map((coding) => Buffer.from(shown, 'base64').toString(coding)),
      decoded(shown),
    ]) {
      expect(reading).not.toContain(apiKey)
      expect(reading).not.toContain(apiKey.slice(4))
      expect(reading).not.toContain(apiKey.slice(0, 7))
    }
  }
})

function decoded(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text
  }
}

// Catches a secret in a header, by its value under any name, or by its name with any value.
test('a secret in headers', async () => {
  const { base } = await answering(
    200,
    {},
    {
      'X-Echo': `key=${apiKey}`,
      [`X-${apiKey}`]: 'name',
      'X-Service-API-Key': 'other-value-1',
      Authorization: 'Bearer other-value-2',
      'Session-Id': 'other-value-3',
      'X-Auth-Token': 'other-value-4',
      'Set-Cookie': 'id=other-value-5',
      Location: `https://example.org/?k=${encodeURIComponent(apiKey)}`,
      'Content-Type': `application/json; ${apiKey}`,
      'X-Request-Id': apiKey,
    },
  )
  const { requests, noted } = makeRequests(base)
  const exchange = await requests.read({ operation: read.key })
  expect(JSON.stringify([exchange, noted])).not.toMatch(new RegExp(`${apiKey}|other-value`))
  expect(exchange.headers).toContainEqual(['X-Echo', `key=${mask}`])
})

// Catches a secret beyond ASCII, which a header and bytes carry in more than one way.
test.each(['utf8', 'latin1'] as const)('a secret with umlauts as %s', async (coding) => {
  const secret = 'schlüssel-ßäö'
  const { base } = await serve((_, response) => {
    response.writeHead(200, {
      'Content-Type': 'application/octet-stream',
      'X-Echo': Buffer.from(secret, coding).toString('latin1'),
    })
    response.end(Buffer.concat([Buffer.from([0, 1]), Buffer.from(secret, coding)]))
  })
  const { requests, answers, redactor } = makeRequests(base)
  redactor.learn(secret)
  const exchange = await requests.read({ operation: read.key })
  expect(exchange.headers).toContainEqual(['X-Echo', mask])
  expect(exchange.body).toMatchObject({
    kind: 'binary',
    masked: true,
    length: 0,
    problems: [expect.stringContaining('holds a secret') as unknown],
  })
  expect(handedOut(answers, exchange)).toBe('')
})
