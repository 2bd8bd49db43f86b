import { expect, test } from 'vitest'
import type { Json, JsonObject } from '#contract/json.ts'
import { teachDesk } from './support.ts'

const base = 'https://platform.example.org/v1/api'
const create = 'POST /api/payment/customer/create'

interface Seen {
  method?: string
  path: string
  query?: Array<{ name: string; value: string }>
  body?: Json | undefined
  mimeType?: string
  status?: number
  answer?: Json | undefined
  encoding?: 'base64'
}

/** An entry as a browser writes it. */
function entry({
  method = 'GET',
  path,
  query = [],
  body,
  mimeType = 'application/json',
  status = 200,
  answer,
  encoding,
}: Seen): JsonObject {
  const text = answer === undefined ? undefined : JSON.stringify(answer)
  return {
    startedDateTime: '2026-11-21T20:00:00.000Z',
    time: 12.5,
    request: {
      method,
      url: `${base}${path}${query.length === 0 ? '' : `?${query.map(({ name, value }) => `${name}=${value}`).join('&')}`}`,
      httpVersion: 'h2',
      headers: [
        { name: 'authorization', value: 'Bearer kqz-session-token' },
        { name: 'cookie', value: 'kqz=1' },
      ],
      cookies: [{ name: 'kqz-cookie', value: 'kqz-cookie-value' }],
      queryString: query,
      headersSize: -1,
      bodySize: 10,
      ...(body !== undefined && { postData: { mimeType, text: JSON.stringify(body) } }),
    },
    response: {
      status,
      statusText: 'OK',
      httpVersion: 'h2',
      headers: [{ name: 'set-cookie', value: 'kqz=2' }],
      cookies: [],
      redirectURL: '',
      content: {
        size: 10,
        mimeType: 'application/json',
        ...(text !== undefined && { text: encoding === 'base64' ? Buffer.from(text).toString('base64') : text }),
        ...(encoding !== undefined && { encoding }),
      },
    },
    cache: {},
    timings: { send: 1, wait: 2, receive: 3 },
  }
}
const har = (...entries: JsonObject[]): JsonObject => ({
  log: { version: '1.2', creator: { name: 'A browser', version: '1' }, pages: [], entries },
})

// The point of it: what another program was seen to send and receive teaches as the desk's own requests do.
test('a HAR file as browsers export it teaches bodies, queries and answers', async () => {
  const { learned, teach } = await teachDesk()
  const preview = await teach(
    har(
      entry({ method: 'OPTIONS', path: '/payment/customer/create', status: 204 }),
      entry({
        method: 'POST',
        path: '/payment/customer/create',
        body: { name: 'Ada', email: 'ada@example.org', password: 'x' },
        answer: { data: { id: 'cus_9', status: 'ok' }, requestId: 'req_9' },
      }),
      entry({
        method: 'POST',
        path: '/payment/customer/create',
        body: { name: 'Bea', note: null },
        answer: { data: { id: 'cus_8' } },
        encoding: 'base64',
      }),
      entry({
        method: 'POST',
        path: '/payment/customer/create',
        body: { nam: 'Cleo' },
        status: 400,
        answer: { error: { code: 'invalid_request', fields: [{ path: 'name', message: 'is missing' }] } },
      }),
      entry({ method: 'POST', path: '/payment/customer/create', body: { wrong: 1 }, status: 500 }),
      entry({
        method: 'POST',
        path: '/payment/customer/update',
        body: 'a=1',
        mimeType: 'application/x-www-form-urlencoded',
      }),
      entry({
        path: '/video/stream/all',
        query: [
          { name: 'limit', value: '20' },
          { name: 'live', value: 'true' },
          { name: 'search', value: 'night' },
        ],
      }),
      entry({ path: '/account/general/get/acc_4711', answer: { data: { id: 'acc_4711' } } }),
      entry({ path: '/other/thing/3f2a9c1d7b66' }),
    ),
  )
  expect(preview.kind).toBe('har')
  expect(preview.operations.map(({ operation, parts }) => [operation, parts])).toEqual([
    ['GET /api/account/general/get/{accountId}', ['query', 'answer']],
    ['GET /api/video/stream/all', ['query']],
    [create, ['body', 'query', 'answer']],
  ])
  expect(preview.skipped).toEqual([
    {
      reason: 'no_operation',
      count: 2,
      places: ['OPTIONS /v1/api/payment/customer/create', 'GET /v1/api/other/thing/\u2026'],
    },
    { reason: 'not_taken', count: 1, places: ['POST /v1/api/payment/customer/create'] },
    { reason: 'not_json', count: 1, places: ['POST /v1/api/payment/customer/update'] },
  ])
  expect(learned.get('rehearsal', create)).toMatchObject({
    sent: 2,
    answered: 2,
    files: 1,
    missed: ['name'],
    body: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        email: { type: 'string', format: 'email' },
        password: { type: 'string', secret: true },
        note: { type: 'null' },
      },
      required: ['name'],
    },
  })
  expect(learned.get('rehearsal', 'GET /api/video/stream/all')?.query).toEqual({
    type: 'object',
    properties: { limit: { type: 'integer' }, live: { type: 'boolean' }, search: { type: 'string' } },
    required: ['limit', 'live', 'search'],
  })
})

// Catches a file of one endless loop of requests that holds the desk up.
test('of many requests of one operation the first hundred teach', async () => {
  const { learned, teach } = await teachDesk()
  const preview = await teach(
    har(
      ...Array.from({ length: 150 }, (_, at) =>
        entry({ path: '/video/stream/all', answer: { data: { items: [{ [`field${at}`]: 1 }] } } }),
      ),
    ),
  )
  expect(preview.skipped).toEqual([{ reason: 'seen_enough', count: 50, places: ['GET /v1/api/video/stream/all'] }])
  expect(learned.get('rehearsal', 'GET /api/video/stream/all')).toMatchObject({ sent: 100, answered: 100 })
})
