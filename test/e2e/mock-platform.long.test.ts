// The document that the desk exports, served by a mock server that others made: what the desk sends must fit what it exports, and the other
// way round. The whole backend, without a screen.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BridgeInput, BridgeMethod, BridgeOutput } from '#contract/bridge.ts'
import { DeskError } from '#contract/errors.ts'
import type { BridgeEvents } from '#contract/events.ts'
import type { Intent } from '#contract/models.ts'
import { products, type Product } from '#contract/operation.ts'
import type { App } from '../../main/core/types.ts'
import { createMemoryKeychain } from '../../main/core/keychain/memory.ts'
import type { OperationKey } from '../../main/platform/catalog/index.ts'
import { systemClock } from '../../main/core/ports.ts'
import { startMockServer, type MockServer } from '../support/mock-server.ts'
import { createApp } from '../support/contract.ts'

type Request = Omit<BridgeInput<'ledger.submit'>, 'operation'> & { operation: OperationKey }

const sent = 'Mock journey'
const journeys: Record<Product, { read: Request; write: Request }> = {
  Accounts: {
    read: { operation: 'GET /api/account/general/get/{accountId}', path: { accountId: 'acc_1' } },
    write: { operation: 'PUT /api/account/general/reset', body: { email: 'studio@example.org' } },
  },
  Ads: {
    read: { operation: 'GET /api/ads/attribution/get/{attributionId}', path: { attributionId: 'att_1' } },
    write: {
      operation: 'PUT /api/ads/attribution/update/{attributionId}',
      path: { attributionId: 'att_1' },
      body: { name: sent },
    },
  },
  Embeds: {
    read: { operation: 'POST /api/vote/embed/all', body: {} },
    write: { operation: 'POST /api/vote/embed/create', body: { name: sent } },
  },
  Events: {
    read: { operation: 'GET /api/events/general/get', query: { name: sent } },
    write: { operation: 'PUT /api/events/general/update', body: { resourceId: 'evt_1', metadata: { source: 'desk' } } },
  },
  Livestream: {
    read: { operation: 'GET /api/video/stream/get', query: { id: 'str_1' } },
    write: {
      operation: 'PUT /api/video/event/update',
      body: {
        options: { providerName: 'studio', streamKey: 'stream-key-of-the-journey' },
        details: {
          title: sent,
          started: true,
          startedOn: '2026-11-22T20:00:00.000Z',
          stoppedOn: null,
          platformVideoIds: { stageOutputId: true },
        },
      },
    },
  },
  Loyalty: {
    read: { operation: 'GET /api/incentive/reward/all' },
    write: { operation: 'POST /api/incentive/reward/create', body: { name: sent } },
  },
  Marketing: {
    read: { operation: 'POST /api/marketing/template/all', body: { limit: 10 } },
    write: {
      operation: 'POST /api/marketing/template/create',
      body: {
        name: sent,
        tags: ['mock'],
        variables: [{ name: 'firstName', type: 'text', defaultValue: 'you' }],
        fromEmail: 'studio@example.org',
      },
    },
  },
  Pages: {
    read: { operation: 'GET /api/pages/general/get', query: { pageId: 'pag_1' } },
    write: { operation: 'PUT /api/pages/general/update', body: { id: 'pag_1', title: sent } },
  },
  Payments: {
    read: {
      operation: 'POST /api/payment/refund/searchbycustomer',
      body: { customerId: 'cus_1', limit: 10, offset: 0 },
    },
    write: { operation: 'POST /api/payment/link/create', body: { name: sent, amount: 500 } },
  },
  Polls: {
    read: { operation: 'POST /api/vote/cast/getall', body: {} },
    write: { operation: 'POST /api/vote/cast/create', body: { choice: sent } },
  },
  Spaces: {
    read: { operation: 'GET /api/spaces/general/all' },
    write: { operation: 'POST /api/spaces/general/create', body: { name: sent } },
  },
  Sponsors: {
    read: { operation: 'GET /api/sponsor/general/all' },
    write: { operation: 'PUT /api/sponsor/general/update', body: { id: 'spo_1', name: sent } },
  },
  Teams: {
    read: { operation: 'GET /api/team/subcategory/all' },
    write: { operation: 'POST /api/team/category/create', body: { name: sent } },
  },
  Vendors: {
    read: { operation: 'GET /api/vendor/general/all' },
    write: { operation: 'POST /api/vendor/general/create', body: { name: sent } },
  },
}

const credentials = {
  apiKey: 'key-of-the-journey',
  token: 'token-of-the-journey',
  accountId: 'account-of-the-journey',
  sessionId: 'session-of-the-journey',
}
const log = { write: () => undefined }
let folder: string
let app: App | undefined
let mock: MockServer | undefined

const theApp = (): App => app ?? expect.unreachable('The backend did not start')
const theMock = (): MockServer => mock ?? expect.unreachable('The mock server did not start')

async function call<M extends BridgeMethod>(method: M, params: BridgeInput<M>): Promise<BridgeOutput<M>> {
  const answer = await theApp().bridge.call(method, params)
  if (!answer.ok) throw DeskError.fromShape(answer.error)
  return answer.data as BridgeOutput<M>
}

/** The intent once it has ended. */
async function submitted(request: Request): Promise<Intent> {
  const open = new Set(['queued', 'sending'])
  const ended = new Map<string, Intent>()
  let tell = (): void => undefined
  const unsubscribe = theApp().bridge.subscribe((event, payload) => {
    if (event !== 'ledger.changed') return
    const { intent } = payload as BridgeEvents['ledger.changed']
    if (!open.has(intent.state)) ended.set(intent.id, intent)
    tell()
  })
  try {
    const { id, ...first } = await call('ledger.submit', request)
    if (!open.has(first.state)) return { id, ...first }
    return await new Promise<Intent>((done) => {
      tell = () => {
        const intent = ended.get(id)
        if (intent !== undefined) done(intent)
      }
      tell()
    })
  } finally {
    unsubscribe()
  }
}

// The first run fetches the mock server.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mock-platform-'))
  app = await createApp(
    {
      host: 'loopback',
      profile: join(folder, 'profile'),
      keychain: createMemoryKeychain({ clock: systemClock, log }),
      clock: systemClock,
      log,
      shell: { openExternal: () => Promise.reject(new Error('Nothing is opened')) },
    },
    { version: '0.1.0' },
  )
  mock = await startMockServer((await call('catalog.export', { moneyAndDeletions: true })).text)
  await call('environments.configure', { id: 'development', baseUrl: theMock().baseUrl })
  await call('environments.select', { id: 'development' })
  await call('credentials.save', { environment: 'development', credential: 'apiKey', value: credentials.apiKey })
  await call('credentials.save', {
    environment: 'development',
    credential: 'session',
    value: { token: credentials.token, accountId: credentials.accountId, sessionId: credentials.sessionId },
  })
}, 300_000)

afterAll(async () => {
  await app?.close()
  await mock?.stop()
  await rm(folder, { recursive: true, force: true })
})

// Catches an export in which a path, a credential or a body is not what the desk itself sends: the mock server answers only what fits the document.
test.each(products)('%s: a read is answered and a write is taken', async (product) => {
  const { read, write } = journeys[product]
  expect(await call('requests.read', read)).toMatchObject({
    operation: read.operation,
    environment: 'development',
    outcome: 'answered',
    status: 200,
    requestId: 'string',
    attempts: 1,
  })
  const intent = await submitted(write)
  expect(intent).toMatchObject({
    operation: write.operation,
    environment: 'development',
    // Its example of a status is a word that nobody specified: enough for an edit, no proof of an effect.
    state: intent.risk === 'edit' ? 'confirmed' : 'unknown',
    status: 200,
    requestId: 'string',
    attempts: 1,
  })
  // Of a burst that no person makes only the first 32 exchanges are learned.
  await call('learned.list', { environment: 'development' })
})

// Catches a redirect that the desk follows, or that the document does not say.
test('a short link is answered with where it points', async () => {
  const answer = await call('requests.read', { operation: 'GET /api/pay/{shortId}', path: { shortId: 'short' } })
  expect(answer).toMatchObject({ outcome: 'answered', status: 302 })
  expect(answer.location).toBeTypeOf('string')
})

// Catches a mock server that answers anything, which would prove nothing.
test('what does not fit the document is refused', async () => {
  const json = { 'content-type': 'application/json' }
  const update = (headers: Record<string, string>, body: unknown) =>
    fetch(`${theMock().baseUrl}/api/events/general/update`, {
      method: 'PUT',
      headers: { ...json, ...headers },
      body: JSON.stringify(body),
    })
  const fits = { resourceId: 'evt_1', metadata: { source: 'desk' } }
  const key = { 'x-service-api-key': 'any' }
  expect((await update(key, fits)).status).toBe(200)
  expect((await update({}, fits)).status).toBe(401)
  expect((await update(key, { ...fits, resourceId: 5 })).status).toBe(400)
  expect(
    (
      await fetch(`${theMock().baseUrl}/api/events/general/Update`, {
        method: 'PUT',
        headers: { ...json, ...key },
        body: JSON.stringify(fits),
      })
    ).status,
  ).toBe(404)
})

// Catches a secret, or any value that was sent, in a file that is made to be shared.
test('what was learned on the way is exported as names, marked, without a value', async () => {
  await expect
    .poll(() => call('learned.get', { environment: 'development', operation: 'POST /api/vendor/general/create' }))
    .toMatchObject({ body: { properties: { name: { type: 'string' } } } })
  const { text } = await call('catalog.export', { learned: true })
  for (const value of [sent, 'stream-key-of-the-journey', ...Object.values(credentials)])
    expect(text).not.toContain(value)
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, unknown>> }
  expect(paths['/api/vendor/general/create']?.['post']).toMatchObject({
    requestBody: {
      'x-showdesk-learned': true,
      content: { 'application/json': { schema: { properties: { name: { type: 'string' } } } } },
    },
  })
})
