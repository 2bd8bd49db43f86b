import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readAnswer } from '#answers/answer.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { judge, type Sought } from '../../../../main/platform/ledger/match.ts'
import { recordLists, styles, write } from '../../../preload/answers/dialects.ts'

const sentAt = Date.parse('2026-03-01T12:00:00.000Z')
const sought = (more: Partial<Sought>): Sought => ({
  match: 'created',
  risk: 'edit',
  fields: undefined,
  noun: 'template',
  reference: 'sd_ours',
  body: { name: 'Welcome', subject: 'Hello' },
  identity: [],
  sentAt,
  readAt: sentAt + 5_000,
  offsetMs: 0,
  outcomeOf: () => ({ kind: 'done' }),
  own: [],
  claimed: () => undefined,
  ...more,
})
const verdict = (answer: Json | undefined, more: Partial<Sought> = {}) => judge(sought(more), answer).verdict
const ours = { id: 't1', name: 'Welcome', subject: 'Hello' }

// Catches a list that is not recognised because a platform wraps it in its own way.
test.each<[string, Json]>([
  ['an array', [ours]],
  ['under data', { data: [ours], requestId: 'r' }],
  [
    'items under data, with an id of the page',
    { data: { id: '', status: 'ok', items: [ours], total: 1, limit: 50, offset: 0 } },
  ],
  ['under results', { results: [ours] }],
  ['under its own name', { data: { templates: [ours] } }],
])('finds the record: %s', (_, answer) => {
  expect(verdict(answer)).toBe('found')
})

// Catches one record that passes for a whole list, and an answer to a read of one record that is not taken as such.
test('one record is found where one was asked for; where a list was, it proves nothing', () => {
  expect(verdict({ data: ours }, { answers: { expect: 'record' } })).toBe('found')
  expect(verdict({ data: ours })).toBe('unclear')
})

// Catches a part of a list that is taken for the whole, so that an absence would be believed.
test.each<[string, JsonObject]>([
  ['a greater total', { items: [], total: 3 }],
  ['a cursor', { items: [], nextCursor: 'abc' }],
  ['more to come', { data: { items: [], hasMore: true } }],
  ['pages beside the list', { items: [], meta: { totalPages: 4 } }],
  ['an offset', { items: [], offset: 50 }],
  ['as many as the answer may hold', { items: [{ id: 'a', name: 'Other', subject: 'Other' }], limit: 1 }],
])('a list is not whole with %s', (_, answer) => {
  expect(verdict(answer)).toBe('unclear')
})

// Catches invoices whose lines are taken for a list of invoices, whichever of the two was expected.
test('a record that holds a list is one record', () => {
  const invoice = { data: { id: 'inv_1', total: 100, items: [{ name: 'a' }], customer: 'Ada' } }
  expect(readAnswer(invoice, { resource: 'payment/invoice', expect: 'record' })).toMatchObject({
    certainty: 'clear',
    kind: 'record',
    rows: [{ id: 'inv_1' }],
  })
  expect(readAnswer(invoice, { resource: 'payment/invoice' })).toMatchObject({
    certainty: 'guessed',
    kind: 'record',
    rows: [{ id: 'inv_1' }],
  })
})

// Catches wrong verdicts on creates, one row per way to be wrong.
test.each<[string, Json | undefined, Partial<Sought>, string]>([
  ['an empty whole list', { items: [], total: 0 }, {}, 'absent'],
  ['only others', { items: [{ id: 'a', name: 'Other', subject: 'x' }] }, {}, 'absent'],
  ['too little to compare', { items: [{ id: 'a', status: 'ok' }] }, {}, 'unclear'],
  ['no records at all', { data: null }, {}, 'unclear'],
  ['text', 'fine', {}, 'unclear'],
  [
    'the reference, whatever else it says',
    { items: [{ id: 'a', name: 'changed', clientReference: 'sd_ours' }] },
    {},
    'found',
  ],
  ['made long before', { items: [{ ...ours, createdAt: '2026-02-01T00:00:00.000Z' }] }, {}, 'absent'],
  [
    'made a minute before, by another clock',
    { items: [{ ...ours, createdAt: '2026-03-01T11:59:00.000Z' }] },
    {},
    'found',
  ],
  ['made on the same day, without a time', { items: [{ ...ours, createdDate: '2026-03-01' }] }, {}, 'found'],
  [
    'made an hour before by date and time',
    { items: [{ ...ours, createdDate: '2026-03-01', createdTime: '11:00:00' }] },
    {},
    'absent',
  ],
  [
    'a creation time that we sent ourselves',
    { items: [{ ...ours, createdDate: '2020-01-01' }] },
    { body: { name: 'Welcome', createdDate: '2020-01-01' } },
    'found',
  ],
  [
    'another intent made it by the same request',
    { items: [ours] },
    { claimed: (id) => (id === 't1' ? 'same' : undefined) },
    'absent',
  ],
  [
    'its identifier answered another request',
    { items: [ours] },
    { claimed: (id) => (id === 't1' ? 'other' : undefined) },
    'unclear',
  ],
  [
    'made since and only partly alike',
    { items: [{ ...ours, subject: 'hello!', createdAt: '2026-03-01T12:00:01.000Z' }] },
    {},
    'unclear',
  ],
  [
    'numbers as text',
    { items: [{ id: 1, name: 'Welcome', size: '5' }] },
    { body: { name: 'Welcome', size: 5 } },
    'found',
  ],
  ['spaces around', { items: [{ id: 1, name: ' Welcome ' }] }, { body: { name: 'Welcome' } }, 'found'],
  ['another letter case', { items: [{ id: 1, name: 'welcome' }] }, { body: { name: 'Welcome' } }, 'unclear'],
  [
    'nested where we sent it nested',
    { items: [{ id: 1, details: { title: 'Show' } }] },
    { body: { details: { title: 'Show' } } },
    'found',
  ],
  [
    'flat where we sent it nested',
    { items: [{ id: 1, title: 'Show' }] },
    { body: { details: { title: 'Show' } } },
    'found',
  ],
  [
    'a secret is not compared',
    { items: [{ id: 1, name: 'Welcome', streamKey: '****' }] },
    { body: { name: 'Welcome', streamKey: { $secret: 'r' } } },
    'found',
  ],
  ['only flags alike', { items: [{ id: 1, started: true }] }, { body: { started: true } }, 'unclear'],
  ['nothing sent', { items: [{ id: 1 }] }, { body: undefined }, 'unclear'],
  ['no such record', undefined, {}, 'absent'],
])('created: %s', (_, answer, more, expected) => {
  expect(verdict(answer, more)).toBe(expected)
})

const named = { identity: [{ path: 'id', value: 't1' }], body: { id: 't1', name: 'Welcome' } }

// Catches wrong verdicts on changes of a named record.
test.each<[string, Json | undefined, Partial<Sought>, string]>([
  [
    'it carries what was sent',
    {
      items: [
        { id: 't1', name: 'Welcome' },
        { id: 't2', name: 'x' },
      ],
    },
    named,
    'found',
  ],
  [
    'it carried that before the sending',
    { items: [{ id: 't1', name: 'Welcome', updatedAt: '2020-01-01T00:00:00.000Z' }] },
    named,
    'unclear',
  ],
  [
    'it was changed since',
    { items: [{ id: 't1', name: 'Welcome', updatedAt: '2999-01-01T00:00:00.000Z' }] },
    named,
    'found',
  ],
  ['it differs', { items: [{ id: 't1', name: 'Old' }] }, named, 'absent'],
  ['it is not there', { items: [{ id: 't2', name: 'Welcome' }] }, named, 'unclear'],
  ['it shows no field of ours', { items: [{ id: 't1', status: 'ok' }] }, named, 'unclear'],
  ['under its other name', { items: [{ templateId: 't1', name: 'Welcome' }] }, named, 'found'],
  [
    'a single record without an id',
    { data: { name: 'Welcome' } },
    { ...named, answers: { expect: 'record' } },
    'found',
  ],
  ['a single record without an id, where a list was asked for', { data: { name: 'Welcome' } }, named, 'unclear'],
  ['a single record of another id', { data: { id: 't9', name: 'Welcome' } }, named, 'unclear'],
  [
    'two places name it',
    { items: [{ id: 1, options: { providerId: 'p1' }, details: { streamId: 's1', title: 'Show' } }] },
    {
      identity: [
        { path: 'options.providerId', value: 'p1' },
        { path: 'details.streamId', value: 's1' },
      ],
      body: { options: { providerId: 'p1' }, details: { streamId: 's1', title: 'Show' } },
    },
    'found',
  ],
  [
    'only one of the two',
    { items: [{ id: 1, options: { providerId: 'p2' }, details: { streamId: 's1', title: 'Show' } }] },
    {
      identity: [
        { path: 'options.providerId', value: 'p1' },
        { path: 'details.streamId', value: 's1' },
      ],
      body: { details: { title: 'Show' } },
    },
    'unclear',
  ],
  ['no such record', undefined, named, 'unclear'],
])('updated: %s', (_, answer, more, expected) => {
  expect(verdict(answer, { match: 'updated', ...more })).toBe(expected)
})

// Catches wrong verdicts on deletions.
test.each<[string, Json | undefined, Partial<Sought>, string]>([
  ['no longer in a whole list', { items: [{ id: 't2' }] }, named, 'found'],
  ['no longer in a part of a list', { items: [{ id: 't2' }], total: 9 }, named, 'unclear'],
  [
    'still there under the name that the catalog gives',
    { items: [{ id: 't1' }] },
    { identity: [{ path: 'planId', value: 't1', own: true }] },
    'absent',
  ],
  [
    'gone under the name that the catalog gives',
    { items: [{ id: 't2' }] },
    { identity: [{ path: 'planId', value: 't1', own: true }] },
    'found',
  ],
  ['still there', { items: [{ id: 't1' }] }, named, 'absent'],
  ['there, marked as deleted', { items: [{ id: 't1', deletedAt: '2026-03-01T12:00:00Z' }] }, named, 'found'],
  ['records that do not say which they are', { items: [{ name: 'x' }] }, named, 'unclear'],
  ['not found', undefined, named, 'found'],
  ['no name to look for', { items: [] }, { identity: [] }, 'unclear'],
])('gone: %s', (_, answer, more, expected) => {
  expect(verdict(answer, { match: 'gone', ...more })).toBe(expected)
})

// Catches a refund of another amount, or of last week, that passes for this one.
test.each<[string, Json, string]>([
  [
    'this one',
    { items: [{ id: 'r1', chargeId: 'ch_1', amount: 500, createdAt: '2026-03-01T12:00:02.000Z' }] },
    'found',
  ],
  [
    'another amount, from before',
    { items: [{ id: 'r1', chargeId: 'ch_1', amount: 700, createdAt: '2026-02-01T12:00:00.000Z' }] },
    'absent',
  ],
  [
    'last week',
    { items: [{ id: 'r1', chargeId: 'ch_1', amount: 500, createdAt: '2026-02-22T12:00:00.000Z' }] },
    'absent',
  ],
])('effect: %s', (_, answer, expected) => {
  expect(
    verdict(answer, {
      match: 'effect',
      noun: 'refund',
      fields: ['chargeId', 'amount'],
      body: { chargeId: 'ch_1', amount: 500, reason: 'late' },
    }),
  ).toBe(expected)
})

// Catches a person's wrong choice that makes the desk send again, or a guess that proves anything.
test('no choice ever makes an absence, nor a sighting without our reference, out of what was none', () => {
  const places = fc.constantFrom('', 'data', 'items', 'data.items', 'others', 'data.others', 'x')
  fc.assert(
    fc.property(
      styles,
      recordLists,
      recordLists,
      places,
      fc.constantFrom<Sought['match']>('created', 'updated', 'gone', 'effect'),
      fc.boolean(),
      (style, records, others, list, match, there) => {
        const rows = there ? [...records, { ...ours, id: 'mine' }] : records
        const written = write(style, rows, 'template')
        const answer: Json = Array.isArray(written) ? written : { ...(written as JsonObject), others }
        const more = { match, ...(match === 'updated' || match === 'gone' ? named : {}) }
        const [without, chosen] = [verdict(answer, more), verdict(answer, { ...more, answers: { choice: { list } } })]
        if (chosen !== 'unclear') expect(chosen).toBe(without)
        if (there && match === 'created') expect(chosen).not.toBe('absent')
      },
    ),
    { numRuns: 2_000 },
  )
})

// Catches a guess that confirms by likeness, and our own reference that is overlooked because of one.
test('a guessed reading confirms by our reference alone', () => {
  const guessed = (record: JsonObject): Json => ({ lampshades: [{ id: 't0', name: 'Other', subject: 'x' }, record] })
  expect(verdict(guessed(ours))).toBe('unclear')
  for (const name of ['clientReference', 'client_reference', 'Reference', 'external-reference'])
    expect(verdict(guessed({ id: 't1', [name]: 'sd_ours' }))).toBe('found')
  expect(verdict(guessed({ id: 't1', metadata: { clientReference: 'sd_ours' } }))).toBe('found')
  expect(verdict(guessed({ id: 't1', note: 'sd_ours' }))).toBe('unclear')
})

// Catches a second refund of a charge that is not found because the first one names the same charge.
test('a refund is known by its own identifier, not by that of its charge', () => {
  const answer = {
    items: [
      { id: 'r1', chargeId: 'ch_1', amount: 500, createdAt: '2026-03-01T12:00:01.000Z' },
      { id: 'r2', chargeId: 'ch_1', amount: 500, createdAt: '2026-03-01T12:00:02.000Z' },
    ],
  }
  const more: Partial<Sought> = {
    match: 'effect',
    noun: 'charge',
    fields: ['chargeId', 'amount'],
    body: { chargeId: 'ch_1', amount: 500 },
    claimed: (id) => (id === 'r1' || id === 'ch_1' ? 'same' : undefined),
    answers: { resource: 'payment/refund' },
  }
  expect(judge(sought(more), answer)).toMatchObject({ verdict: 'found', record: { id: 'r2' } })
})

const scalar = fc.oneof(
  fc.string({ minLength: 3 }).filter((text) => text.trim().length >= 3),
  fc.integer(),
  fc.boolean(),
)
const body = fc
  .dictionary(fc.stringMatching(/^[b-h][a-z]{2,6}$/), scalar, { minKeys: 1, maxKeys: 5 })
  .map((fields) => ({ ...fields, name: 'A distinct name' }))

// Catches any shape of answer in which a record with all that was sent is overlooked.
test('a record that carries all that was sent is found among any others, wherever the list stands', () => {
  fc.assert(
    fc.property(
      body,
      fc.array(body),
      fc.constantFrom('items', 'data', 'results', 'records'),
      fc.nat(),
      (sent, others, name, at) => {
        const records: Json[] = others.map((other, index) => ({ ...other, id: `o${index}`, name: 'Other name' }))
        records.splice(at % (records.length + 1), 0, { ...sent, id: 'mine' })
        expect(judge(sought({ body: sent }), { [name]: records })).toMatchObject({
          verdict: 'found',
          record: { id: 'mine' },
        })
      },
    ),
  )
})

// Catches the worst mistake there is here: "absent" from an answer that holds the record, in part or in full.
test('no answer that holds the record is ever read as absent', () => {
  fc.assert(
    fc.property(body, fc.jsonValue(), fc.constantFrom('created', 'effect'), (sent, noise, match) => {
      const record = { ...sent, id: 'mine' }
      for (const answer of [[record], { data: [record], noise }, { noise, data: { items: [record] } }] as Json[]) {
        expect(verdict(answer, { body: sent, match: match as 'created' })).not.toBe('absent')
      }
    }),
  )
})

// Catches an exception on an answer that nobody foresaw.
test('any JSON at all gets a verdict', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.constantFrom<Sought['match']>('created', 'updated', 'gone', 'effect'),
      (answer, match) => {
        expect(['found', 'absent', 'unclear']).toContain(verdict(answer as Json, { match, ...named }))
      },
    ),
  )
})
