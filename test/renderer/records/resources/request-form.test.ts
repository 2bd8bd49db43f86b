import { expect, test } from 'vitest'
import type { AmountUnit } from '#answers/money.ts'
import type { FieldSpec } from '../../../../renderer/records/resources/types.ts'
import { workFormOf } from './work-form.ts'

const money: FieldSpec = { name: 'amount', label: 'x', control: 'money', currency: 'currency', required: true }
const currency: FieldSpec = { name: 'currency', label: 'x', control: 'text' }

function opened(unit: AmountUnit | undefined, specs: FieldSpec[] = [money, currency]) {
  const form = workFormOf('POST /api/payment/charge/create', { specs: () => specs })
  form.unit.value = unit
  const type = (name: string, text: string): void => form.type(form.field(name), text)
  const body = (): unknown => JSON.parse(form.work.value.text)
  return { form, type, body }
}

// The JSON is what goes: a field typed before must not win over it, and must show what it says.
test('fields follow the JSON and the JSON follows the fields', () => {
  const { form, type, body } = opened('minor')
  type('currency', 'EUR')
  type('amount', '12.40')
  expect(body()).toEqual({ currency: 'EUR', amount: 1_240 })
  form.editText('{ "currency": "EUR", "amount": 990, "note": "kept" }')
  expect(form.shown(form.field('amount'))).toBe('9.90')
  type('amount', '10')
  expect(body()).toEqual({ currency: 'EUR', amount: 1_000, note: 'kept' })
})

// Typing elsewhere must not reformat the text under the cursor, nor lose what can't be read yet.
test('a text keeps its form, and while it is broken nothing of it is sent', () => {
  const { form } = opened('minor')
  const mine = '{"amount":5,\n"currency":"EUR"}'
  form.editText(mine)
  expect(form.work.value.text).toBe(mine)
  form.editText('{"amount":{')
  expect(form.closed.value).toBe('bad')
  expect(form.sendable.value).toBe(false)
  expect(form.work.value.text).toBe('{"amount":{')
})

// Catches a body whose text changes, or gets lost while it is broken, because something outside it was written.
test('path and query leave the text of the body alone', () => {
  const form = workFormOf('PUT /api/ads/attribution/update/{attributionId}')
  form.editText('{"a": 1,')
  form.setPath('attributionId', ' att_1 ')
  form.change({ query: [{ name: 'n', value: '1', type: 'number', on: true }] })
  expect(form.work.value.text).toBe('{"a": 1,')
  expect(form.parts.value).toEqual({ path: { attributionId: 'att_1' }, query: { n: 1 } })
})

// 12.40 of one currency is another number in another: what was typed is read again, never what was computed.
test('money is read again when its currency changes', () => {
  const { form, type } = opened('minor')
  type('amount', '12')
  expect(form.faults()).toEqual({ amount: 'currency' })
  type('currency', 'EUR')
  expect(form.body.value).toEqual({ amount: 1_200, currency: 'EUR' })
  type('currency', 'jpy')
  expect(form.body.value).toEqual({ amount: 12, currency: 'jpy' })
  type('currency', 'KWD')
  expect(form.body.value).toEqual({ amount: 12_000, currency: 'KWD' })
})

// An amount must not be sent before anybody said what the platform counts in.
test('the unit is asked for, and what was typed takes it', () => {
  const { form, type, body } = opened(undefined)
  type('currency', 'EUR')
  type('amount', '12.40')
  expect(form.faults()).toEqual({ amount: 'unit' })
  expect(form.sendable.value).toBe(false)
  form.unit.value = 'major'
  expect(body()).toEqual({ amount: '12.40', currency: 'EUR' })
  expect(form.sendable.value).toBe(true)
})

// Catches money of the queue, a draft or a cue that is typed as a number of minor units because only some forms ask for the unit.
test('an amount that a schema names is money in every form', () => {
  const form = workFormOf('POST /api/payment/charge/create', {
    bodySchema: () => ({ type: 'object', properties: { amount: { type: 'integer', control: 'money' } } }),
    currency: () => 'eur',
  })
  form.unit.value = 'minor'
  form.type(form.field('amount'), '12.40')
  expect(form.body.value).toEqual({ amount: 1_240 })
  form.type(form.field('amount'), '12.4056')
  expect(form.faults()).toEqual({ amount: 'precise' })
  expect(form.body.value).toEqual({})
})

// What can't be read stays as typed and out of the request.
test('a bad amount is named and not sent', () => {
  const { form, type } = opened('minor')
  type('currency', 'EUR')
  type('amount', '12.4x')
  expect(form.shown(form.field('amount'))).toBe('12.4x')
  expect(form.faults()).toEqual({ amount: 'amount' })
  expect(form.body.value).toEqual({ currency: 'EUR' })
  expect(form.sendable.value).toBe(false)
})

// Catches a form that names what is missing before anything was asked of it, and one that sends without it.
test('what is needed is named once it was to go', () => {
  const { form } = opened('minor')
  expect(form.sendable.value).toBe(false)
  expect(form.told.value).toEqual([])
  form.asked.value = true
  expect(form.told.value).toEqual([{ kind: 'needed', name: 'amount' }])
  expect(form.faults()).toEqual({ amount: 'required' })
})

// Catches a field of a view that is written into a part of the request in which the platform never looks.
test('the fields of a view are written where they travel', () => {
  const specs: FieldSpec[] = [
    { name: 'customerId', label: 'x', control: 'text' },
    { name: 'limit', label: 'x', control: 'whole' },
  ]
  const form = workFormOf('GET /api/payment/invoice/searchByCustomer', { specs: () => specs })
  form.type(form.field('customerId'), 'cus_1')
  form.type(form.field('limit'), '12')
  expect(form.parts.value).toEqual({ path: {}, query: { customerId: 'cus_1', limit: 12 } })
  form.type(form.field('limit'), '')
  expect(form.request.value).toEqual({
    operation: 'GET /api/payment/invoice/searchByCustomer',
    query: { customerId: 'cus_1' },
  })
})

// Catches a field that goes from the screen because its last letter was deleted.
test('an emptied field that only its value had shown stays', () => {
  const form = workFormOf('POST /api/payment/customer/create', { bodySchema: () => undefined }, { body: { note: 'x' } })
  const field = form.field('note')
  if ('spec' in field) throw new Error('no field of the body')
  form.set(field, undefined)
  expect(form.body.value).toEqual({})
  form.set(form.field('note'), 'y')
  expect(form.body.value).toEqual({ note: 'y' })
  form.drop(form.field('note') as typeof field)
  expect(form.further.value).toEqual([])
})
