import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { readSample } from '../../../../main/platform/learned/sample.ts'
import { limits } from '../../../../main/platform/learned/limits.ts'
import { missedFields } from '../../../../main/platform/learned/required-hints.ts'

const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

// A large answer is read in its beginning: whole rows, and no more of it than the bound.
test('of a large list the first whole rows are read', () => {
  const rows = Array.from({ length: 20_000 }, (_, at) => ({
    id: `row_${at}`,
    text: 'Zoë says "hi" \\ [x], {y}',
    tags: ['a', 'b'],
  }))
  const head = readSample(bytes({ data: { items: rows, total: rows.length }, requestId: 'x' })) as {
    data: { items: Array<{ id: string; text: string }> }
  }
  expect(head.data.items.length).toBeGreaterThan(1_000)
  expect(head.data.items.length).toBeLessThan(rows.length)
  expect(head.data.items[100]).toEqual(rows[100])
})

// What can't be read must teach nothing, and throw nothing.
test.each<[string, Buffer]>([
  ['a page', Buffer.from(`<html>${', '.repeat(200_000)}</html>`)],
  ['nothing', Buffer.alloc(0)],
  ['invalid UTF-8', Buffer.from([0x5b, 0x22, 0xff, 0x22, 0x5d])],
  ['one long text', bytes('x'.repeat(limits.sampleBytes * 2))],
  ['brackets without end', Buffer.alloc(limits.sampleBytes * 2, '[')],
  ['brackets and commas without end', Buffer.from('[1,'.repeat(limits.sampleBytes))],
  ['half an answer', Buffer.from('{"a": [1, 2')],
])('%s is no answer to learn from', (_, body) => {
  expect(readSample(body)).toBeUndefined()
})

// The desk must not stumble over the largest answer while a show runs. Side by side with parsing it whole, in one run.
test('an answer of 8 MiB costs a fraction of parsing it', () => {
  const body = bytes({
    items: Array.from({ length: 100_000 }, (_, at) => ({
      id: at,
      name: 'name of a row',
      at: '2026-11-22T20:00:00Z',
      x: [1, 2],
    })),
  })
  const spent = (act: () => unknown): number => {
    const from = process.cpuUsage()
    for (let time = 0; time < 5; time += 1) act()
    return process.cpuUsage(from).user
  }
  spent(() => readSample(body))
  expect(spent(() => readSample(body))).toBeLessThan(spent(() => JSON.parse(body.toString())))
})

// A hint about a field that is there, or that is none, misleads.
test.each<[string, Json, Json, string[]]>([
  [
    'a list of fields',
    {
      error: {
        code: 'invalid_request',
        fields: [
          { path: 'optionId', message: 'is missing' },
          { path: 'amount', message: 'must be positive' },
        ],
      },
    },
    {},
    ['optionId'],
  ],
  ['a map of fields', { errors: { customer: ["can't be blank"], name: 'too long' } }, {}, ['customer']],
  ['a pointer', { errors: [{ pointer: '/details/title', detail: 'is required' }] }, {}, ['details.title']],
  ['the body named', { errors: [{ field: 'body.id', message: 'Required' }] }, {}, ['id']],
  ['a sentence', { message: 'The field "chargeId" is required.' }, {}, ['chargeId']],
  ['another sentence', { message: 'Missing required parameter: customer.id' }, {}, ['customer.id']],
  ['a field that was sent', { errors: [{ field: 'id', message: 'is missing' }] }, { id: 'x' }, []],
  ['a field that was sent empty', { errors: [{ field: 'id', message: 'is missing' }] }, { id: '' }, ['id']],
  ['a record as a name', { errors: [{ field: 'cus_9Hx12', message: 'is missing' }] }, {}, []],
  ['a plain no', { message: 'A request body is required.' }, {}, []],
  ['another code', { error: { code: 'not_found', fields: [{ path: 'id', message: 'is missing' }] } }, {}, []],
  ['text', 'id is required', {}, []],
])('missing fields in %s', (_, answer, sent, names) => {
  expect(missedFields(answer, sent)).toEqual(names)
})

// An answer may name thousands.
test('the number of missing fields is bounded', () => {
  const errors = Array.from({ length: 500 }, (_, at) => ({
    field: `f${String.fromCharCode(97 + (at % 26))}${'x'.repeat(at % 20)}`,
    message: 'is required',
  }))
  expect(missedFields({ errors }, {}).length).toBeLessThanOrEqual(limits.missed)
})
