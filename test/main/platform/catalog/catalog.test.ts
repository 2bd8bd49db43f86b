import { expect, test } from 'vitest'
import type { CatalogEntry } from '../../../../main/platform/catalog/entry.ts'
import {
  catalog,
  describeOperations,
  findOperation,
  operations,
  type OperationKey,
} from '../../../../main/platform/catalog/index.ts'
import { specified } from '../../../contract/specification.ts'

// Catches keys that widen to string, so that a misspelt route compiles and fails on air.
test('a wrong route key does not compile', () => {
  const right: OperationKey = 'PUT /api/video/event/update'
  // @ts-expect-error: the platform has no POST here
  const wrongMethod: OperationKey = 'POST /api/video/event/update'
  // @ts-expect-error: the path's letter case counts
  const wrongCase: OperationKey = 'POST /api/payment/subscriptionPlan/create'
  expect([right, wrongMethod, wrongCase].map((key) => findOperation(key) !== undefined)).toEqual([true, false, false])
})

// Catches a merge and a map that drift apart.
test('the catalog and the map hold the same operations in the same order', () => {
  expect([...operations.keys()]).toEqual(Object.keys(catalog))
})

// Catches a look-up that finds what every object inherits.
test('a key that is no route finds nothing', () => {
  expect(findOperation('constructor')).toBeUndefined()
  expect(findOperation('put /api/video/event/update')).toBeUndefined()
})

// Catches a live command that waits in the queue and fires when the show is over.
test('nothing but an edit may be queued', () => {
  expect(
    [...operations.values()].filter(({ queueable, risk }) => queueable && risk !== 'edit').map(({ key }) => key),
  ).toEqual([])
})

// Catches an event update that is queued, sent without its secrets hidden, or confirmed by fields that publishing does not set.
test('the event update is on air, keeps its secrets and is confirmed by the details list', () => {
  const update: CatalogEntry | undefined = findOperation('PUT /api/video/event/update')
  expect(update).toMatchObject({
    kind: 'update',
    risk: 'onair',
    queueable: false,
    auth: 'apiKey',
    secretFields: ['options.apiKey', 'options.apiSecret', 'options.authToken', 'options.streamKey'],
    record: ['body.options.providerName', 'body.options.providerId', 'body.details.streamId', 'body.details.videoId'],
    confirmWith: { read: 'GET /api/video/details/all', match: 'updated' },
  })
  const fields = update?.confirmWith?.fields ?? []
  expect(fields).toEqual(
    expect.arrayContaining([
      'details.title',
      'details.started',
      'details.stoppedOn',
      'details.scheduleDate',
      'details.coverPhotoUrl',
    ]),
  )
  for (const left of ['details.updatedDate', 'details.additionalCameras', 'details.platformVideoIds'])
    expect(fields).not.toContain(left)
})

// Catches a template that is overwritten on the platform unseen: a field of the specification that the comparison leaves out.
test('a template update is held against the copy on the platform, every field of it', () => {
  const { compare } = catalog['POST /api/marketing/template/update']
  const body = findOperation('POST /api/marketing/template/create')?.body
  const fields = Object.keys((body as unknown as { shape: object }).shape)
  expect(fields).toHaveLength(13)
  expect([...compare.fields].sort()).toEqual(fields.sort())
  expect(compare).toMatchObject({ read: 'POST /api/marketing/template/get', send: { body: { id: 'body.id' } } })
})

// Catches an event's create or delete whose secrets would be written to disk.
test.each(['POST /api/video/event/create', 'POST /api/video/event/delete'] as const)(
  '%s hides the same secrets as the update',
  (key) => {
    expect(findOperation(key)?.secretFields).toEqual(findOperation('PUT /api/video/event/update')?.secretFields)
  },
)

// Catches a description that leaks zod, forgets the metadata or is built again at every call.
test('operations are described once, bodies as JSON Schema with their metadata', () => {
  const described = describeOperations()
  expect(describeOperations()).toBe(described)
  expect(structuredClone(described)).toEqual(JSON.parse(JSON.stringify(described)))
  expect(described).toHaveLength(specified.length)
  expect(described.filter(({ body }) => body !== undefined).map(({ key }) => key)).toEqual([
    'PUT /api/account/general/reset',
    'PUT /api/events/general/update',
    'PUT /api/video/event/update',
    'POST /api/marketing/template/create',
    'POST /api/payment/refund/searchbycustomer',
  ])
  const update = described.find(({ key }) => key === 'PUT /api/video/event/update')
  expect(update?.confirmWith).toBe('GET /api/video/details/all')
  const { options, details } = update?.body?.properties ?? {}
  expect(options?.properties?.['streamKey']).toMatchObject({
    label: 'Stream key',
    secret: true,
    group: 'connection',
    order: 3,
  })
  expect(details?.properties?.['streamHours']).toMatchObject({
    type: 'integer',
    minimum: 0,
    unit: 'hours',
    group: 'schedule',
  })
  expect(details?.properties?.['startedOn']).toMatchObject({ control: 'instant', group: 'state' })
  expect(details?.properties?.['additionalCameras']?.items?.properties?.['camera']).toMatchObject({
    type: 'string',
    label: 'Camera',
  })
  expect(described.find(({ key }) => key === 'DELETE /api/ads/attribution/delete/{attributionId}')?.pathParams).toEqual(
    ['attributionId'],
  )
})

// Catches a field without a label, a form whose fields jump about, and a demand that the specification does not make.
test('every field of every body has a label, and none is required', () => {
  type Schema = NonNullable<ReturnType<typeof describeOperations>[number]['body']>
  const unlabelled: string[] = []
  const walk = (schema: Schema, path: string) => {
    expect(schema.required ?? [], path).toEqual([])
    const places = new Set<string>()
    for (const [name, field] of Object.entries(schema.properties ?? {})) {
      if (!field.label) unlabelled.push(`${path}.${name}`)
      if (field.group !== undefined) {
        const place = `${field.group} ${field.order ?? '-'}`
        expect(places.has(place), `${path}.${name} shares its place`).toBe(false)
        places.add(place)
      }
      walk(field, `${path}.${name}`)
      if (field.items) walk(field.items, `${path}.${name}.0`)
    }
  }
  for (const { key, body } of describeOperations()) if (body) walk(body, key)
  expect(unlabelled).toEqual([])
})
