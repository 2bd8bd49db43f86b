// What an answer itself says counts, over real HTTP: a status of 2xx alone is no success.
import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { operations } from '../../../../main/platform/catalog/index.ts'
import { answering, apiKey, assertNoSecret, failure, makeClient } from './support.ts'

const refund = 'POST /api/payment/refund/partialrefund'
const live = 'PUT /api/video/event/update'
const edit = 'POST /api/marketing/template/update'
const remove = 'POST /api/marketing/template/delete'
const list = 'POST /api/marketing/template/all'

async function write(operation: string, status: number, answer: unknown, body: Json = { id: 'a1' }) {
  const { base, seen } = await answering(status, answer)
  const { client } = makeClient(base, { operations: new Map(operations) })
  const outcome = await client.write({ operation, body }, 'production', 'desk-1')
  assertNoSecret(outcome)
  expect(seen).toHaveLength(1)
  return outcome
}
const event = { options: {}, details: { streamId: 's1', started: true } }

// Catches the refund that the platform refuses in the specified envelope, and the desk calls confirmed.
test.each<[Json, string]>([
  [{ data: { id: 'rf_9', status: 'failed' }, requestId: 'r1' }, 'failed'],
  [{ success: false, error: 'The card was declined by the bank', requestId: 'r1' }, 'declined by the bank'],
  [
    { data: { refundCreate: { refund: null, userErrors: [{ message: 'Too much is asked.' }] } }, requestId: 'r1' },
    'Too much',
  ],
])('a refund answered with %j is rejected with the sentence of the platform', async (answer, said) => {
  const outcome = await write(refund, 200, answer)
  expect(outcome).toMatchObject({
    outcome: 'rejected',
    status: 200,
    requestId: 'r1',
    answer,
    error: { code: 'invalid_request', status: 200, facts: { said: expect.stringContaining(said) as unknown } },
  })
})

// Catches a refusal whose fields, code and masked words are lost because its status was 200.
test('a refusal inside a 2xx keeps code, fields and mask', async () => {
  const named = await write(refund, 200, { error: { code: 'not_authorized', message: `No ${apiKey}` } })
  expect(named).toMatchObject({ outcome: 'rejected', error: { code: 'not_authorized', facts: { said: 'No •••' } } })
  const fields = await write(edit, 200, { errors: [{ field: 'subject', message: 'Subject is too long' }] })
  expect(fields).toMatchObject({ error: { fields: [{ path: 'subject', message: 'Subject is too long' }] } })
})

// Catches what is under way called done, and what nobody can judge called anything.
test('what is under way is accepted; what does not say is unknown, and for an edit confirmed with a remark', async () => {
  expect(await write(refund, 202, { data: { id: 'job_1', status: 'queued' } })).toMatchObject({
    outcome: 'accepted',
    status: 202,
    word: 'queued',
    answer: { data: { id: 'job_1' } },
  })
  expect(await write(live, 204, '', event)).toMatchObject({ outcome: 'accepted', answer: null })
  expect(await write(refund, 200, '')).toMatchObject({ outcome: 'unknown', cause: 'unclear_answer' })
  expect(await write(remove, 204, '')).toMatchObject({ outcome: 'unknown', cause: 'unclear_answer' })
  const word = await write(refund, 200, { data: { id: 'rf_1', status: 'settled' } })
  expect(word).toMatchObject({
    outcome: 'unknown',
    cause: 'unclear_answer',
    word: 'settled',
    answer: { data: { id: 'rf_1', status: 'settled' } },
    error: { code: 'unknown_outcome', facts: { reason: 'answer_unclear', word: 'settled' } },
  })
  expect(await write(edit, 200, { data: { id: 't1', status: 'zorbed' } })).toMatchObject({
    outcome: 'confirmed',
    unclear: 'zorbed',
  })
  expect(await write(edit, 200, { fine: 'perhaps' })).toMatchObject({ outcome: 'confirmed', unclear: true })
  const plain = await write(edit, 200, { data: { id: 't1', status: 'updated' }, requestId: 'r1' })
  expect(plain).toMatchObject({ outcome: 'confirmed' })
  expect(plain).not.toHaveProperty('unclear')
})

// Catches a command that is called done while the answer shows the other state.
test('a live command goes by the state that the answer shows', async () => {
  const stop = { options: {}, details: { streamId: 's1', started: true, stopped: true } }
  expect(await write(live, 200, { data: { id: 'e1', status: 'stopped' } }, stop)).toMatchObject({
    outcome: 'confirmed',
  })
  expect(await write(live, 200, { data: { id: 'e1', status: 'live' } }, stop)).toMatchObject({ outcome: 'unknown' })
  expect(await write(live, 200, { data: { id: 'e1', status: 'error' } }, event)).toMatchObject({ outcome: 'rejected' })
})

// Catches a word that the person taught and nobody hears, or that outweighs a flag.
test('a taught word is applied to later answers of its environment', async () => {
  const { base } = await answering(200, { data: { id: 'rf_1', status: 'Settled' } })
  const { client } = makeClient(base, {
    operations: new Map(operations),
    surroundings: { taught: (environment) => (environment === 'production' ? { settled: 'done' } : {}) },
  })
  const request = { operation: refund, body: { id: 'a1' } }
  expect(await client.write(request, 'production', 'desk-1')).toMatchObject({ outcome: 'confirmed' })
  expect(await client.write(request, 'development', 'desk-2')).toMatchObject({ outcome: 'unknown', word: 'Settled' })
})

// Catches a status of the record that was known before, taken for the end of an edit.
test('what the record was before proves nothing', async () => {
  const { base } = await answering(200, { data: { id: 's1', status: 'paused' } })
  const { client } = makeClient(base, { operations: new Map(operations) })
  const request = { operation: 'PUT /api/payment/subscription/update', body: { id: 's1', note: 'x' } }
  expect(await client.write(request, 'production', 'desk-1')).toMatchObject({ outcome: 'unknown' })
  expect(await client.write(request, 'production', 'desk-2', { before: 'paused' })).toMatchObject({
    outcome: 'confirmed',
  })
})

// Catches a read that failed inside a 2xx and comes out as an empty list.
test.each<[Json, string, string]>([
  [{ success: false, error: 'Database is locked', data: [], requestId: 'r1' }, 'server_error', 'Database is locked'],
  [{ status: 'error', message: 'timeout', result: { templates: [] }, requestId: 'r1' }, 'server_error', 'timeout'],
  [{ code: 401, message: 'Please sign in again', data: [], requestId: 'r1' }, 'authentication_required', 'sign in'],
  [{ error: { code: 'not_authorized', message: 'Not for you' }, requestId: 'r1' }, 'not_authorized', 'Not for you'],
])('a read answered with %j throws', async (answer, code, said) => {
  const { base, seen } = await answering(200, answer)
  const { client } = makeClient(base, { operations: new Map(operations) })
  const error = await failure(() => client.read({ operation: list }, 'production'))
  expect(error.toShape()).toMatchObject({
    code,
    status: 200,
    requestId: 'r1',
    operation: list,
    facts: { said: expect.stringContaining(said) as unknown },
  })
  expect(seen).toHaveLength(1)
})

// Catches an answer that is not ready yet, read as an empty list.
test('a read answered with 202 and nothing is no reading', async () => {
  const { base } = await answering(202, [])
  const { client } = makeClient(base, { operations: new Map(operations) })
  expect((await failure(() => client.read({ operation: list }, 'production'))).toShape()).toMatchObject({
    code: 'server_error',
    facts: { reason: 'answer_not_ready' },
  })
})

// Catches a good reading of a charge that failed, refused.
test('a charge that failed is read', async () => {
  const { base } = await answering(200, { data: { id: 'ch_1', status: 'failed', failure_message: 'Declined' } })
  const { client } = makeClient(base, { operations: new Map(operations) })
  const read = await client.read({ operation: 'POST /api/payment/charge/get', body: { id: 'ch_1' } }, 'production')
  expect(read.data).toMatchObject({ data: { status: 'failed' } })
})
