import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { understand } from '#answers/understand.ts'
import { describeOperations } from '../../../main/platform/catalog/index.ts'
import { i18n, loadMessages } from '../../../renderer/kit/i18n.ts'
import { studioLists, wordOf } from '../../../renderer/views/meet/model/resources.ts'
import { shapeOf } from '../../../renderer/views/meet/model/shape.ts'
import { styles, write } from '../../preload/answers/dialects.ts'

const lists = studioLists(describeOperations())
const operation = { key: 'POST /api/payment/charge/all', resource: 'payment/charge' }
const exported = (answer: Json): string =>
  JSON.stringify(
    shapeOf('development', [
      { operation, understood: understand(answer, { resource: operation.resource, expect: 'list' }) },
    ]),
  )

// Catches a read that the page would send with something missing, a write among them, and a resource that is read twice.
test('what is read are lists of the studio, one of each resource, that need nothing to be named', () => {
  expect(lists.length).toBe(23)
  for (const { kind, risk, pathParams } of lists) expect([kind, risk, pathParams]).toEqual(['read', 'read', []])
  const resources = lists.map(({ resource }) => resource.toLowerCase())
  expect(new Set(resources).size).toBe(resources.length)
  const wanted = [
    'video/stream',
    'video/details',
    'video/channel',
    'video/category',
    'vote/embed',
    'ads/placement',
    'payment/charge',
    'payment/customer',
    'payment/subscription',
    'payment/link',
    'payment/refund',
    'payment/invoice',
    'marketing/template',
  ]
  expect(resources).toEqual(expect.arrayContaining(wanted))
})

// Catches a resource that stands on screen as a key.
test('each of them has a name in plain words', async () => {
  await loadMessages(['meet'])
  expect(lists.map(({ resource }) => wordOf(resource)).sort()).toEqual(
    Object.keys(i18n.global.tm('meet.resource')).sort(),
  )
})

// Catches a value of an answer that leaves with the names: a field's, an identifier used as a key, a cursor, a total.
test('the file holds no value of any answer, in no dialect', () => {
  const value = fc.nat(899_999).map((n) => `vq${n + 100_000}zz`)
  const amount = fc.nat(899_999).map((n) => n + 7_100_000)
  const record = fc.record({
    id: value,
    name: value,
    status: value,
    amount,
    currency: value,
    createdAt: fc.constant('2031-07-19T11:22:33.456Z'),
    customer: fc.record({ id: value, email: value.map((text) => `${text}@example.org`) }),
  })
  fc.assert(
    fc.property(styles, fc.array(record, { minLength: 1, maxLength: 5 }), (style, records) => {
      const text = exported({ wrapper: write(style, records, 'charge', 7_654_321), nextCursor: 'vq999999zz' })
      const plain = exported(write(style, records, 'charge', 7_654_321))
      for (const one of [text, plain]) expect(one).not.toMatch(/vq\d+zz|71\d{5}|[78]\d{6}|2031-07|7654321|@example/)
    }),
    { numRuns: 500 },
  )
})

test('a name that is data stands as a star, and is only counted among the names', () => {
  const text = exported({ data: [{ id: 'c1', amount: 5, 'ana@example.org': 3, cus_9Hx1Bq: 4, '2031-07-19': 1 }] })
  expect(text).not.toMatch(/ana@|cus_9|2031/)
  expect(JSON.parse(text)).toMatchObject({
    resources: [
      {
        otherNames: 3,
        names: [
          { name: 'id', types: ['string'] },
          { name: 'amount', types: ['number'] },
        ],
      },
    ],
  })
})

// Catches a file that does not say what was found.
test('the file says list, fields, types and how sure each is', () => {
  expect(
    JSON.parse(
      exported({ data: { items: [{ id: 'c1', title: 'Seat', status: 'paid', amount: 1200, currency: 'EUR' }] } }),
    ),
  ).toMatchObject({
    environment: 'development',
    resources: [
      {
        operation: operation.key,
        list: { certainty: 'clear', reason: 'plain', at: 'data.items' },
        fields: { id: { field: 'id', certainty: 'clear' }, title: { field: 'title' }, status: { field: 'status' } },
        amounts: [{ field: 'amount', certainty: 'guessed', reason: 'unit_unknown' }],
      },
    ],
  })
})
