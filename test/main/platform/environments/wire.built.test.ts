import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import { endDesk, startDesk, type Desk, type DeskConnection } from '../../../support/desk.ts'
import { reply, startStub, type StubAnswer, type StubPlatform } from '../../../support/stub-platform.ts'

const eventUpdate = 'PUT /api/video/event/update'
const createCategory = 'POST /api/video/category/create'

let answer: StubAnswer
let stub: StubPlatform
let desk: Desk
let connection: DeskConnection

beforeAll(async () => {
  stub = await startStub((request, response) => answer(request, response))
  desk = await startDesk({ args: ['--environment', 'development', '--base-url', `${stub.baseUrl}/gateway`] })
  connection = await desk.connect()
  await connection.call('credentials.save', {
    environment: 'development',
    credential: 'apiKey',
    value: 'key-for-wire-tests',
  })
})
afterAll(async () => {
  await endDesk(desk)
  await stub.close()
})
beforeEach(() => {
  stub.seen.length = 0
  answer = (_, response) => reply(response, 200, { data: { id: 'rec_1', status: 'ok' }, requestId: 'req_1' })
})

async function failure(work: Promise<unknown>): Promise<DeskError> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof DeskError) return error
  throw new Error('a DeskError was expected')
}

// Catches a request that is not what the specification says: path, headers, body.
test('an event is published with the key, under the base path, byte for byte', async () => {
  const body = {
    options: { providerName: 'Main stage', apiKey: null, tags: 'night,show' },
    details: { title: 'Night show', started: true, startedOn: '2026-11-21T20:00:00.000Z' },
  }
  const intent = await connection.call('ledger.submit', { operation: eventUpdate, body })
  expect(intent).toMatchObject({ operation: eventUpdate, state: 'confirmed', status: 200, requestId: 'req_1' })
  expect(JSON.stringify(intent.answer)).toContain('rec_1')
  expect(stub.seen).toHaveLength(1)
  const [seen] = stub.seen
  expect(seen).toMatchObject({ method: 'PUT', url: '/gateway/api/video/event/update' })
  expect(seen?.headers).toMatchObject({
    accept: 'application/json',
    'content-type': 'application/json',
    'x-service-api-key': 'key-for-wire-tests',
  })
  expect(JSON.parse(seen?.body ?? '')).toEqual(body)
})

// Catches a write that slips through the read path, where nothing keeps it.
test('platform.read refuses a write', async () => {
  const error = await failure(connection.call('platform.read', { operation: createCategory, body: {} }))
  expect(error.code).toBe('invalid_input')
  expect(stub.seen).toHaveLength(0)
})

// Catches bad input that reaches the platform, or an error that does not say which field.
test.each([
  [{ operation: eventUpdate, body: { details: { scheduleDate: '2026-02-30' } } }, 'details.scheduleDate'],
  [{ operation: eventUpdate, body: { details: { streamHours: '2' } } }, 'details.streamHours'],
  [
    { operation: eventUpdate, body: { details: { additionalCameras: [{ camera: 1 }] } } },
    'details.additionalCameras.0.camera',
  ],
  [{ operation: 'POST /api/payment/refund/searchbycustomer', body: { limit: 1.5 } }, 'limit'],
  [{ operation: 'PUT /api/ads/attribution/update/{attributionId}', body: {} }, 'attributionId'],
  [{ operation: 'PUT /api/nowhere', body: {} }, 'operation'],
])('%j names its field and sends nothing', async (request, path) => {
  const work = request.operation.includes('searchby')
    ? connection.call('platform.read', request)
    : connection.call('ledger.submit', request)
  const error = await failure(work)
  expect(error.code).toBe('invalid_input')
  expect(error.details.fields?.map((field) => field.path).join()).toContain(path)
  expect(stub.seen).toHaveLength(0)
})

// Catches a path parameter that climbs into another route.
test('path parameters travel as one segment', async () => {
  await connection.call('platform.read', {
    operation: 'GET /api/ads/attribution/get/{attributionId}',
    path: { attributionId: 'a/b ?#%' },
  })
  expect(stub.seen[0]?.url).toBe('/gateway/api/ads/attribution/get/a%2Fb%20%3F%23%25')
})

// Catches a redirect that is followed with the key in hand.
test('a redirect is the result', async () => {
  answer = (_, response) => {
    response.writeHead(302, { location: 'https://pay.example/abc' })
    response.end()
  }
  const result = await connection.call('platform.read', {
    operation: 'GET /api/pay/{shortId}',
    path: { shortId: 'abc' },
  })
  expect(result).toMatchObject({ status: 302, location: 'https://pay.example/abc' })
  expect(stub.seen).toHaveLength(1)
})

// Catches an answer code that loses its meaning, or a rejected write whose body is gone.
test.each([
  [400, 'invalid_request'],
  [401, 'authentication_required'],
  [403, 'not_authorized'],
  [404, 'not_found'],
])('%i rejects as %s and keeps the body', async (status, code) => {
  answer = (_, response) => reply(response, status, { error: { message: 'no' }, requestId: 'req_2' })
  const intent = await connection.call('ledger.submit', {
    operation: createCategory,
    body: { name: `Music ${status}` },
  })
  expect(intent).toMatchObject({ state: 'rejected', status, requestId: 'req_2', error: { code } })
  expect(intent.request.body).toEqual({ name: `Music ${status}` })
  answer = (_, response) => reply(response, 200, { data: { id: 'rec_9', status: 'ok' }, requestId: 'req_3' })
  const again = await connection.call('ledger.retry', { id: intent.id })
  expect(again).toMatchObject({ id: intent.id, reference: intent.reference, state: 'confirmed' })
})

// Catches a gate that lets reads through, loses a queueable write, or holds the whole desk up.
test('429 closes the gate of its product alone', async () => {
  answer = (request, response) =>
    request.url.includes('/sponsor/')
      ? reply(response, 429, { error: 'slow' }, { 'retry-after': '1' })
      : reply(response, 200, { data: [], requestId: 'r' })
  const first = await failure(connection.call('platform.read', { operation: 'GET /api/sponsor/general/all' }))
  expect(first).toMatchObject({ code: 'rate_limited' })
  const count = stub.seen.length
  const second = await failure(connection.call('platform.read', { operation: 'GET /api/sponsor/general/all' }))
  expect(second.code).toBe('rate_limited')
  expect(second.details.retryAfterMs).toBeGreaterThan(0)
  expect(stub.seen).toHaveLength(count)
  expect((await connection.call('platform.read', { operation: 'GET /api/vendor/general/all' })).status).toBe(200)

  answer = (_, response) => reply(response, 200, { data: { id: 'spo_1', status: 'ok' }, requestId: 'r' })
  const waiting = await connection.call('ledger.submit', {
    operation: 'PUT /api/sponsor/general/update',
    body: { id: 'spo_1', name: 'North' },
  })
  expect(waiting.state).toBe('queued')
  const sent = await connection.next(
    'ledger.changed',
    ({ intent }) => intent.id === waiting.id && intent.state === 'confirmed',
  )
  expect(sent.intent.reference).toBe(waiting.reference)
})
