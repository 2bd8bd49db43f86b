import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { understand } from '#answers/understand.ts'
import { recordLists, styles, write } from './dialects.ts'

const charges = [
  {
    charge_id: 'c1',
    description: 'Seat',
    status: 'succeeded',
    amount: 1500,
    currency: 'EUR',
    created_at: '2026-03-01T12:00:00Z',
    captured: true,
  },
  {
    charge_id: 'c2',
    description: 'Tip',
    status: 'pending',
    amount: 300,
    currency: 'EUR',
    created_at: '2026-03-02',
    captured: null,
  },
]
const of = (answer: Json, choice?: Parameters<typeof understand>[2]) =>
  understand(answer, { resource: 'payment/charge' }, choice)

// Catches a page that calls sure what it does not know, above all whether amounts are cents.
test('a list of charges is told part by part', () => {
  const understood = of({ data: { charges } })
  expect(understood.reading).toMatchObject({ certainty: 'clear', at: 'data.charges', count: 2, complete: true })
  expect(understood.fields.id).toEqual({
    field: 'charge_id',
    candidates: ['charge_id'],
    certainty: 'clear',
    reason: 'by_name',
  })
  expect(understood.fields.title).toMatchObject({ field: 'description', certainty: 'clear' })
  expect(understood.fields.status).toMatchObject({ field: 'status', certainty: 'clear' })
  expect(understood.fields.customer).toEqual({ candidates: [], certainty: 'not_understood', reason: 'no_field' })
  expect(understood.amounts).toEqual([
    { field: 'amount', candidates: ['amount'], certainty: 'guessed', reason: 'unit_unknown' },
  ])
  expect(understood.dates).toMatchObject([{ field: 'created_at', certainty: 'clear' }])
  expect(understood.names).toContainEqual({ name: 'captured', types: ['boolean', 'null'], in: 2 })
  expect(understood.certainty).toBe('guessed')
})

// Catches a correction that is not obeyed, and one that makes the list itself surer than the answer does.
test('what the person chose is obeyed, and the list stays as sure as it is', () => {
  const understood = of({ lampshades: charges }, { fields: { title: 'status' }, amounts: 'minor', list: 'lampshades' })
  expect(understood.fields.title).toMatchObject({ field: 'status', certainty: 'clear', reason: 'chosen' })
  expect(understood.amounts).toMatchObject([{ field: 'amount', unit: 'minor', certainty: 'clear' }])
  expect(understood.reading).toMatchObject({ certainty: 'guessed', reason: 'chosen' })
  expect(understood.certainty).toBe('guessed')
})

// Catches a platform without records that looks like one that can't be understood.
test('an empty list is as clear as its place', () => {
  expect(of({ data: { docs: [], totalDocs: 0 } })).toMatchObject({
    certainty: 'clear',
    reading: { count: 0, at: 'data.docs' },
    fields: { id: { certainty: 'not_understood', reason: 'no_field' } },
  })
})

test('an answer that is not understood says so of every part', () => {
  expect(of('fine')).toMatchObject({
    certainty: 'not_understood',
    reading: { count: 0 },
    fields: { id: { certainty: 'not_understood', reason: 'not_understood' } },
    amounts: [],
    dates: [],
    names: [],
  })
})

// Catches a value of an answer that leaves with its names and types.
test('names and types hold no value', () => {
  fc.assert(
    fc.property(styles, recordLists, (style, records) => {
      const marked = records.map((record) => ({ ...record, name: 'SECRET-VALUE' }))
      const understood = understand(write(style, marked, 'template'), { resource: 'marketing/template' })
      expect(JSON.stringify({ ...understood })).not.toContain('SECRET-VALUE')
    }),
  )
})

// Catches telephone numbers and identifiers of ten or thirteen digits that are called clear dates.
test('digits are a date only where the field says so', () => {
  const row = {
    id: 'c1',
    phone: '1795377600',
    reference: '1795377600000',
    candidate: '1795377600',
    created_at: '1795377600',
    startTimeMs: '1795377600000',
    day: '2026-11-22',
  }
  const { dates } = understand({ data: [row] }, { resource: 'payment/charge' })
  expect(dates.map(({ field, certainty }) => [field, certainty])).toEqual([
    ['created_at', 'guessed'],
    ['startTimeMs', 'guessed'],
    ['day', 'clear'],
  ])
})

// Catches "clear" where name, status and amount stand in an object that nobody reads.
test('records whose fields stand further within are not clear', () => {
  const fields = { name: 'N', status: 'paid', amount: '12.40', currency: 'EUR' }
  const wrapped = { records: [{ id: 'rec1', createdTime: '2026-11-26T20:00:00.000Z', fields }] }
  expect(understand(wrapped, { resource: 'payment/charge' }).certainty).not.toBe('clear')
  expect(understand({ records: [{ id: 'rec1', ...fields }] }, { resource: 'payment/charge' }).certainty).toBe('clear')
})

// Catches records whose fields stand in an object of their own, of which only the identifier is read and all is called clear.
test.each<[string, Json]>([
  [
    'fields',
    {
      records: [
        { id: 'rec1', createdTime: '2026-11-26T20:00:00.000Z', fields: { name: 'N', status: 'paid', amount: '12.40' } },
      ],
    },
  ],
  [
    'under a name that says nothing',
    { data: [{ id: 'rec1', walnut: { title: 'Seat', status: 'paid', amount: '1.00' } }] },
  ],
])('records in %s are shown, and not called clear', (_, answer) => {
  const understood = of(answer)
  expect(understood.certainty).toBe('guessed')
  expect(understood.reading).toMatchObject({ certainty: 'guessed', reason: 'unknown_wrapper' })
  expect(understood.fields).toMatchObject({ status: { field: 'status' }, amount: { field: 'amount' } })
})
test('records of which nothing but the identifier is known are not clear', () => {
  expect(of({ data: [{ id: 'rec1', walnut: 3, velvet: 'q' }] }).certainty).toBe('guessed')
})
test('an amount, another record or what was noted beside an identifier is no record in a wrapper', () => {
  for (const beside of [
    { amount: { value: '1.00', currency: 'EUR' } },
    { customer: { id: 'cu1', name: 'Ada' } },
    { metadata: { name: 'a', note: 'b' } },
  ])
    expect(of({ charges: [{ id: 'c1', ...beside }] }).reading).toMatchObject({ certainty: 'clear', wrapper: [] })
})
