import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { idOf, roleField, roles, scalarText, titleOf, valueIn, type Choice } from '#answers/roles.ts'

const charge = 'payment/charge'
const chosen = (fields: Record<string, string>): Choice => ({ fields })

// A refund that is named by its charge's id would be refunded twice.
test("the identifier is the record's own", () => {
  expect(roleField([{ chargeId: 'ch', id: 'x' }], 'id', charge)).toMatchObject({ field: 'id', ambiguous: false })
  expect(idOf({ chargeId: 'ch' }, charge)).toBe('ch')
  expect(idOf({ chargeId: 'ch', refundId: 're' }, 'payment/refund')).toBe('re')
  expect(idOf({ chargeId: 'ch', id: 're' }, 'payment/refund')).toBe('re')
  expect(idOf({ plan_id: 'p', customerId: 'c' }, 'payment/subscriptionPlan')).toBe('p')
  expect(idOf({ _id: 'm' }, charge)).toBe('m')
  expect(idOf({ id: 17 }, charge)).toBe('17')
})

test('without an identifier of its own there is none, and what could be one is offered', () => {
  const found = roleField([{ customerId: 'c', orderId: 'o', note: 'x' }], 'id', charge)
  expect(found).toEqual({ candidates: ['customerId', 'orderId'], ambiguous: false })
  expect(idOf({ id: null }, charge)).toBeUndefined()
  expect(idOf({ id: { nested: 1 } }, charge)).toBeUndefined()
  expect(idOf({ id: '' }, charge)).toBeUndefined()
})

// Net for gross would be shown, and refunded, without a word.
test('several amounts and none called amount are ambiguous', () => {
  expect(roleField([{ netAmount: 1, grossAmount: 2 }], 'amount', charge)).toEqual({
    field: 'netAmount',
    candidates: ['netAmount', 'grossAmount'],
    ambiguous: true,
  })
  expect(roleField([{ total: 1, price: 2 }], 'amount', charge)).toMatchObject({ field: 'total', ambiguous: true })
  expect(roleField([{ amount: 1, total: 2, netAmount: 3 }], 'amount', charge)).toMatchObject({
    field: 'amount',
    ambiguous: false,
  })
  expect(roleField([{ amountCents: 1 }], 'amount', charge)).toMatchObject({ field: 'amountCents', ambiguous: false })
  expect(roleField([{ value: 'Song 5', price: '12.40' }], 'amount', charge)).toMatchObject({
    field: 'price',
    ambiguous: false,
  })
  expect(roleField([{ amount: { value: '1.00', currency: 'EUR' } }], 'amount', charge)).toMatchObject({
    field: 'amount',
  })
})

test('two names that are the same but for their letters are ambiguous', () => {
  expect(roleField([{ created_at: 'x', createdAt: 'y' }], 'at', charge).ambiguous).toBe(true)
  expect(roleField([{ status: 'x', state: 'y' }], 'status', charge)).toMatchObject({
    field: 'status',
    ambiguous: false,
  })
})

// What a person chose once must not be guessed otherwise for a row that lacks it.
test('the choice wins, also where a row lacks the field', () => {
  const choice = chosen({ amount: 'grossAmount', id: 'order.id' })
  expect(roleField([{ amount: 1, grossAmount: 2 }], 'amount', charge, choice)).toEqual({
    field: 'grossAmount',
    candidates: ['grossAmount'],
    ambiguous: false,
  })
  expect(valueIn({ amount: 1 }, 'amount', charge, choice)).toBeUndefined()
  expect(idOf({ id: 'x', order: { id: 'o' } }, charge, choice)).toBe('o')
})

test('a title falls back on the identifier', () => {
  expect([
    titleOf({ id: 'x', name: 'Song' }, charge),
    titleOf({ id: 'x', name: '' }, charge),
    titleOf({}, charge),
  ]).toEqual(['Song', 'x', undefined])
})

// `row['constructor']` is a function of every object.
test('inherited names are no fields', () => {
  expect(valueIn({}, 'status', charge, chosen({ status: 'constructor' }))).toBeUndefined()
  const row = JSON.parse('{"__proto__":{"id":"evil"},"name":"x"}') as JsonObject
  expect(idOf(row, charge)).toBeUndefined()
  expect(roleField([{ a: 1 }, JSON.parse('{"constructor":1}') as JsonObject], 'id', charge).field).toBeUndefined()
})

test('a field that only later rows have is found, in a long list too', () => {
  const rows: JsonObject[] = Array.from({ length: 100_000 }, (_, n) => (n < 60_000 ? { id: n } : { id: n, amount: 5 }))
  expect(roleField(rows, 'amount', charge).field).toBe('amount')
})

test('scalars as text', () => {
  expect([
    scalarText('x'),
    scalarText(0),
    scalarText(false),
    scalarText(''),
    scalarText(null),
    scalarText({}),
    scalarText([]),
  ]).toEqual(['x', '0', 'false', undefined, undefined, undefined, undefined])
})

test('no record throws', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.dictionary(
          fc.oneof(fc.constantFrom('id', 'ID', 'amount', '__proto__', 'constructor', 'total'), fc.string()),
          fc.jsonValue(),
        ),
        { maxLength: 5 },
      ),
      fc.constantFrom(...roles),
      (rows, role) => {
        const { field, candidates } = roleField(rows as JsonObject[], role, charge)
        if (field !== undefined) expect(candidates).toContain(field)
      },
    ),
  )
})
