import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { at } from '#answers/answer.ts'
import { formatMoney } from '#kit/composables/locale/numbers.ts'
import { readAmount, type AmountUnit } from '#answers/money.ts'
import { roleField, scalarText, textIn, valueIn, type Role } from '#answers/roles.ts'
import { nameOf } from '../list/columns.ts'
import type { Fact, FieldSpec, RequestParts } from '../types.ts'

/**
 * Amount, currency and customer of a request that moves money, from the request or else from the record. Each has its
 * own unit.
 */
export function moneyFacts(
  record: JsonObject | undefined,
  { path = {}, query = {}, body }: RequestParts,
  resource: string,
  units: { request: AmountUnit | undefined; record: AmountUnit | undefined },
  fields: readonly FieldSpec[] = [],
): Fact[] {
  const request: JsonObject = { ...path, ...query, ...(isObject(body) ? body : {}) }
  const first = (role: Role): string | undefined =>
    textIn(request, role, resource) ?? (record && textIn(record, role, resource))
  const currency = first('currency')
  const source = roleField([request], 'amount', resource).field !== undefined ? request : record
  const field = source && roleField([source], 'amount', resource).field
  const value = source && field ? at(source, field) : undefined
  const offered = fields.filter(
    ({ name, control }) =>
      control === 'money' && (source === record || name !== field) && (at(request, name) ?? null) !== null,
  )
  const customer = customerOf(first('customer'), record, resource)
  return [
    ...(value === undefined || value === null || (source === record && offered.length > 0)
      ? []
      : [
          amountFact(
            'resources.fact.amount',
            value,
            currency,
            source === request ? units.request : units.record,
            field,
          ),
        ]),
    ...offered.map(({ name, label }) => amountFact(label, at(request, name), currency, units.request, name)),
    ...(currency === undefined ? [] : [{ label: 'resources.fact.currency', value: currency.toUpperCase() }]),
    ...(customer === undefined ? [] : [{ label: 'resources.fact.customer', value: customer, private: true }]),
  ]
}

function customerOf(id: string | undefined, record: JsonObject | undefined, resource: string): string | undefined {
  const within = record && valueIn(record, 'customer', resource)
  const name =
    record !== undefined && isObject(within) && id === textIn(record, 'customer', resource) ? nameOf(within) : undefined
  return name === undefined || id === undefined || name === id ? (id ?? name) : `${name} (${id})`
}

function amountFact(
  label: string,
  value: Json | undefined,
  currency: string | undefined,
  unit: AmountUnit | undefined,
  field: string | undefined,
): Fact {
  const reading = readAmount(value, currency, unit, field)
  return reading.ok
    ? { label, value: formatMoney(reading.money) }
    : { label: 'resources.fact.amountOpen', value: scalarText(value) ?? JSON.stringify(value) }
}

export function accountIn({ path = {}, query = {}, body }: RequestParts): string | undefined {
  const inBody = isObject(body) ? body : {}
  const metadata = isObject(inBody['metadata']) ? inBody['metadata'] : {}
  return [path['accountId'], query['accountId'], inBody['accountId'], metadata['accountId']]
    .map((value) => scalarText(value))
    .find((value) => value !== undefined)
}
