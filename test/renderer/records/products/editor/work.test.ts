import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json, JsonSchema } from '#contract/json.ts'
import {
  controlFor,
  fieldsOf,
  furtherFields,
  valueAt,
  withValue,
} from '../../../../../renderer/records/resources/request/body-form.ts'
import { withoutItem } from '../../../../../renderer/records/resources/request/lists.ts'
import { resourcesOf } from '../../../../../renderer/records/resources/request/known-ids.ts'
import { isIdentifierName } from '../../../../../renderer/records/resources/nouns.ts'
import { readQuery, rowsOf } from '../../../../../renderer/records/resources/request/query-rows.ts'
import {
  emptyWork,
  isSecretPlace,
  linkable,
  maskedPlaces,
  openSecrets,
  readBody,
  sameWork,
  textOf,
  workOf,
} from '../../../../../renderer/records/resources/request/work.ts'
import { describeOperations } from '../../../../../main/platform/catalog/index.ts'

const entry = { method: 'POST' as const }

// A request out of the history that changes on its way through the editor would be another request.
test('what a link or the history brings goes out as it came', () => {
  const scalar = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
    fc.boolean(),
    fc.constant(null),
  )
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.string({ minLength: 1 }).filter((name) => name.trim() === name && name !== ''),
        scalar,
      ),
      fc.jsonValue({ maxDepth: 4 }),
      (query, value) => {
        const body = JSON.parse(JSON.stringify(value)) as Json
        const work = workOf({ query, body }, entry, false)
        expect(readQuery(work.query)).toEqual({ query, faults: new Map() })
        expect(readBody(work.text).value).toEqual(body)
      },
    ),
  )
})

// A row that looks sent and is not, or the other way round, is another question than the one on screen.
test('a row goes only where it is on, named, and says something exactly', () => {
  const rows = [
    ...rowsOf({ limit: 50, open: true, note: null, name: 'a' }),
    { name: 'off', value: '1', type: 'text' as const, on: false },
    { name: '', value: '', type: 'text' as const, on: true },
    { name: '', value: 'x', type: 'text' as const, on: true },
    { name: 'name', value: 'b', type: 'text' as const, on: true },
    { name: 'big', value: '9007199254740993', type: 'number' as const, on: true },
  ]
  expect(readQuery(rows)).toEqual({
    query: { limit: 50, open: true, note: null, name: 'a' },
    faults: new Map([
      [6, 'noName'],
      [7, 'twice'],
      [8, 'number'],
    ]),
  })
})

const schema: JsonSchema = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    options: { type: 'object', properties: { title: { type: 'string' }, count: { type: 'integer' } } },
    rows: { type: 'array', items: { type: 'object' } },
  },
}

// A field that the schema does not know must never vanish from the body.
test('what stands beside the known fields is shown, at any depth', () => {
  const known = fieldsOf(schema)
  expect(known.map(({ place }) => place.join('.'))).toEqual(['id', 'options.title', 'options.count', 'rows'])
  const body = { id: 1, extra: { a: [1] }, options: { title: 't', more: true }, 'a.b': 'dotted' }
  const further = furtherFields(body, known, [{ place: ['added'], schema: { type: 'number' } }])
  expect(further.map(({ place }) => place)).toEqual([['extra'], ['options', 'more'], ['a.b'], ['added']])
  expect(furtherFields({ options: 'no object' }, known, []).map(({ place }) => place)).toEqual([['options']])
})

// A control that can't show a value would throw it away with the first key.
test('what the usual input can not show is written as JSON', () => {
  expect(controlFor({ type: 'string' }, 'a')).toBe('text')
  expect(controlFor({ type: 'string' }, { a: 1 })).toBe('json')
  expect(controlFor({ type: 'string' }, 5)).toBe('json')
  expect(controlFor({ type: 'integer' }, 'typed')).toBe('integer')
  expect(controlFor({ type: 'boolean' }, 'yes')).toBe('text')
  expect(controlFor({ type: 'string', format: 'date-time' }, 'soon')).toBe('text')
  expect(controlFor({ type: 'array', items: { type: 'object' } }, undefined)).toBe('json')
  expect(controlFor({ type: 'array', items: { type: 'string' } }, ['a'])).toBe('tags')
  expect(controlFor({}, undefined)).toBe('json')
})

// A name such as __proto__ must be a field like any other, and nothing beside the one that is written may change.
test('writing a place changes that place alone', () => {
  const name = fc.constantFrom('a', 'b', '__proto__', 'constructor', 'a.b', '')
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 3 }),
      fc.array(name, { minLength: 1, maxLength: 3 }),
      fc.jsonValue(),
      (body, place, value) => {
        const before = JSON.stringify(body)
        const after = withValue(body as Json, place, value as Json)
        expect(valueAt(after, place)).toEqual(value)
        expect(JSON.stringify(body)).toBe(before)
        expect(Object.getPrototypeOf(after)).toBe(Object.prototype)
        expect(valueAt(withValue(after, place, undefined), place)).toBeUndefined()
      },
    ),
  )
  expect(textOf(withValue({ a: { b: 1 }, c: 2 }, ['a', 'b'], undefined))).toBe('{\n  "c": 2\n}')
  expect(withValue({ a: { b: 1 } }, ['a', 'b'], undefined)).toBeUndefined()
})

// A link lies in chats and in windows' histories: a secret in it is lost.
test('a link carries no credential, no reference and nothing masked, and says what it left out', () => {
  const parts = {
    path: { accountId: 'acc_1' },
    query: { token: 't', limit: 5 },
    body: {
      options: { streamKey: 'live_1', title: 'T', apiKey: { $secret: 'ref' } },
      note: '***',
      list: [{ password: 'p', name: 'n' }],
      pasted: 'known',
    },
  }
  expect(linkable(parts, { secretFields: ['options.streamKey'] }, ['pasted'], false)).toEqual({
    request: {
      path: { accountId: 'acc_1' },
      query: { limit: 5 },
      body: { options: { title: 'T' }, list: [{ name: 'n' }] },
    },
    left: ['query.token', 'options.streamKey', 'options.apiKey', 'note', 'list.0.password', 'pasted'],
  })
  expect(linkable(parts, {}, [], true).request).not.toHaveProperty('query')
})

// Three asterisks sent as a password lock the account.
test('what the history masked is found wherever it stands', () => {
  expect(maskedPlaces({ query: { token: '***' }, body: { a: [{ key: '***' }], note: 'abc***' } }, true)).toEqual([
    'query.token',
    'body.a.0.key',
    'body.note',
  ])
  expect(maskedPlaces({ body: { note: 'what a *** day' } }, false)).toEqual([])
})

// Asked whether to replace what says the same, a person learns to press without reading.
test('the same request in other words is the same', () => {
  const work = workOf({ body: { a: 1 } }, entry, false)
  expect(
    sameWork(work, { ...work, text: '{"a":1}', query: [{ name: 'x', value: '1', type: 'text', on: false }] }),
  ).toBe(true)
  expect(sameWork(work, { ...work, text: '{"a":2}' })).toBe(false)
  expect(sameWork(emptyWork(entry), { ...emptyWork(entry), path: { id: 'x' } })).toBe(false)
})

// Suggestions of another kind of record would refund another charge.
test('a name leads to the records that it speaks of', () => {
  const operations = describeOperations()
  const at = { resource: 'payment/refund', product: 'Payments' } as const
  expect(resourcesOf('chargeId', at, operations)).toEqual(['payment/charge'])
  expect(resourcesOf('customer_id', at, operations)).toEqual(['payment/customer'])
  expect(resourcesOf('paymentLinkId', at, operations)[0]).toBe('payment/paymentLink')
  expect(resourcesOf('attributionId', { resource: 'ads/attribution', product: 'Ads' }, operations)).toEqual([
    'ads/attribution',
  ])
  expect(resourcesOf('id', at, operations)).toEqual(['payment/refund'])
  expect(resourcesOf('weatherId', at, operations)).toEqual([])
  expect(['id', 'chargeId', 'charge_id', 'ids'].every(isIdentifierName)).toBe(true)
  expect(['paid', 'name', 'Id card', 'valid'].some(isIdentifierName)).toBe(false)
})

const deepList = (levels: number): JsonSchema =>
  levels === 0
    ? { type: 'string' }
    : {
        type: 'array',
        items: { type: 'object', properties: { name: { type: 'string' }, inside: deepList(levels - 1) } },
      }
const places = (fields: ReadonlyArray<{ place: readonly string[] }>): string[] =>
  fields.map(({ place }) => place.join('.'))

// Catches an item whose fields are not drawn, one that is lost because the schema does not know all of it, and a list that is no list of objects.
test('a list of objects is drawn item by item, with what the schema does not know', () => {
  const rows: JsonSchema = { type: 'object', properties: { rows: deepList(1) } }
  expect(fieldsOf(rows).map(({ place, role }) => [place.join('.'), role])).toEqual([['rows', 'list']])
  const body = { rows: [{ name: 'a', extra: 1 }, {}] }
  const known = fieldsOf(rows, body)
  expect(known.map(({ place, role }) => [place.join('.'), role])).toEqual([
    ['rows', 'list'],
    ['rows.0', 'item'],
    ['rows.0.name', undefined],
    ['rows.0.inside', undefined],
    ['rows.1', 'item'],
    ['rows.1.name', undefined],
    ['rows.1.inside', undefined],
  ])
  expect(places(furtherFields(body, known, []))).toEqual(['rows.0.extra'])
  for (const [value, why] of [
    [[1], 'mixed'],
    ['text', 'mixed'],
    [{ a: 1 }, 'mixed'],
    [Array.from({ length: 31 }, () => ({})), 'long'],
  ] as const) {
    expect(fieldsOf(rows, { rows: value } as Json)).toMatchObject([{ place: ['rows'], why }])
    expect(furtherFields({ rows: value } as Json, fieldsOf(rows, { rows: value } as Json), [])).toEqual([])
  }
  expect(fieldsOf(rows, { rows: null })).toMatchObject([{ role: 'list' }])
})

// Catches a form without an end, and one that stops without a word.
test('what lies too deep is JSON and says why', () => {
  const schema: JsonSchema = { type: 'object', properties: { rows: deepList(12) } }
  const nest = (levels: number): Json => (levels === 0 ? 'x' : [{ name: 'n', inside: nest(levels - 1) }])
  const found = fieldsOf(schema, { rows: nest(12) })
  expect(found.filter(({ why }) => why !== undefined)).toMatchObject([
    { place: ['rows', '0', 'inside', '0', 'inside', '0', 'inside'], why: 'deep' },
  ])
  expect(found.every(({ place }) => place.length <= 8)).toBe(true)
})

// Catches an item that is written into another, one that goes because its last field did, and an item that stays.
test('writing within a list changes one field of one item', () => {
  const body: Json = { rows: [{ a: 1 }, { a: 2, b: 3 }], more: true }
  expect(withValue(body, ['rows', '1', 'a'], 9)).toEqual({ rows: [{ a: 1 }, { a: 9, b: 3 }], more: true })
  expect(withValue(body, ['rows', '0', 'a'], undefined)).toEqual({ rows: [{}, { a: 2, b: 3 }], more: true })
  expect(withValue(body, ['rows', '0'], undefined)).toEqual({ rows: [{ a: 2, b: 3 }], more: true })
  expect(withValue({ rows: [{ a: 1 }] }, ['rows', '0'], undefined)).toEqual({ rows: [] })
  expect(valueAt(body, ['rows', '1', 'b'])).toBe(3)
  for (const none of ['2', '-1', '01', 'length', '1e0']) expect(valueAt(body, ['rows', none])).toBeUndefined()
})

// Catches text that was typed into an item and turns up in its neighbour once another item is gone.
test('what is typed in a list moves along with its item', () => {
  expect(withoutItem(['rows', '2', 'amount'], ['rows', '1'])).toEqual(['rows', '1', 'amount'])
  expect(withoutItem(['rows', '1', 'amount'], ['rows', '1'])).toBeUndefined()
  expect(withoutItem(['rows', '0', 'amount'], ['rows', '1'])).toEqual(['rows', '0', 'amount'])
  expect(withoutItem(['rows'], ['rows', '1'])).toEqual(['rows'])
  expect(withoutItem(['other', '2', 'amount'], ['rows', '1'])).toEqual(['other', '2', 'amount'])
})

// Catches the identifier of a device's session that is typed blind, and a session's token that is not.
test('what the catalog names as the record is no secret, whatever its name', () => {
  const entry = { record: ['body.deviceId', 'body.sessionId'], secretFields: ['options.apiKey'] }
  expect(isSecretPlace(entry, 'sessionId', 'sessionId')).toBe(false)
  expect(isSecretPlace(entry, 'other.sessionId', 'sessionId')).toBe(true)
  expect(openSecrets({ sessionId: 's-1', token: 't', options: { apiKey: 'k' } }, entry)).toEqual([
    'token',
    'options.apiKey',
  ])
  expect(openSecrets({ sessionId: 's-1' })).toEqual(['sessionId'])
})
