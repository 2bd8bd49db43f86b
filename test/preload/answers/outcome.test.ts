import { expect, test } from 'vitest'
import { askedOf, outcomeOf, recordOutcome, type Asked, type Outcome } from '#answers/outcome.ts'
import type { Json } from '#contract/json.ts'
import { operations } from '../../../main/platform/catalog/index.ts'

function asked(key: string, more: Pick<Asked, 'sent' | 'before' | 'taught'> = {}): Asked {
  const operation = operations.get(key)
  if (operation === undefined) throw new Error(`No operation ${key}`)
  return askedOf(operation, more)
}

const refund = 'POST /api/payment/refund/partialrefund'
const live = 'PUT /api/video/event/update'
const edit = 'POST /api/marketing/template/update'
const make = 'POST /api/marketing/template/create'
const list = 'POST /api/marketing/template/all'
const charge = 'POST /api/payment/charge/get'

const kindOf = (
  key: string,
  body: Json,
  status = 200,
  more: Pick<Asked, 'sent' | 'before' | 'taught'> = {},
): Outcome['kind'] => outcomeOf({ status, body }, asked(key, more)).kind

// Catches a refusal inside a 2xx that is taken for a success because of its shape.
test.each<[Json, string?]>([
  [{ data: { id: 'rf_9', status: 'failed' }, requestId: 'r1' }],
  [{ success: false, error: 'The card was declined by the bank' }, 'declined by the bank'],
  [{ success: 'false', message: 'No such charge' }, 'No such charge'],
  [{ Success: 0, Msg: 'The amount is above what is left' }, 'above what is left'],
  [{ ok: false, description: 'The window for refunds has closed' }, 'has closed'],
  [{ isSuccessful: false }],
  [{ 'request-succeeded': 'no' }],
  [{ status: 'error', message: 'Refund window has closed', result: null }, 'has closed'],
  [{ status: 'fail', data: { amount: 'The amount is too large' } }, 'amount is too large'],
  [{ Status: 'DECLINED' }],
  [{ result: 'failure', reason: 'The account is frozen' }, 'frozen'],
  [{ errors: [{ message: 'Refund amount is too large.', path: ['refund'] }], data: { refund: null } }, 'too large'],
  [
    { data: { refundCreate: { refund: null, userErrors: [{ field: ['amount'], message: 'Too much is asked.' }] } } },
    'Too much',
  ],
  [
    { data: { refundCreate: { __typename: 'RefundDeclinedError', message: 'Nothing is left to refund' } } },
    'Nothing is left',
  ],
  [{ code: 40013, msg: 'refund amount exceeds order amount', data: null }, 'exceeds'],
  [{ errcode: 48001, errmsg: 'api scope is not granted' }, 'scope is not granted'],
  [{ errorcode: 'E77', errortext: 'The charge is locked' }, 'locked'],
  [{ meta: { code: 422, error_message: 'The charge was already refunded' }, data: {} }, 'already refunded'],
  [{ status: { code: 'FAILED', text: 'The issuer said no' } }],
  [{ responseStatus: { errorCode: 'NoFunds', message: 'The balance does not suffice' } }, 'does not suffice'],
  [
    {
      type: 'https://example.com/problems/no-funds',
      title: 'No funds',
      status: 403,
      detail: 'The balance is too low.',
    },
    'too low',
  ],
  [{ error: { code: 'x', message: 'The charge is too old' } }, 'too old'],
  [{ fault: { faultstring: 'The gateway refused it' } }, 'refused it'],
  [{ object: 'error', message: 'This charge can not be refunded' }, 'can not be refunded'],
  [{ data: { id: 'tx_1', approved: false } }],
  [{ data: { id: 'rf_1', refunded: false } }],
  [{ data: false }],
  [false],
  ['FAILED'],
  [{ message: 'Not allowed for this account' }, 'Not allowed'],
  [{ id: 'rf_1', message: 'The refund failed at the bank' }, 'failed at the bank'],
  [{ succeeded: [], failed: [{ id: 'rf_1', reason: 'The charge is too old' }] }, 'too old'],
  [{ Response: { ResultCode: '99', ResultDesc: 'Insufficient balance' } }, 'Insufficient balance'],
  [{ ACK: 'Failure', L_ERRORCODE0: '10009' }],
  [{ '@status': 'fail' }],
  [{ outcome: { type: 'issuer_declined' } }],
  [{ data: { type: 'refunds', id: 'rf_1', attributes: { status: 'failed' } } }],
  [{ data: [{ id: 'rf_1', status: 'rejected' }] }],
  [{ refund: { id: 'rf_1', state: 'Canceled' }, success: true }],
  [{ data: { id: 'rf_1', refund_status: 'NOT_REFUNDED' } }],
])('a refund answered with %j is refused', (body, said) => {
  const outcome = outcomeOf({ status: 200, body }, asked(refund))
  expect(outcome.kind).toBe('refused')
  if (said !== undefined) expect(outcome).toMatchObject({ said: expect.stringContaining(said) as unknown })
})

// Catches a plain success that is doubted: the person would be asked after each refund.
test.each<[Json]>([
  [{ data: { id: 'rf_1', status: 'ok' }, requestId: 'r1' }],
  [{ data: { id: 'rf_1', status: 'succeeded' } }],
  [{ data: { id: 'rf_1', status: 'Refunded' } }],
  [{ id: 'ch_1', status: 'partially_refunded', amount: 12.4 }],
  [{ success: true, error: null, errors: [], warnings: ['Slow today'], data: { refundId: 'rf_1' } }],
  [{ code: 0, message: 'success', data: { id: 'rf_1' } }],
  [{ errcode: 0, errmsg: 'ok', id: 'rf_1' }],
  [{ error: { code: 0, message: 'Success' }, data: { id: 'rf_1' } }],
  [{ error: '', data: { id: 'rf_1', amount: 12.4 } }],
  [{ data: { refundCreate: { refund: { id: 'rf_1' }, userErrors: [] } } }],
  [{ status: 'SUCCESS', result: { id: 'rf_1', state: 'COMPLETED' } }],
  [{ status: 200, data: { id: 'rf_1', status: 'completed' } }],
  [{ ok: 1, id: 'rf_1' }],
  [{ data: { id: 'rf_1', status: 'no_error' } }],
  [{ data: { id: 'rf_1', refundable: false, failed: 0 } }],
  [true],
])('a refund answered with %j is done', (body) => {
  expect(outcomeOf({ status: 200, body }, asked(refund))).toEqual({ kind: 'done' })
})

// Catches a refund that is only under way called done, and one that nobody can judge called anything.
test.each<[Json, number, Outcome]>([
  [{ data: { id: 'job_1', status: 'queued' } }, 202, { kind: 'accepted', word: 'queued' }],
  [{ data: { id: 'rf_1', status: 'ok' } }, 202, { kind: 'accepted', word: 'ok' }],
  [{ data: { id: 'rf_1', status: 'Pending-Review' } }, 200, { kind: 'accepted', word: 'Pending-Review' }],
  [{ id: 'rf_1', state: 'PROCESSING' }, 200, { kind: 'accepted', word: 'PROCESSING' }],
  [{ data: { id: 'rf_1', status: 'refunding' } }, 200, { kind: 'accepted', word: 'refunding' }],
  [{ done: false, name: 'operations/7' }, 200, { kind: 'accepted' }],
  [{ data: { id: 'rf_1', status: 'settled' } }, 200, { kind: 'unclear', word: 'settled' }],
  [{ success: true, errors: [{ message: 'Late' }], data: { id: 'rf_1' } }, 200, { kind: 'unclear' }],
  [{ success: false, error: 'Gateway timeout' }, 200, { kind: 'unclear' }],
  [{ code: 503, message: 'Upstream is down' }, 200, { kind: 'unclear' }],
  [null, 204, { kind: 'unclear' }],
  [null, 200, { kind: 'unclear' }],
  [{}, 200, { kind: 'unclear' }],
  [{ data: null }, 200, { kind: 'unclear' }],
  [{ requestId: 'r1' }, 200, { kind: 'unclear' }],
  [[], 200, { kind: 'unclear' }],
])('a refund answered with %j and %i is %j', (body, status, outcome) => {
  expect(outcomeOf({ status, body }, asked(refund))).toEqual(outcome)
})

// Catches a status word that is judged without what its operation means.
test.each<[key: string, word: string, kind: Outcome['kind']]>([
  ['POST /api/payment/subscription/cancel', 'canceled', 'done'],
  ['POST /api/payment/subscription/cancel', 'CANCELLED', 'done'],
  ['POST /api/payment/subscription/cancel', 'cancel_failed', 'refused'],
  ['POST /api/payment/subscription/cancel', 'cancelling', 'accepted'],
  ['POST /api/payment/subscription/cancel', 'pending_cancellation', 'accepted'],
  ['POST /api/payment/subscription/cancel', 'active', 'unclear'],
  ['POST /api/payment/subscription/pause', 'Paused', 'done'],
  ['POST /api/payment/subscription/resume', 'active', 'done'],
  ['POST /api/payment/subscription/resume', 'paused', 'unclear'],
  ['POST /api/payment/subscription/create', 'canceled', 'refused'],
  ['POST /api/payment/subscription/create', 'trialing', 'done'],
  ['POST /api/payment/transaction/void', 'voided', 'done'],
  ['POST /api/payment/transaction/void', 'not_voided', 'refused'],
  ['POST /api/payment/transaction/refund', 'voided', 'refused'],
  ['POST /api/payment/charge/reverse', 'reversed', 'done'],
  ['POST /api/payment/charge/create', 'voided', 'refused'],
  ['POST /api/payment/charge/create', 'declined', 'refused'],
  ['POST /api/payment/charge/create', 'pending', 'accepted'],
  ['POST /api/payment/charge/create', 'paid', 'done'],
  ['POST /api/payment/invoice/create', 'draft', 'done'],
  ['POST /api/payment/invoice/create', 'unpaid', 'done'],
  ['POST /api/payment/invoice/create', 'open', 'done'],
  ['POST /api/payment/invoice/charge', 'paid', 'done'],
  ['POST /api/payment/invoice/charge', 'unpaid', 'refused'],
  ['POST /api/payment/invoice/send', 'sent', 'done'],
  ['POST /api/payment/invoice/send', 'queued', 'accepted'],
  ['POST /api/payment/invoice/resend', 'queued', 'accepted'],
  ['POST /api/marketing/campaign/create', 'scheduled', 'done'],
  ['POST /api/marketing/campaign/create', 'queued', 'accepted'],
  ['POST /api/marketing/template/create', 'draft', 'done'],
  ['POST /api/marketing/template/create', 'pending', 'done'],
  ['POST /api/marketing/template/create', 'invalid', 'refused'],
  ['POST /api/marketing/template/delete', 'deleted', 'done'],
  ['POST /api/marketing/template/delete', 'removed', 'done'],
  ['POST /api/marketing/template/delete', 'active', 'unclear'],
  ['POST /api/marketing/template/delete', 'not_found', 'refused'],
  ['POST /api/payment/refund/delete', 'cancelled', 'unclear'],
  ['POST /api/video/stream/createClip', 'processing', 'done'],
  ['PUT /api/video/stream/update', 'queued', 'accepted'],
  ['PUT /api/video/stream/update', 'unsuccessful', 'refused'],
  ['PUT /api/video/stream/update', 'incomplete', 'accepted'],
  ['POST /api/payment/refund/partialrefund', 'refund_created', 'accepted'],
  ['POST /api/payment/refund/partialrefund', 'refund_zorbed', 'unclear'],
  ['POST /api/payment/refund/partialrefund', 'refund_failed', 'refused'],
  ['POST /api/payment/refund/partialrefund', 'refund_ok', 'done'],
  ['POST /api/payment/refund/partialrefund', 'partial_refund', 'done'],
  ['PUT /api/account/general/reset', 'reset_sent', 'done'],
  ['PUT /api/video/stream/update', 'completed_with_errors', 'unclear'],
])('%s answered with %s is %s', (key, status, kind) => {
  expect(kindOf(key, { data: { id: 'a1', status }, requestId: 'r1' })).toBe(kind)
})

// Catches a command to go off air that is called done while the answer says that the stream is on.
test('a live command is done where the answer shows the state that it asked for', () => {
  const stop = { details: { started: true, stopped: true, stoppedOn: '2026-11-21T20:00:00.000Z' } }
  const start = { details: { started: true, paused: false, stopped: false } }
  const answer = (status: string): Json => ({ data: { id: 'e1', status } })
  expect(kindOf(live, answer('stopped'), 200, { sent: stop })).toBe('done')
  expect(kindOf(live, answer('updated'), 200, { sent: stop })).toBe('done')
  expect(kindOf(live, answer('live'), 200, { sent: stop })).toBe('unclear')
  expect(kindOf(live, answer('stopping'), 200, { sent: stop })).toBe('accepted')
  expect(kindOf(live, answer('live'), 200, { sent: start })).toBe('done')
  expect(kindOf(live, answer('stopped'), 200, { sent: start })).toBe('unclear')
  expect(kindOf(live, answer('error'), 200, { sent: start })).toBe('refused')
  expect(kindOf(live, null, 204, { sent: stop })).toBe('accepted')
  // Another word of the same state.
  const placement = 'POST /api/ads/placement/create'
  expect(kindOf(placement, answer('running'), 200, { sent: { status: 'active' } })).toBe('done')
  expect(kindOf(placement, answer('active'), 200, { sent: { status: 'running' } })).toBe('done')
  expect(kindOf(placement, answer('ended'), 200, { sent: { status: 'active' } })).toBe('unclear')
})

// Catches an edit that is doubted because of the state that its record is in anyway.
test("for an edit, the record's own state proves nothing", () => {
  const customer = 'POST /api/payment/customer/update'
  expect(kindOf(customer, { data: { id: 'c1', status: 'failed' } }, 200, { before: 'Failed' })).toBe('done')
  expect(kindOf(customer, { data: { id: 'c1', status: 'failed' } })).toBe('refused')
  const plan = 'PUT /api/payment/subscription/update'
  const shown: Json = { data: { id: 's1', status: 'paused', note: 'Call back' } }
  expect(kindOf(plan, shown, 200, { sent: { id: 's1', note: 'Call back' } })).toBe('done')
  expect(kindOf(plan, shown, 200, { sent: { id: 's1', note: 'Other' } })).toBe('unclear')
  // Nothing but an identifier was sent: the record has nothing to show.
  expect(kindOf(plan, shown, 200, { sent: { id: 's1' } })).toBe('done')
  expect(kindOf(plan, shown, 200, { sent: { id: 's2' } })).toBe('unclear')
  expect(kindOf(plan, shown, 200, { sent: { id: 's1', items: ['x'] } })).toBe('unclear')
  expect(kindOf(plan, { data: { id: 's1', status: 'partially_updated' } }, 200, { sent: { id: 's1' } })).toBe('unclear')
  expect(kindOf(edit, { data: { id: 't1', status: 'archived' } }, 200, { before: 'archived' })).toBe('done')
  expect(kindOf(edit, null, 204)).toBe('done')
})

// Catches what was sent, read back, taken for what the platform says of it.
test('a field that was sent is no sign', () => {
  const sent = { name: 'Outage', error: 'Sorry, we had a failure', success: false, code: 'FAIL10' }
  expect(kindOf(make, { data: { id: 't1', status: 'created', ...sent } }, 200, { sent })).toBe('done')
  expect(kindOf(make, { data: { id: 't1', status: 'created', error: 'Quota is used up' } }, 200, { sent })).not.toBe(
    'done',
  )
})

// Catches a batch of which a part failed, called done.
test('a batch is done where all of it is', () => {
  const parts = (...statuses: Json[]): Json => ({ results: statuses.map((status, id) => ({ id, status })) })
  expect(kindOf(refund, parts(200, 200), 207)).toBe('done')
  expect(kindOf(refund, parts(200, 422), 207)).toBe('unclear')
  expect(kindOf(refund, parts(404, 422), 207)).toBe('refused')
  expect(kindOf(edit, parts(200, 422), 207)).toBe('refused')
  expect(kindOf(refund, parts('HTTP/1.1 200 OK', 'HTTP/1.1 403 Forbidden'), 207)).toBe('unclear')
  expect(
    kindOf(refund, [
      { id: 1, status: 'succeeded' },
      { id: 2, error: 'No funds are left' },
    ]),
  ).toBe('unclear')
  expect(kindOf(list, parts(200, 500), 207)).toBe('refused')
})

// Catches a read that failed inside a 2xx, believed as an empty list.
test.each<[Json]>([
  [{ success: false, error: 'Database is locked', data: [] }],
  [{ success: false, errors: [{ code: 10000, message: 'Internal' }], messages: [], result: [] }],
  [{ errors: [{ message: 'timeout', path: ['templates'] }], data: { templates: [] } }],
  [{ status: 'error', message: 'timeout', result: { templates: [] } }],
  [{ data: { id: 'templates', status: 'failed', items: [] }, requestId: 'r1' }],
  [{ code: 50001, msg: 'backend is away', data: [] }],
  [{ status: 0, message: 'Could not reach the store', items: [] }],
  [{ meta: { code: 500, error_detail: 'x' }, data: [] }],
  [{ Ok: 'false', Items: [] }],
  [{ data: { ok: false, templates: [] } }],
  [{ message: 'Internal server error' }],
  [{ jsonrpc: '2.0', id: 1, error: { code: -32000, message: 'x' } }],
  [{ exception: 'QueryTimeout', rows: [] }],
  [{ timed_out: true, hits: { hits: [] } }],
  [{ data: [], hasError: true }],
  [false],
])('a list answered with %j has failed', (body) => {
  expect(kindOf(list, body)).toBe('refused')
})

// Catches a good reading that is refused because of what the record says of itself.
test.each<[string, Json]>([
  [charge, { data: { id: 'ch_1', status: 'failed', failure_message: 'Card declined', amount: 12 } }],
  [charge, { data: { id: 'ch_1', status: 'failed', failureReason: 'Card declined' } }],
  [charge, { id: 'ch_1', status: 'failed', error: 'Card declined', amount: 12 }],
  [charge, { data: { charge: { id: 'ch_1', status: 'canceled', paid: false, success: false, amount: 12 } } }],
  [charge, { data: { type: 'charges', id: 'ch_1', attributes: { status: 'failed', error: 'No funds' } } }],
  [list, { success: true, errors: [], data: [{ id: 't1', status: 'failed', error: 'x' }] }],
  [list, { data: { items: [{ id: 't1', error: 'x' }] }, error: null, code: 0, message: 'ok' }],
  [list, { status: 'ok', warnings: ['Slow'], messages: ['Two were left out'], templates: [] }],
  [list, [{ id: 't1', success: false }]],
  [list, []],
  [list, { data: [], message: 'No records found' }],
  [list, { items: [], total: 0, message: 'You have no templates yet' }],
  [list, { code: 10000, msg: 'Success', data: [{ id: 't1' }] }],
  ['POST /api/video/stream/getStatus', { data: { status: 'offline', error: null } }],
  ['POST /api/video/stream/getStatus', { data: { id: 's1', status: 'error' } }],
  ['POST /api/video/stream/getStatus', { live: true, viewers: 3, outputs: [], lastError: 'Cut at 20:01' }],
])('%s answered with %j is a good reading', (key, body) => {
  expect(kindOf(key, body)).toBe('done')
})

// Catches a taught word that outweighs a flag, and one that is not heard.
test('a taught word counts, but no more than a flag', () => {
  const taught = { settled: 'done', in_limbo: 'refused', open: 'accepted' } as const
  const answer = (status: string): Json => ({ data: { id: 'rf_1', status } })
  expect(kindOf(refund, answer('Settled'), 200, { taught })).toBe('done')
  expect(kindOf(refund, answer('inLimbo'), 200, { taught })).toBe('refused')
  expect(kindOf(refund, answer('open'), 200, { taught })).toBe('accepted')
  expect(kindOf(refund, { success: false, status: 'settled' }, 200, { taught })).not.toBe('done')
  expect(kindOf(refund, { status: 'settled', error: 'The charge is locked' }, 200, { taught })).not.toBe('done')
})

// Catches a lost refund that is confirmed by a record that says that it failed.
test('a record that was found speaks for itself', () => {
  const found = (status: string): Json => ({ id: 'rf_5', chargeId: 'ch1', amount: 8.88, status })
  const kind = (status: string) => recordOutcome(found(status) as never, asked(refund)).kind
  expect(kind('failed')).toBe('refused')
  expect(kind('pending')).toBe('accepted')
  expect(kind('succeeded')).toBe('done')
  expect(kind('settled')).toBe('unclear')
  expect(recordOutcome({ id: 'rf_5', chargeId: 'ch1', amount: 8.88 }, asked(refund)).kind).toBe('done')
})
