import { expect, test } from 'vitest'
import {
  answering,
  apiKey,
  assertNoSecret,
  catalog,
  failure,
  makeClient,
  operation,
  streamKey,
  token,
} from './support.ts'

const update = operation('PUT /api/video/event/{id}', { secretFields: ['options.streamKey', 'options.apiKey'] })
const reset = operation('PUT /api/account/general/reset', { auth: 'session' })
const list = operation('GET /api/things/all', { auth: 'none' })
const operations = catalog(update, reset, list)

// Catches a preview that shows something else than what is sent.
test('shows the request as it goes, placeholders apart', async () => {
  const { base, seen } = await answering(200, {})
  const { client } = makeClient(`${base}/base`, { operations })
  for (const one of [update, reset]) {
    const request = {
      operation: one.key,
      query: { a: 'b c' },
      body: { title: 'x', n: [1, null] },
      ...(one === update ? { path: { id: 'a/b' } } : {}),
    }
    const preview = client.preview(request, 'production')
    await client.write(request, 'production', 'desk-1')
    const sent = seen.at(-1)
    expect([preview.method, preview.url, preview.body]).toEqual([sent?.method, base + (sent?.url ?? ''), sent?.body])
    const pairs = preview.headers.map(([name, value]) => [name.toLowerCase(), value.replace(/<[A-Z_]+>/, '')])
    for (const [name = '', value = ''] of pairs) expect(sent?.headers[name]).toContain(value)
    const own = Object.keys(sent?.headers ?? {}).filter(
      (name) => !['host', 'connection', 'content-length'].includes(name),
    )
    expect(pairs.map(([name]) => name).sort()).toEqual(own.sort())
  }
})

// Catches a secret shown on screen, by reference or typed inline, at credential fields and at fields named like one.
test('puts placeholders where secrets are', () => {
  const { client } = makeClient('https://example.com', { operations })
  const body = {
    options: { streamKey: { $secret: 'x' }, apiKey, authToken: token, title: 'Show', server: null },
    accounts: [{ password: streamKey, client_secret: '', voteTokenQuantity: 3 }],
  }
  const preview = client.preview({ operation: update.key, path: { id: '1' }, body }, 'production')
  assertNoSecret(preview)
  expect(JSON.parse(preview.body ?? '')).toEqual({
    options: { streamKey: '<STREAM_KEY>', apiKey: '<API_KEY>', authToken: '<AUTH_TOKEN>', title: 'Show', server: null },
    accounts: [{ password: '<PASSWORD>', client_secret: '', voteTokenQuantity: 3 }],
  })
  expect(preview.headers).toContainEqual(['X-Service-API-Key', '<API_KEY>'])
  expect(preview.suspicious).toEqual([])
  const session = client.preview({ operation: reset.key }, 'production').headers
  expect(session).toEqual(
    expect.arrayContaining([
      ['Authorization', 'Bearer <SESSION_TOKEN>'],
      ['Account-Id', '<ACCOUNT_ID>'],
      ['Session-Id', '<SESSION_ID>'],
    ]),
  )
})

// Catches a read shown with a client reference, a body or a credential that it will not carry.
test('a read without credential shows neither', () => {
  const preview = makeClient('https://example.com', { operations }).client.preview(
    { operation: list.key },
    'production',
  )
  expect(preview.headers.map(([name]) => name)).toEqual(['Accept', 'Accept-Encoding', 'User-Agent'])
  expect(preview).not.toHaveProperty('body')
})

// Catches a preview that reads the keychain, or shows what could not be sent.
test('asks for no secret and checks like a submit', async () => {
  const refuse = () => Promise.reject(new Error('asked'))
  const { client } = makeClient('https://example.com', {
    operations,
    surroundings: { credential: refuse, secret: refuse },
  })
  expect(() => client.preview({ operation: reset.key, body: { email: '<EMAIL>' } }, 'production')).not.toThrow()
  expect((await failure(() => client.preview({ operation: update.key }, 'production'))).code).toBe('invalid_input')
})
