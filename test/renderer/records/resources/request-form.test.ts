import { expect, test } from 'vitest'
import { ref } from 'vue'
import type { AmountUnit } from '#answers/money.ts'
import type { ActionSpec, FieldSpec } from '../../../../renderer/records/resources/types.ts'
import { useRequestForm } from '../../../../renderer/records/resources/useRequestForm.ts'
import { describeOperations } from '../../../../main/platform/catalog/index.ts'

const money: FieldSpec = { name: 'amount', label: 'x', control: 'money', currency: 'currency', required: true }
const currency: FieldSpec = { name: 'currency', label: 'x', control: 'text' }
const action: ActionSpec = { operation: 'POST /api/payment/charge/create', label: 'x', fields: [money, currency] }

function opened(unit: AmountUnit | undefined) {
  const known = ref<AmountUnit | undefined>(unit)
  const form = useRequestForm(known, () => 'payment/charge')
  const entry = describeOperations().find(({ key }) => key === action.operation)
  if (entry === undefined) throw new Error('no entry')
  form.start(action, entry, undefined, undefined)
  return { form, known }
}

// The JSON is what goes: a field typed before must not win over it, and must show what it says.
test('fields follow the JSON and the JSON follows the fields', () => {
  const { form } = opened('minor')
  form.type(currency, 'EUR')
  form.type(money, '12.40')
  expect(JSON.parse(form.text.value)).toEqual({ body: { currency: 'EUR', amount: 1_240 } })
  form.editText('{ "body": { "currency": "EUR", "amount": 990, "note": "kept" } }')
  expect(form.shown(money)).toBe('9.90')
  form.type(money, '10')
  expect(JSON.parse(form.text.value)).toEqual({ body: { currency: 'EUR', amount: 1_000, note: 'kept' } })
})

// Typing elsewhere must not reformat the text under the cursor, nor lose what can't be read yet.
test('a text keeps its form, and while it is broken nothing of it is sent', () => {
  const { form } = opened('minor')
  const mine = '{"body":{"amount":5,\n"currency":"EUR"}}'
  form.editText(mine)
  expect(form.text.value).toBe(mine)
  form.editText('{"body":{')
  expect(form.textProblem.value?.problem).toBe('json')
  expect(form.sendable.value).toBe(false)
  expect(form.text.value).toBe('{"body":{')
})

// 12.40 of one currency is another number in another: what was typed is read again, never what was computed.
test('money is read again when its currency changes', () => {
  const { form } = opened('minor')
  form.type(money, '12')
  expect(form.faults.value).toEqual({ amount: 'currency' })
  form.type(currency, 'EUR')
  expect(form.parts.value.body).toEqual({ amount: 1_200, currency: 'EUR' })
  form.type(currency, 'jpy')
  expect(form.parts.value.body).toEqual({ amount: 12, currency: 'jpy' })
  form.type(currency, 'KWD')
  expect(form.parts.value.body).toEqual({ amount: 12_000, currency: 'KWD' })
})

// An amount must not be sent before anybody said what the platform counts in.
test('the unit is asked for, and what was typed takes it', () => {
  const { form, known } = opened(undefined)
  form.type(currency, 'EUR')
  form.type(money, '12.40')
  expect(form.needsUnit.value?.name).toBe('amount')
  expect(form.sendable.value).toBe(false)
  known.value = 'major'
  expect(form.parts.value.body).toEqual({ amount: '12.40', currency: 'EUR' })
  expect(JSON.parse(form.text.value)).toEqual({ body: { amount: '12.40', currency: 'EUR' } })
  expect(form.sendable.value).toBe(true)
})

// What can't be read stays as typed and out of the request.
test('a bad amount is named and not sent', () => {
  const { form } = opened('minor')
  form.type(currency, 'EUR')
  form.type(money, '12.4x')
  expect(form.shown(money)).toBe('12.4x')
  expect(form.faults.value).toEqual({ amount: 'amount' })
  expect(form.parts.value.body).toEqual({ currency: 'EUR' })
  expect(form.sendable.value).toBe(false)
})
