import { createRequire } from 'node:module'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { exportCatalog, type ExportSource } from '../../../../main/platform/export/index.ts'
import { learned, operations, plain } from './support.ts'

// Both are CommonJS; the second has no types.
const require = createRequire(import.meta.url)
const { PostmanValidator } = require('@har-sdk/validator') as {
  PostmanValidator: new () => { verify(document: unknown): Promise<Array<{ instancePath: string; message?: string }>> }
}
const { collectionSchema } = require('@usebruno/schema') as {
  collectionSchema: { validate(document: unknown): Promise<unknown> }
}

interface Named {
  name: string
}
interface Folder<R> extends Named {
  folders: Array<Named & { requests: R[] }>
}
interface PostmanItem extends Named {
  request: {
    method: string
    url: {
      raw: string
      path: string[]
      variable?: Array<{ key: string; value: string }>
      query?: Array<{ key: string; value: string; disabled: boolean }>
    }
    auth: { type: string }
    header: Array<{ key: string; value: string }>
    body?: { raw: string }
  }
}
interface Postman {
  event: Array<{ listen: string; script: { exec: string[] } }>
  item: Array<Named & { item: Array<Named & { item: PostmanItem[] }> }>
  variable: Array<{ key: string; value: string }>
}
interface BrunoItem extends Named {
  request: {
    method: string
    url: string
    params: Array<{ name: string; value: string; type: string; enabled: boolean }>
    headers: Array<{ name: string; value: string }>
    auth: { mode: string }
    body: { mode: string; json?: string }
  }
}
interface Bruno {
  root: { request: { script: { req: string } } }
  items: Array<Named & { items: Array<Named & { items: BrunoItem[] }> }>
  environments: Array<{ variables: Array<{ name: string; value: string; secret: boolean }> }>
}

const postman = (source: ExportSource) => JSON.parse(exportCatalog('postman', source).text) as Postman
const bruno = (source: ExportSource) => JSON.parse(exportCatalog('bruno', source).text) as Bruno
const postmanFolders = ({ item }: Postman): Array<Folder<PostmanItem>> =>
  item.map((product) => ({
    name: product.name,
    folders: product.item.map(({ name, item: requests }) => ({ name, requests })),
  }))
const brunoFolders = ({ items }: Bruno): Array<Folder<BrunoItem>> =>
  items.map((product) => ({
    name: product.name,
    folders: product.items.map(({ name, items: requests }) => ({ name, requests })),
  }))
const requestsOf = <R>(products: Array<Folder<R>>): R[] =>
  products.flatMap(({ folders }) => folders.flatMap(({ requests }) => requests))

const postmanKey = ({ request }: PostmanItem) =>
  `${request.method} ${request.url.raw.replace('{{baseUrl}}', '').replace(/:(\w+)/g, '{$1}')}`
const brunoKey = ({ request }: BrunoItem) =>
  `${request.method} ${request.url.replace('{{baseUrl}}', '').replace(/:(\w+)/g, '{$1}')}`

// Catches a collection that Postman refuses: checked against its published schema.
test.each([
  ['alone', plain],
  ['with learned forms', learned],
])('the Postman collection %s keeps to the published schema', async (_, source) => {
  expect(await new PostmanValidator().verify(postman(source))).toEqual([])
})

// Catches a collection that Bruno refuses: checked against the schema with which Bruno itself checks what it imports.
test.each([
  ['alone', plain],
  ['with learned forms', learned],
])('the Bruno collection %s keeps to the schema of its importer', async (_, source) => {
  await collectionSchema.validate(bruno(source))
})

// Catches checks that take anything.
test('both schemas refuse a request that is broken', async () => {
  const one = postman(plain)
  const other = bruno(plain)
  for (const { request } of requestsOf(postmanFolders(one)).slice(0, 1)) request.method = 'FETCH'
  for (const { request } of requestsOf(brunoFolders(other)).slice(0, 1)) request.auth.mode = 'trust'
  expect(await new PostmanValidator().verify(one)).not.toEqual([])
  await expect(collectionSchema.validate(other)).rejects.toThrow(/auth.mode/)
})

// Catches an operation that is lost on the way into a folder, and one that another overwrites where folders become files.
test('both hold each operation once, under names that differ by more than letter case', () => {
  const keys = operations.map(({ key }) => key).sort()
  expect(
    requestsOf(postmanFolders(postman(plain)))
      .map(postmanKey)
      .sort(),
  ).toEqual(keys)
  expect(
    requestsOf(brunoFolders(bruno(plain)))
      .map(brunoKey)
      .sort(),
  ).toEqual(keys)
  for (const products of [postmanFolders(postman(plain)), brunoFolders(bruno(plain))]) {
    expect(products).toHaveLength(14)
    for (const level of [
      products,
      ...products.map(({ folders }) => folders),
      ...products.flatMap(({ folders }) => folders.map(({ requests }) => requests)),
    ]) {
      const names = level.map(({ name }) => name.toLowerCase())
      expect(new Set(names).size, names.join(', ')).toBe(names.length)
    }
  }
})

// Catches a credential in the wrong place, which a shared collection would send to the wrong header.
test('each request carries the credential of its operation as a variable', () => {
  const schemes = new Map(operations.map(({ key, auth }) => [key, auth]))
  for (const item of requestsOf(postmanFolders(postman(plain)))) {
    const scheme = schemes.get(postmanKey(item))
    expect(item.request.auth.type, postmanKey(item)).toBe(
      { apiKey: 'apikey', session: 'bearer', none: 'noauth' }[scheme ?? 'none'],
    )
    expect(item.request.header.filter(({ value }) => value.startsWith('{{')).map(({ key }) => key)).toEqual(
      scheme === 'session' ? ['Account-Id', 'Session-Id'] : [],
    )
  }
  for (const item of requestsOf(brunoFolders(bruno(plain)))) {
    const scheme = schemes.get(brunoKey(item))
    expect(item.request.auth.mode, brunoKey(item)).toBe(
      { apiKey: 'apikey', session: 'bearer', none: 'none' }[scheme ?? 'none'],
    )
    expect(item.request.headers.filter(({ value }) => value.startsWith('{{')).map(({ name }) => name)).toEqual(
      scheme === 'session' ? ['Account-Id', 'Session-Id'] : [],
    )
  }
})

// Catches a secret, or any value at all, in a file that is made to be shared.
test('no variable and no parameter has a value', () => {
  const one = postman(learned)
  const other = bruno(learned)
  expect(one.variable.map(({ key, value }) => [key, value])).toEqual(
    ['baseUrl', 'apiKey', 'sessionToken', 'accountId', 'sessionId', 'confirm'].map((key) => [key, '']),
  )
  expect(other.environments[0]?.variables.filter(({ secret }) => secret).map(({ name }) => name)).toEqual([
    'apiKey',
    'sessionToken',
    'sessionId',
  ])
  expect(other.environments[0]?.variables.every(({ value }) => value === '')).toBe(true)
  for (const { request } of requestsOf(postmanFolders(one)))
    for (const { value } of [...(request.url.variable ?? []), ...(request.url.query ?? [])]) expect(value).toBe('')
  for (const { request } of requestsOf(brunoFolders(other)))
    for (const { value } of request.params) expect(value).toBe('')
})

// Catches a body that must be typed anew although its fields are known, and a field of the wrong type in it.
test('bodies show the known fields with empty values of their types', () => {
  const bodies = (source: ExportSource): Map<string, JsonObject | undefined> =>
    new Map(
      requestsOf(postmanFolders(postman(source))).map((item) => [
        postmanKey(item),
        item.request.body && (JSON.parse(item.request.body.raw) as JsonObject),
      ]),
    )
  const known = bodies(learned)
  const specified = bodies(plain)
  expect(known.get('POST /api/vote/embed/create')).toEqual({
    name: '',
    seats: 0,
    tags: [],
    rows: [{ label: '' }],
    token: '',
  })
  expect(specified.get('POST /api/vote/embed/create')).toEqual({})
  expect(specified.get('POST /api/payment/refund/searchbycustomer')).toEqual({ customerId: '', limit: 0, offset: 0 })
  expect(specified.get('PUT /api/video/event/update')).toMatchObject({
    options: { streamKey: '' },
    details: { started: false, additionalCameras: [{ camera: '', microphone: '' }], platformVideoIds: {} },
  })
  expect(specified.get('GET /api/video/stream/all')).toBeUndefined()
  for (const item of requestsOf(brunoFolders(bruno(learned))))
    expect(item.request.body.json && (JSON.parse(item.request.body.json) as JsonObject)).toEqual(
      known.get(brunoKey(item)),
    )
})

// Catches a query that is sent although nobody filled it in.
test('learned and suggested query parameters are there and switched off', () => {
  const item = requestsOf(postmanFolders(postman(learned))).find(
    (one) => postmanKey(one) === 'GET /api/video/stream/get',
  )
  expect(item?.request.url.query?.map(({ key, disabled }) => [key, disabled])).toEqual([
    ['streamId', true],
    ['with[details]', true],
    ['id', true],
  ])
  const same = requestsOf(brunoFolders(bruno(learned))).find((one) => brunoKey(one) === 'GET /api/video/stream/get')
  expect(same?.request.params.map(({ name, enabled }) => [name, enabled])).toEqual([
    ['streamId', false],
    ['with[details]', false],
    ['id', false],
  ])
})

interface Sending {
  sent: string[]
  said: string
  confirm: string
}

/** Sends every request of a collection in its order, as both tools do with a folder; scripts stand in a block of their own there too. */
function sendAll<R>(
  requests: R[],
  confirm: string,
  script: string,
  tool: (request: R, state: Sending, skip: () => void) => object,
  nameOf: (request: R) => string,
): Sending {
  const state: Sending = { sent: [], said: '', confirm }
  for (const request of requests) {
    const skips: R[] = []
    const console = { error: (text: string) => (state.said += `${text}\n`) }
    // What both tools declare themselves.
    runInNewContext(`let request = 1; ${script}`, { console, ...tool(request, state, () => void skips.push(request)) })
    if (skips.length === 0) state.sent.push(nameOf(request))
  }
  return state
}

const sendPostman = (confirm: string): Sending => {
  const one = postman(learned)
  return sendAll(
    requestsOf(postmanFolders(one)),
    confirm,
    one.event.find(({ listen }) => listen === 'prerequest')?.script.exec.join('\n') ?? '',
    ({ request }, state, skip) => ({
      pm: {
        request: { method: request.method, url: { path: request.url.path } },
        variables: { get: (name: string) => (name === 'confirm' ? state.confirm : undefined) },
        collectionVariables: { set: (name: string, value: string) => name === 'confirm' && (state.confirm = value) },
        execution: { skipRequest: skip },
      },
    }),
    postmanKey,
  )
}

const sendBruno = (confirm: string): Sending => {
  const one = bruno(learned)
  return sendAll(
    requestsOf(brunoFolders(one)),
    confirm,
    one.root.request.script.req,
    ({ request }, state, skip) => ({
      req: { getMethod: () => request.method, getUrl: () => `${request.url}?limit=1` },
      bru: {
        getEnvVar: (name: string) => (name === 'confirm' ? state.confirm : undefined),
        setEnvVar: (name: string, value: string) => name === 'confirm' && (state.confirm = value),
        runner: { skipRequest: skip },
      },
    }),
    brunoKey,
  )
}

// Catches a press on "Run" that pays, refunds and deletes everything that a collection knows of.
test.each([
  ['Postman', sendPostman],
  ['Bruno', sendBruno],
])('a whole collection that is sent by %s neither moves money nor deletes', (_, send) => {
  const held = operations.filter(({ risk }) => risk === 'money' || risk === 'destroy').map(({ key }) => key)
  expect(held).toHaveLength(80)
  const all = send('')
  expect(all.sent.filter((key) => held.includes(key))).toEqual([])
  expect(all.sent).toHaveLength(203)
  expect(all.said).toContain('Not sent: POST /api/payment/charge/refund')

  const named = 'DELETE /api/ads/attribution/delete/:attributionId'
  const one = send(named)
  expect(one.sent.filter((key) => held.includes(key))).toEqual(['DELETE /api/ads/attribution/delete/{attributionId}'])
  expect(one.confirm).toBe('')
  expect(send('Everything').sent).toHaveLength(203)
})
