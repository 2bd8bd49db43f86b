import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkCatalog } from '../../../../main/platform/catalog/check.ts'
import type { CatalogEntry, CompareWith } from '../../../../main/platform/catalog/entry.ts'

const row = { product: 'Ads', resource: 'ads/spot', name: 'Spot', auth: 'apiKey' } as const
const all: CatalogEntry = { ...row, kind: 'read', risk: 'read', queueable: false }
const create: CatalogEntry = { ...row, kind: 'create', risk: 'edit', queueable: true }
const list = { 'GET /api/ads/spot/all': all }

const loads = (...parts: Array<Record<string, CatalogEntry>>) => checkCatalog(parts)
const write = (change: Partial<CatalogEntry>, key = 'POST /api/ads/spot/create') => ({
  ...list,
  [key]: { ...create, ...change },
})

// Catches a check that refuses what is right, and a key whose parts are read wrongly.
test('a catalog without contradictions loads, with what each key says', () => {
  const operations = loads(
    write({ record: ['path.spotId', 'body.id', 'query.id'] }, 'POST /api/ads/spot/vote/{spotId}'),
  )
  expect(operations.get('POST /api/ads/spot/vote/{spotId}')).toMatchObject({
    method: 'POST',
    path: '/api/ads/spot/vote/{spotId}',
    pathParams: ['spotId'],
    key: 'POST /api/ads/spot/vote/{spotId}',
  })
})

// Catches a check that refuses a comparison as it should be.
test('an update that is compared with a read of its record loads', () => {
  expect(loads(compared({})).get('PUT /api/ads/spot/update')?.compare?.fields).toEqual(['details.title'])
})

// Catches a product's file that silently replaces another's entry when they are merged.
test('a route key that two parts have is refused', () => {
  expect(() => loads(list, list)).toThrow('GET /api/ads/spot/all is there twice')
})

const body = z.strictObject({
  id: z.string().optional(),
  streamKey: z.string().nullable().optional().meta({ secret: true }),
  details: z.strictObject({ title: z.string().optional() }).optional(),
})
/** An update that is compared, with a change to it. */
const compared = (change: Partial<CompareWith>, more: Partial<CatalogEntry> = {}) =>
  write(
    {
      kind: 'update',
      compare: {
        read: 'GET /api/ads/spot/all',
        send: { query: { id: 'body.id' } },
        fields: ['details.title'],
        ...change,
      },
      ...more,
    },
    'PUT /api/ads/spot/update',
  )

const byList = { read: 'GET /api/ads/spot/all' }

// Each row catches one contradiction that would load unseen and mislead the ledger, the queue or the vault.
test.each<[problem: string, catalog: Record<string, CatalogEntry>]>([
  ['is not a method and a path', { 'PATCH /api/ads/spot/all': all }],
  ['is not a method and a path', { 'GET /ads/spot/all': all }],
  ['path parameter', { 'GET /api/ads/spot/{}': all }],
  ['path parameter', { 'GET /api/ads/spot/{spotId': all }],
  ['path parameter', { 'GET /api/ads/spot/get-{spotId}': all }],
  ['path parameter', { 'GET /api/ads/spot/{spotId}/{spotId}': all }],
  ['its path has no {spotId}', write({ record: ['path.spotId'] })],
  ['is no place in a request', write({ record: ['spotId'] })],
  ['is no place in a request', write({ record: ['body.'] })],
  ['body does not have', write({ body, record: ['body.spotId'] })],
  [
    'confirmed by the field details.name',
    write({
      body,
      secretFields: ['streamKey'],
      confirmWith: { ...byList, match: 'created', fields: ['details.name'] },
    }),
  ],
  ['which does not exist', write({ confirmWith: { read: 'GET /api/ads/spot/list', match: 'created' } })],
  ['which is not a read', write({ confirmWith: { read: 'POST /api/ads/spot/create', match: 'created' } })],
  [
    'without its {spotId}',
    {
      ...write({ confirmWith: { read: 'GET /api/ads/spot/get/{spotId}', match: 'created' } }),
      'GET /api/ads/spot/get/{spotId}': all,
    },
  ],
  [
    'its path has no {spotId}',
    write({ confirmWith: { ...byList, match: 'created', send: { query: { id: 'path.spotId' } } } }),
  ],
  ['is compared with GET /api/ads/spot/list, which does not exist', compared({ read: 'GET /api/ads/spot/list' })],
  ['is compared with PUT /api/ads/spot/update, which is not a read', compared({ read: 'PUT /api/ads/spot/update' })],
  [
    'is compared with GET /api/ads/spot/get/{spotId} without its {spotId}',
    { ...compared({ read: 'GET /api/ads/spot/get/{spotId}' }), 'GET /api/ads/spot/get/{spotId}': all },
  ],
  ['points at id, which is no place in a request', compared({ send: { body: { id: 'id' } } })],
  [
    'points at body.spotId, which its body does not have',
    compared({ send: { body: { id: 'body.spotId' } } }, { body, secretFields: ['streamKey'] }),
  ],
  ['a read that names no record', compared({ send: {} })],
  ['is compared by no field', compared({ fields: [] })],
  ['by one field twice', compared({ fields: ['details.title', 'details.title'] })],
  ['is compared by details..title, which is no dotted field', compared({ fields: ['details..title'] })],
  [
    'is compared by the field details.name',
    compared({ fields: ['details.name'] }, { body, secretFields: ['streamKey'] }),
  ],
  ['is compared before it goes although it is of kind create', compared({}, { kind: 'create' })],
  ['names no record', write({ kind: 'update', confirmWith: { ...byList, match: 'updated' } })],
  [
    'names no record',
    write({ kind: 'delete', risk: 'destroy', queueable: false, confirmWith: { ...byList, match: 'gone' } }),
  ],
  [
    'is a read that is to be confirmed',
    { 'GET /api/ads/spot/all': { ...all, confirmWith: { ...byList, match: 'created' } } },
  ],
  ['is queueable with risk onair', write({ risk: 'onair' })],
  ['is queueable with risk money', write({ risk: 'money' })],
  ['is queueable with risk destroy', write({ risk: 'destroy' })],
  ['is queueable with risk read', { 'GET /api/ads/spot/all': { ...all, queueable: true } }],
  ['of kind read and risk edit', { 'GET /api/ads/spot/all': { ...all, risk: 'edit' } }],
  ['of kind create and risk read', write({ risk: 'read', queueable: false })],
  ['is a GET of kind create', write({}, 'GET /api/ads/spot/create')],
  ['is a DELETE of kind create', write({}, 'DELETE /api/ads/spot/create')],
  ['is not the folder of its path', write({ resource: 'ads/Spot' })],
  ['is a write with paging', write({ paging: 'limit-offset' })],
  ['is a read with secret fields', { 'GET /api/ads/spot/all': { ...all, secretFields: ['streamKey'] } }],
  ['names a secret field twice', write({ secretFields: ['streamKey', 'streamKey'] })],
  ['does not mark as secret', write({ body, secretFields: ['streamKey', 'id'] })],
  ['does not mark as secret', write({ body, secretFields: ['streamKey', 'apiKey'] })],
  ['does not list streamKey', write({ body })],
  ['stops by the flag details.off', write({ body, secretFields: ['streamKey'], sparesSecrets: ['details.off'] })],
])('refused: %s', (problem, catalog) => {
  expect(() => loads(catalog)).toThrow(problem)
})

// Catches a check that stops at the first contradiction, so that mending a catalog takes one start per mistake.
test('every contradiction is named, with its route key', () => {
  const broken = () =>
    loads({
      ...write({ risk: 'money', resource: 'ads/slot' }),
      ...{ 'GET /api/ads/spot/all': { ...all, risk: 'edit' } },
    })
  expect(broken).toThrow(
    /GET \/api\/ads\/spot\/all is of kind read[^]*POST \/api\/ads\/spot\/create is queueable[^]*POST \/api\/ads\/spot\/create has the resource/,
  )
})
