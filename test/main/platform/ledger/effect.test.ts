import fc from 'fast-check'
import { expect, test } from 'vitest'
import { askedOf, recordOutcome } from '#answers/outcome.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { judge, type Sought } from '../../../../main/platform/ledger/match.ts'

const asked = askedOf({
  kind: 'act',
  risk: 'money',
  name: 'Partial Refund',
  path: '/api/payment/refund/partialrefund',
  resource: 'payment/refund',
})
const sentAt = Date.parse('2026-11-27T00:00:00.000Z')
const sought = (more: Partial<Sought> = {}): Sought => ({
  match: 'effect',
  risk: 'money',
  fields: ['chargeId', 'amount'],
  noun: 'refund',
  reference: 'sd_ours',
  body: { chargeId: 'ch1', amount: 8.88 },
  identity: [],
  sentAt,
  readAt: sentAt + 4_000,
  offsetMs: 0,
  outcomeOf: (record) => recordOutcome(record, asked),
  own: [],
  claimed: () => undefined,
  answers: { resource: 'payment/refund' },
  ...more,
})
const list = (...rows: JsonObject[]): Json => ({ data: rows, total: rows.length })
const verdictOf = (rows: JsonObject[], more: Partial<Sought> = {}) => judge(sought(more), list(...rows)).verdict
const older = Date.parse('2026-11-26T23:00:00.000Z')
const newer = sentAt + 1_000
const full = { body: { chargeId: 'ch1' } }

/** One instant as platforms write it. */
const spellings: Record<string, (at: number) => Json> = {
  iso: (at) => new Date(at).toISOString(),
  offset: (at) => `${new Date(at + 5.5 * 3_600_000).toISOString().slice(0, 19)}+05:30`,
  milliseconds: (at) => at,
  seconds: (at) => at / 1_000,
  'text of milliseconds': (at) => String(at),
  'text of seconds': (at) => String(at / 1_000),
  microseconds: (at) => `${at}000`,
  mail: (at) => new Date(at).toUTCString(),
  'object of seconds': (at) => ({ _seconds: at / 1_000, _nanoseconds: 0 }),
  'object of a date': (at) => ({ $date: new Date(at).toISOString() }),
}
const names = [
  'createdAt',
  'created_at',
  'createTime',
  'create_time',
  'created',
  'Created-On',
  'dateCreated',
  'date_created',
  'creationDate',
  'creation_timestamp',
  'insertedAt',
  'inserted_on',
  'submittedAt',
  'submitted_on',
  'submitTime',
  'dateSubmitted',
  'added_at',
  'madeOn',
  'requested_at',
  'timestamp',
  'date_time',
]

// Catches an older refund that confirms one which never arrived, because its time stands under another name or in another notation.
test.each(names.flatMap((name) => Object.keys(spellings).map((how) => [name, how] as const)))(
  'the time of a refund is read: %s as %s',
  (name, how) => {
    const at = (time: number) => ({
      id: 'rf_1',
      chargeId: 'ch1',
      amount: 1_950,
      [name]: spellings[how]?.(time) ?? null,
    })
    expect(verdictOf([at(older)], full)).toBe('absent')
    expect(verdictOf([at(newer)], full)).toBe('found')
  },
)

// Catches a time beside another record's, or under a heading of times, that is overlooked.
test('times are found under a heading of times, and not in another record', () => {
  const record = { id: 'rf_1', chargeId: 'ch1' }
  expect(verdictOf([{ ...record, timestamps: { created: newer } }], full)).toBe('found')
  expect(verdictOf([{ ...record, audit: { created_at: older } }], full)).toBe('absent')
  expect(verdictOf([{ ...record, charge: { id: 'ch1', createdAt: newer } }], full)).toBe('unclear')
})

// Catches a guess of the time: what proves nothing must leave the question to the person.
test.each<[string, JsonObject]>([
  ['no time', {}],
  ['only when it was changed', { updatedAt: new Date(newer).toISOString() }],
  ['a time that nobody can read', { createdAt: 'just now' }],
  ['a name that means something else', { created_by: 1_795_734_000, request: 1_795_734_000 }],
  ['the day of the sending alone', { createdAt: '2026-11-27' }],
  ['a time without a zone, in another one', { createdAt: '2026-11-27T05:30:01' }],
  ['a time without a zone, in yet another one', { createdAt: '2026-11-26T19:00:01' }],
  ['two times that disagree', { createdAt: new Date(newer).toISOString(), insertedAt: older }],
])('an effect with %s is unclear', (_, more) => {
  expect(verdictOf([{ id: 'rf_1', chargeId: 'ch1', amount: 8.88, status: 'succeeded', ...more }])).toBe('unclear')
})

// Catches a clock of this machine that is wrong and makes an old refund new, or a new one old.
test('a clock that differs from the platform proves neither', () => {
  const at = (time: number) => [{ id: 'rf_1', chargeId: 'ch1', amount: 8.88, createdAt: new Date(time).toISOString() }]
  // This machine is an hour behind: what the platform made half an hour before our sending looks newer.
  expect(verdictOf(at(sentAt + 1_800_000), { offsetMs: -3_600_000 })).toBe('unclear')
  // An hour ahead: our own refund looks an hour old.
  expect(verdictOf(at(sentAt - 3_600_000), { offsetMs: 3_600_000 })).toBe('unclear')
})

/** What was sent, a record of the same amount, and one of another, in one shape. */
const shapes: Record<string, { sent: Json; same: JsonObject; other: JsonObject }> = {
  number: { sent: { amount: 8.88 }, same: { amount: 8.88 }, other: { amount: 19.5 } },
  text: { sent: { amount: 8.88 }, same: { amount: '8.88' }, other: { amount: '19.50' } },
  'text with a currency': { sent: { amount: 8.88 }, same: { amount: '8.88 USD' }, other: { amount: 'USD 19.50' } },
  object: {
    sent: { amount: 8.88 },
    same: { amount: { currency_code: 'USD', value: '8.88' } },
    other: { amount: { currency_code: 'USD', value: '19.50' } },
  },
  'object of cents': {
    sent: { amount: 8.88, currency: 'EUR' },
    same: { amount: { currency: 'EUR', cents: 888 } },
    other: { amount: { currency: 'EUR', cents: 1_950 } },
  },
  'object in an object': {
    sent: { amount: 8.88 },
    same: { amount: { total: { value: '8.88', currency: 'EUR' } } },
    other: { amount: { total: { value: '19.50', currency: 'EUR' } } },
  },
  'named cents': {
    sent: { amount: '8.88', currency: 'EUR' },
    same: { amountCents: 888, currency: 'EUR', amount: { minor: 888 } },
    other: { amountCents: 1_950, currency: 'EUR', amount: { minor: 1_950 } },
  },
  negative: { sent: { amount: 8.88 }, same: { amount: -8.88 }, other: { amount: -19.5 } },
  'an object that was sent': {
    sent: { amount: { value: '8.88', currency: 'EUR' } },
    same: { amount: 8.88, currency: 'EUR' },
    other: { amount: 19.5, currency: 'EUR' },
  },
  'cents that were sent': { sent: { amount: 888 }, same: { amount: 888 }, other: { amount: 1_950 } },
}
const sentBody = (sent: Json) => ({ body: { chargeId: 'ch1', ...(sent as JsonObject) } })

// Catches an amount that is not compared because it is no scalar, so that the charge alone confirms.
test.each(Object.entries(shapes))('amounts are compared whatever their shape: %s', (_, { sent, same, other }) => {
  const record = (amount: JsonObject) => ({
    id: 'rf_1',
    chargeId: 'ch1',
    createdAt: new Date(newer).toISOString(),
    ...amount,
  })
  expect(verdictOf([record(same)], sentBody(sent))).toBe('found')
  expect(verdictOf([record(other)], sentBody(sent))).not.toBe('found')
  // Without a time the other amount is somebody else's all the same.
  expect(verdictOf([{ id: 'rf_1', chargeId: 'ch1', ...other }], sentBody(sent))).toBe('absent')
  expect(verdictOf([{ id: 'rf_1', chargeId: 'ch1', ...same }], sentBody(sent))).toBe('unclear')
})

// Catches an amount that was sent and can't be compared, believed or denied.
test.each<[string, JsonObject]>([
  ['is not shown', {}],
  ['stands in an unknown shape', { amount: { units: 'eight', nanos: 880_000_000 } }],
  ['may be cents', { amount: 888 }],
  ['is in another currency', { amount: { value: '8.88', currency: 'USD' } }],
  ['stands under another name only, differently', { total: 99.5 }],
  ['is a list', { amount: [8.88] }],
])('an amount that %s is unclear', (_, more) => {
  const record = { id: 'rf_1', chargeId: 'ch1', createdAt: new Date(newer).toISOString(), ...more }
  expect(verdictOf([record], { body: { chargeId: 'ch1', amount: 8.88, currency: 'EUR' } })).toBe('unclear')
})

// Catches a charge that is not recognised because its identifier is spelled or placed in another way.
test.each<[string, JsonObject]>([
  ['chargeId', { chargeId: 'ch1' }],
  ['charge_id', { charge_id: 'ch1' }],
  ['ChargeID', { ChargeID: 'ch1' }],
  ['charge', { charge: 'ch1' }],
  ['an object', { charge: { id: 'ch1', amount: 1_240 } }],
])('the charge of a refund is found under %s', (_, naming) => {
  const record = { id: 'rf_1', amount: 8.88, createdAt: new Date(newer).toISOString() }
  expect(verdictOf([{ ...record, ...naming }])).toBe('found')
  const other = JSON.parse(JSON.stringify(naming).replaceAll('ch1', 'ch2')) as JsonObject
  expect(verdictOf([{ ...record, ...other }])).toBe('absent')
})

// Catches a record that confirms although its own status says the opposite.
test.each([
  ['failed', 'refused'],
  ['DECLINED', 'refused'],
  ['pending', 'accepted'],
  ['lodged', 'unclear'],
  ['succeeded', 'found'],
])('a refund that says %s is %s', (status, expected) => {
  const record = { id: 'rf_5', chargeId: 'ch1', amount: 8.88, status, createdAt: '2026-11-27T00:00:01Z' }
  expect(verdictOf([record])).toBe(expected)
  expect(verdictOf([{ ...record, clientReference: 'sd_ours' }])).toBe(expected)
})

// Catches a refused record that hides the one which was done, or that may be another's.
test('of several that fit the done one counts, and a refused one in a part of a list proves nothing', () => {
  const record = (id: string, status: string) => ({
    id,
    chargeId: 'ch1',
    amount: 8.88,
    status,
    createdAt: '2026-11-27T00:00:01Z',
  })
  expect(judge(sought(), list(record('rf_1', 'failed'), record('rf_2', 'succeeded')))).toMatchObject({
    verdict: 'found',
    record: { id: 'rf_2' },
  })
  expect(judge(sought(), { data: [record('rf_1', 'failed')], total: 9 }).verdict).toBe('unclear')
  expect(verdictOf([record('rf_1', 'failed'), { id: 'rf_2', chargeId: 'ch1', amount: 8.88 }])).toBe('unclear')
})

// Catches the record that the answer itself named, overlooked because it shows no time; and an identifier that only looks like it.
test('a record that the answer named is ours unless it says otherwise', () => {
  const named = { own: ['rf_9'] }
  expect(verdictOf([{ id: 'rf_9', chargeId: 'ch1', status: 'succeeded' }], named)).toBe('found')
  expect(verdictOf([{ id: 'rf_9', chargeId: 'ch1', status: 'failed' }], named)).toBe('refused')
  expect(verdictOf([{ id: 'rf_9', chargeId: 'ch2', amount: 8.88, status: 'succeeded' }], named)).toBe('absent')
  const old = { id: 'rf_9', chargeId: 'ch1', amount: 8.88, createdAt: new Date(older).toISOString() }
  expect(verdictOf([old], named)).toBe('absent')
})

// Catches any wrong "found" or "absent": for no name, notation and shape does an older or another refund confirm, nor ours count as absent.
test('older and other refunds never confirm, and ours is never denied', () => {
  const name = fc.oneof(fc.constantFrom(...names), fc.stringMatching(/^[b-z][a-z_]{3,9}$/))
  const how = fc.constantFrom(...Object.values(spellings))
  const shape = fc.constantFrom(...Object.values(shapes))
  fc.assert(
    fc.property(name, how, shape, fc.boolean(), fc.boolean(), (field, spell, { sent, same, other }, isOld, isSame) => {
      fc.pre(!/id$|charge|amount|status|refer/i.test(field))
      const record = { id: 'rf_1', chargeId: 'ch1', ...(isSame ? same : other), [field]: spell(isOld ? older : newer) }
      const verdict = verdictOf([record], sentBody(sent))
      if (isOld || !isSame) expect(verdict).not.toBe('found')
      else expect(verdict).not.toBe('absent')
    }),
    { numRuns: 2_000 },
  )
})
