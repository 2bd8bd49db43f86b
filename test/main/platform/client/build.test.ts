import fc from 'fast-check'
import { expect, test } from 'vitest'
import { buildUrl } from '../../../../main/platform/client/build.ts'
import { parseBaseUrl } from '../../../../main/platform/client/index.ts'
import { answering, catalog, failure, makeClient, operation } from './support.ts'

const one = operation('GET /api/account/general/get/{accountId}')
const base = parseBaseUrl('https://example.com/base/')

// Catches a base path that is lost or doubled.
test('keeps the path of the base address in front', () => {
  expect(buildUrl(base, one, { operation: one.key, path: { accountId: 'a1' } }).href).toBe(
    'https://example.com/base/api/account/general/get/a1',
  )
})

// Catches a parameter that climbs out of its segment, or is decoded on the way.
test('any path parameter stays one segment', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => text !== '.' && text !== '..'),
      (accountId) => {
        const url = buildUrl(base, one, { operation: one.key, path: { accountId } })
        const segments = url.pathname.split('/')
        expect(segments).toHaveLength(7)
        expect(decodeURIComponent(segments[6] ?? '')).toBe(accountId)
        expect(url.search + url.hash).toBe('')
      },
    ),
  )
})

// Catches a query whose values change on the way, and nulls sent as text.
test('any scalar query arrives as it was', () => {
  const scalar = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.boolean(), fc.constant(null))
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme', minLength: 1 }), scalar), (query) => {
      const url = buildUrl(base, one, { operation: one.key, path: { accountId: 'a' }, query })
      const sent = Object.entries(query).filter(([, value]) => value !== null)
      expect([...url.searchParams]).toEqual(sent.map(([name, value]) => [name, String(value)]))
    }),
  )
})

// Catches a catalog path that is an address of its own.
test.each(['https://other.example/api', '//other.example/api', 'api/x', '/api/../../x'])(
  'refuses the path %s',
  async (path) => {
    const error = await failure(() => buildUrl(base, { ...one, path, pathParams: [] }, { operation: one.key }))
    expect(error.code).toBe('invalid_input')
  },
)

// Catches an HTTP library that decodes %2F or drops the base path between building and sending.
test('the server sees the path and the query byte for byte', async () => {
  const { base: address, seen } = await answering(200, {})
  const { client } = makeClient(`${address}/base/`, { operations: catalog(one) })
  await client.read(
    { operation: one.key, path: { accountId: 'a/b c?#%2e' }, query: { q: 'x y&z', n: 2, skip: null } },
    'production',
  )
  expect(seen[0]?.url).toBe('/base/api/account/general/get/a%2Fb%20c%3F%23%252e?q=x%20y%26z&n=2')
})
