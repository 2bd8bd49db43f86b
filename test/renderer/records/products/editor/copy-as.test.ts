import { execFile } from 'node:child_process'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toCurl, toFetch } from '../../../../../renderer/records/products/editor/copy-as.ts'

interface Heard {
  method: string | undefined
  url: string | undefined
  headers: IncomingHttpHeaders
  body: string
}

let server: Server
let base = ''
const answer = '{"id":"ev-1","title":"Grüße"}'
const heard: Heard[] = []
beforeAll(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      heard.push({
        method: request.method,
        url: request.url,
        headers: request.headers,
        body: Buffer.concat(chunks).toString('utf8'),
      })
      if (request.headers['accept-encoding']?.includes('gzip') === true)
        response.setHeader('content-encoding', 'gzip').end(gzipSync(answer))
      else response.end(answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => server.close())

const shell = promisify(execFile)
async function byCurl(text: string): Promise<Heard> {
  heard.length = 0
  await shell('sh', ['-c', text.replace('curl ', 'curl --silent --show-error --noproxy "*" ')])
  return heard[0] ?? { method: undefined, url: undefined, headers: {}, body: '' }
}
async function byFetch(text: string): Promise<Heard> {
  heard.length = 0
  await import(`data:text/javascript,${encodeURIComponent(`${text}\n// ${crypto.randomUUID()}`)}`)
  return heard[0] ?? { method: undefined, url: undefined, headers: {}, body: '' }
}

const nasty = fc.oneof(
  fc.constantFrom(
    "it's",
    '$HOME',
    '`id`',
    '$(id)',
    '@file',
    '-x',
    '--data',
    "'\\''",
    '"',
    '\\',
    '\n',
    '\r\n',
    '!!',
    '{a,b}',
    '[1-3]',
    '%00',
    '\u2028',
    '</script>',
    '<API_KEY>',
    '<PATH>',
    '<NOTE>',
    '__proto__',
    '${x}',
    '\u{1f600}',
  ),
  fc.string({ unit: 'binary' }),
)
const value = fc.oneof(nasty, fc.integer(), fc.boolean(), fc.constant(null))
const anyBody = fc
  .oneof(fc.dictionary(nasty, fc.oneof(value, fc.array(value, { maxLength: 3 }))), value)
  .map((body) => JSON.stringify(body))

// A quote in a text would end the argument, and the rest of it would be run.
test('curl sends byte for byte what the desk would send, through a real shell', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(anyBody, nasty, async (body, word) => {
      const url = `${base}/api/x?q=${encodeURIComponent(word.toWellFormed())}&r=[1-3]{a,b}`
      const got = await byCurl(
        toCurl({
          method: 'PUT',
          url,
          headers: [
            ['Accept', 'application/json'],
            ['Content-Type', 'application/json'],
            ['X-Service-API-Key', '<API_KEY>'],
          ],
          body,
        }),
      )
      expect(got.body).toBe(body)
      expect(base + (got.url ?? '')).toBe(url)
      expect(got).toMatchObject({
        method: 'PUT',
        headers: { 'x-service-api-key': '<API_KEY>', 'content-type': 'application/json' },
      })
    }),
    { numRuns: 60 },
  )
})

// The desk asks for compressed answers: a command that takes the bytes as they come prints what nobody can read.
test('curl prints the same answer whether it came compressed or not', async () => {
  const body = '{"title":"A"}'
  for (const encoding of ['identity', 'gzip, deflate, br']) {
    const headers: Array<[string, string]> = [['Accept-Encoding', encoding]]
    const command = toCurl({ method: 'PUT', url: `${base}/api/x`, headers, body })
    heard.length = 0
    const { stdout } = await shell('sh', ['-c', command.replace('curl ', 'curl --silent --show-error --noproxy "*" ')])
    expect(stdout).toBe(answer)
    expect(heard).toMatchObject([{ headers: { 'accept-encoding': encoding }, body }])
  }
})

// A name in the body that means something to the language (__proto__) would vanish on the way.
test('fetch sends the same value as the desk would', { timeout: 60_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(anyBody, async (body) => {
      const got = await byFetch(
        toFetch({
          method: 'POST',
          url: `${base}/api/x`,
          headers: [
            ['Authorization', 'Bearer <SESSION_TOKEN>'],
            ['Content-Type', 'application/json'],
          ],
          body,
        }),
      )
      expect(got.body).toBe(body)
      expect(got.headers.authorization).toBe('Bearer <SESSION_TOKEN>')
    }),
    { numRuns: 60 },
  )
})

// A placeholder that can't be replaced in one place is replaced in none, and the person sends it.
test('secrets are variables, set once at the top', () => {
  const shown = {
    method: 'PUT',
    url: 'https://platform.example.org/api/x',
    headers: [['X-Service-API-Key', '<API_KEY>']] as Array<[string, string]>,
    body: '{"options":{"streamKey":"<STREAM_KEY>","apiKey":"<API_KEY>"},"title":"<TITLE>"}',
  }
  const curl = toCurl(shown)
  expect(curl.split('\n').slice(0, 2)).toEqual(["API_KEY='<API_KEY>'", "STREAM_KEY='<STREAM_KEY>'"])
  expect(curl).toContain(`'X-Service-API-Key: '"$API_KEY"`)
  expect(curl).toContain(`{"options":{"streamKey":"'"$STREAM_KEY"'"`)
  expect(curl).toContain('"title":"<TITLE>"')
  expect(toFetch(shown)).toContain('"streamKey": STREAM_KEY,')
})

// A variable named PATH would take the shell's own, and curl would not be found.
test('a placeholder that is no credential stays a text', async () => {
  const body = '{"path":"<PATH>","home":"<LD_PRELOAD>"}'
  expect((await byCurl(toCurl({ method: 'POST', url: base, headers: [], body }))).body).toBe(body)
})

// A read has no body, and an empty one would be another request.
test('a request without a body carries none', async () => {
  const got = await byCurl(
    toCurl({ method: 'GET', url: `${base}/api/y?a=1`, headers: [['Accept', 'application/json']] }),
  )
  expect(got).toMatchObject({ method: 'GET', url: '/api/y?a=1', body: '' })
  expect(await byFetch(toFetch({ method: 'GET', url: `${base}/api/y?a=1`, headers: [] }))).toMatchObject({
    method: 'GET',
    body: '',
  })
})
