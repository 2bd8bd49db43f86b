import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { OperationInfo } from '#contract/operation.ts'
import { fieldText, parseField } from '../../../../renderer/records/resources/request/field-text.ts'
import { keyOf } from '../../../../renderer/records/resources/request/body-form.ts'
import { searchOperations } from '../../../../renderer/records/resources/action/operation-action.ts'
import { pendingIntents } from '../../../../renderer/records/resources/action/pending-intents.ts'
import { mentions, partOf, partsOf, toRequest } from '../../../../renderer/records/resources/request/request.ts'
import { runToEnd } from '../../../../renderer/kit/composables/in-slices.ts'
import { keyRows } from '../../../../renderer/records/resources/list/row-keys.ts'
import { getParts } from '../../../../renderer/records/resources/useRecord.ts'
import { describeOperations } from '../../../../main/platform/catalog/index.ts'
import { workFormOf } from './work-form.ts'
import { sampleIntent } from '../../support/sample-backend.ts'

const entries = new Map(describeOperations().map((entry) => [entry.key, entry]))
const entryOf = (key: string): OperationInfo => {
  const entry = entries.get(key)
  if (entry === undefined) throw new Error(key)
  return entry
}
const eur = { name: 'amount', currency: 'EUR', unit: 'minor' as const }

// A field in the wrong part of a request is one that the platform never sees.
test('fields travel in the path, the query or the body of their operation', () => {
  expect(partOf('attributionId', entryOf('DELETE /api/ads/attribution/delete/{attributionId}'), {})).toBe('path')
  expect(partOf('customerId', entryOf('GET /api/payment/invoice/searchByCustomer'), {})).toBe('query')
  expect(partOf('chargeId', entryOf('POST /api/payment/charge/refund'), { body: {} })).toBe('body')
  expect(partOf('id', entryOf('DELETE /api/payment/promotion/delete'), {})).toBe('query')
  expect(partOf('id', entryOf('DELETE /api/payment/promotion/delete'), { body: { id: 'a' } })).toBe('body')
})

// A link that opens another request than the one that was copied sends another one.
test('a request survives its own text', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (body) => {
      const start = JSON.parse(JSON.stringify({ body })) as { body: never }
      expect(partsOf(JSON.stringify(start))).toEqual(start)
    }),
  )
})

// What stands in a link may be anything: what is no request must not be taken for half of one.
test.each(['{', '[]', '{"headers":{}}', '{"path":{"id":1}}', '{"query":{"a":[]}}', '{"path":"x"}', ''])(
  '%s is no request',
  (text) => {
    expect(partsOf(text)).toBeUndefined()
  },
)

// A cent lost in a fraction is money lost.
test('money is typed as a decimal and sent exactly, in either unit', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
      fc.constantFrom('EUR', 'JPY', 'KWD'),
      (minor, currency) => {
        const typed = fieldText('money', minor, { name: 'amount', currency, unit: 'minor' })
        expect(parseField('money', typed, { name: 'amount', currency, unit: 'minor' })).toEqual({
          ok: true,
          value: minor,
        })
        const major = parseField('money', typed, { name: 'amount', currency, unit: 'major' })
        expect(major).toEqual({ ok: true, value: currency === 'JPY' ? minor : typed })
      },
    ),
  )
})

// What is no amount of the currency must be named at the field and never rounded.
test.each([
  ['12.405', 'twofold'],
  ['12.4056', 'precise'],
  ['twelve', 'amount'],
  ['-3', 'negative'],
  ['1.2.3', 'amount'],
  ['99999999999999999999', 'large'],
  ['12.40 USD', 'currency'],
])('%s is refused as %s', (typed, problem) => {
  expect(parseField('money', typed, eur)).toEqual({ ok: false, problem })
})

// Without a currency or a unit nobody knows what a number means.
test('money waits for its currency and its unit', () => {
  expect(parseField('money', '12', { name: 'amount', currency: undefined, unit: 'minor' })).toEqual({
    ok: false,
    problem: 'currency',
  })
  expect(parseField('money', '12', { name: 'amount', currency: 'EUR', unit: undefined })).toEqual({
    ok: false,
    problem: 'unit',
  })
  expect(parseField('money', '12', { name: 'amountMinor', currency: 'EUR', unit: 'major' })).toEqual({
    ok: true,
    value: 1_200,
  })
  expect(parseField('money', '12,40', eur)).toEqual({ ok: true, value: 1_240 })
})

// An emptied field is one that is not sent, in every control.
test('an emptied field leaves the request', () => {
  for (const control of ['text', 'whole', 'money', 'instant', 'email', 'lines', 'json'] as const)
    expect(parseField(control, ' ', eur)).toEqual({ ok: true, value: undefined })
  expect(parseField('whole', '1e3', eur)).toEqual({ ok: false, problem: 'whole' })
  expect(parseField('lines', 'a\n\n b ', eur)).toEqual({ ok: true, value: ['a', 'b'] })
  expect(parseField('email', 'a at b', eur)).toEqual({ ok: false, problem: 'email' })
})

// An operation without a way to fill its path can't be sent at all.
test('every path parameter and every specified field is offered from the catalog alone', () => {
  for (const entry of entries.values()) {
    const form = workFormOf(entry.key)
    expect(form.path.value).toEqual(entry.pathParams)
    const keys = form.known.value.map(({ place }) => keyOf(place))
    expect(new Set(keys).size).toBe(keys.length)
    if (entry.body !== undefined) expect(keys.length).toBeGreaterThan(0)
  }
})

// Empty parts in a request would be refused by the client.
test('empty parts are left out', () => {
  expect(toRequest('GET /x', { path: {}, query: {} })).toEqual({ operation: 'GET /x' })
})

// A second refund of the charge whose first one is unknown must be seen before it is made.
test('finds what is still open about the same record', () => {
  const entry = entryOf('POST /api/payment/charge/refund')
  const intent = {
    ...sampleIntent(0),
    operation: entry.key,
    state: 'unknown' as const,
    request: { body: { chargeId: 'ch_1', nested: ['x'] } },
  }
  expect(pendingIntents([intent], entry, 'rehearsal', 'ch_1')).toEqual([intent])
  expect(pendingIntents([intent], entry, 'rehearsal', 'ch_2')).toEqual([])
  expect(pendingIntents([intent], entry, 'production', 'ch_1')).toEqual([])
  expect(pendingIntents([{ ...intent, state: 'confirmed' }], entry, 'rehearsal', 'ch_1')).toEqual([])
  expect(mentions({ a: [{ b: 'ch_1' }] }, 'ch_1')).toBe(true)
})

// Overlapping pages must not show a record twice, nor drop one because an identifier is none.
test('rows keep unique keys over pages', () => {
  const id =
    () =>
    (row: { [name: string]: unknown }): string | undefined =>
      row['id'] as string | undefined
  const first = keyRows(
    [
      { id: 'a', v: 1 },
      { id: 'b', v: 1 },
    ],
    id,
  )
  const both = runToEnd(first.adding([{ id: 'b', v: 2 }, { id: 'c', v: 2 }, { v: 3 }, { id: 'c', v: 4 }]))
  expect(both.rows).toEqual([{ id: 'a', v: 1 }, { id: 'b', v: 2 }, { id: 'c', v: 2 }, { v: 3 }, { id: 'c', v: 4 }])
  expect(both.rows.map(both.keyOf)).toEqual(['a', 'b', 'c', 'row 5', 'c (2)'])
  // A place among other rows says nothing: the row decides.
  expect(both.rows.map((row) => both.keyOf(row, 0))).toEqual(['a', 'b', 'c', 'row 5', 'c (2)'])
  expect(both.keyOf({ id: 'a', v: 1 }, 0)).toBe('')
})

// A list whose rows all say to be the same record must not cost the square of its length.
test('rows of one identifier keep keys of their own, however many', () => {
  const keyed = keyRows(
    [{ id: 'a (2)' }, ...Array.from({ length: 100_000 }, () => ({ id: 'a' }))],
    () => (row) => (typeof row['id'] === 'string' ? row['id'] : undefined),
  )
  expect(keyed.byKey.size).toBe(100_001)
  expect(keyed.rows.slice(0, 4).map(keyed.keyOf)).toEqual(['a (2)', 'a', 'a (3)', 'a (4)'])
})

// The identifier goes where the route wants it.
test('asks for one record by path, query or body', () => {
  expect(getParts(entryOf('GET /api/account/general/get/{accountId}'), 'id', 'a', undefined)).toEqual({
    path: { accountId: 'a' },
  })
  expect(getParts(entryOf('GET /api/payment/invoice/get'), 'invoiceId', 'a', undefined)).toEqual({
    query: { invoiceId: 'a' },
  })
  expect(getParts(entryOf('POST /api/payment/charge/get'), 'chargeId', 'a', undefined)).toEqual({
    body: { chargeId: 'a' },
  })
})

// The panel's search is by words, in any order.
test('operations are found by words of name and route', () => {
  const found = searchOperations([...entries.values()], 'refund customer').map(({ key }) => key)
  expect(found).toContain('POST /api/payment/refund/searchbycustomer')
})
