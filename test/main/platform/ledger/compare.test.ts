import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '#contract/json.ts'
import { formerMask, mask } from '#contract/mask.ts'
import { compareCopy } from '../../../../main/platform/ledger/compare.ts'

const base = {
  id: 't1',
  name: 'Doors',
  subject: 'Come in',
  tags: ['a', 'b'],
  variables: [{ name: 'x', type: 'text' }],
  details: { text: 'long' },
}
const sent = {
  id: 't1',
  name: 'Doors',
  subject: 'Come now',
  tags: ['a', 'b'],
  variables: [{ name: 'x', type: 'text' }],
  details: { text: 'long' },
}
const fields = ['name', 'subject', 'tags', 'variables', 'details.text', 'previewText']
const compare = (answer: Json, more: { base?: Json; sent?: Json } = {}) =>
  compareCopy({
    answer,
    noun: 'template',
    identity: [{ path: 'id', value: 't1', own: true }],
    fields,
    known: [more.base ?? base, more.sent ?? sent],
  })

// Each row catches a place of the record in an answer that is not found, so that every update would end as a conflict.
test.each<[string, Json]>([
  ['alone', base],
  ['as data', { data: base, requestId: 'r' }],
  ['as data.template', { data: { template: base }, requestId: 'r' }],
  ['as template', { template: base }],
  ['as data.data', { data: { data: base } }],
  ['as an array of one', { data: [base] }],
  ['as a list of one', { data: { items: [base], total: 1 } }],
  ['as the whole answer', [base]],
  ['beside others', { data: [{ ...base, id: 't2', name: 'Other' }, base] }],
  ['under another name of its id', { data: { ...base, id: undefined, templateId: 't1' } as unknown as Json }],
])('the record is found %s', (_, answer) => {
  expect(compare(answer)).toMatchObject({ verdict: 'same', fields: [] })
})

// Catches a conflict that nobody made, where the platform spells the names inside a list in another way than they were written.
test('names inside a field count in any spelling', () => {
  const variables = [{ name: 'x', defaultValue: 'there' }]
  const copy = { ...base, variables: [{ default_value: 'there', name: 'x' }] }
  expect(compare(copy, { base: { ...base, variables }, sent: { ...sent, variables } })).toMatchObject({
    verdict: 'same',
  })
  expect(
    compare(
      { ...copy, variables: [{ default_value: 'you', name: 'x' }] },
      { base: { ...base, variables }, sent: { ...sent, variables } },
    ),
  ).toMatchObject({ verdict: 'differs', fields: ['variables'] })
})

// Catches a change by someone else that is overwritten, and one whose place is not named.
test('a field that is neither as before nor as sent differs, and is named', () => {
  expect(compare({ data: { ...base, subject: 'Stay out', details: { text: 'short' } } })).toEqual({
    verdict: 'differs',
    fields: ['subject', 'details.text'],
    copy: { ...base, subject: 'Stay out', details: { text: 'short' } },
  })
  expect(compare({ data: { ...base, tags: ['b', 'a'] } })).toMatchObject({ verdict: 'differs', fields: ['tags'] })
})

// Catches a conflict with oneself: the lost write was applied, in whole or in part.
test('a field that is as it is sent does not differ', () => {
  expect(compare({ data: sent }).verdict).toBe('same')
  expect(compare({ data: { ...base, subject: 'Come now' } }).verdict).toBe('same')
})

// Catches a conflict over nothing: null, empty, left out, an empty list, and names in another order.
test('nothing is alike in every spelling, and the order of names is nothing', () => {
  expect(compare({ data: { ...base, previewText: null } }).verdict).toBe('same')
  expect(compare({ data: { ...base, previewText: '' } }, { base: { ...base, previewText: null } }).verdict).toBe('same')
  expect(compare({ data: { ...base, tags: [] } }, { base: { ...base, tags: null } }).verdict).toBe('same')
  expect(compare({ data: { ...base, variables: [{ type: 'text', name: 'x' }] } }).verdict).toBe('same')
  expect(compare({ data: { ...base, previewText: 'new' } }).fields).toEqual(['previewText'])
})

// Catches a comparison with another record, or with nothing, that passes for "unchanged".
test('a copy that shows nothing to compare tells nothing', () => {
  expect(compare({ data: { id: 't1', status: 'ok' } })).toMatchObject({
    verdict: 'not_comparable',
    copy: { id: 't1', status: 'ok' },
  })
  expect(compare({ data: { ...base, id: 't2' } })).toMatchObject({ verdict: 'not_comparable' })
  expect(compare({ data: [] })).toMatchObject({ verdict: 'not_comparable', copy: { data: [] } })
  expect(compare(null)).toMatchObject({ verdict: 'not_comparable' })
  expect(compare({ data: { id: 't1', name: 'Doors' } }).verdict).toBe('same')
})

// Catches a base that was kept as the answer came.
test('a base in its answer is found as well', () => {
  expect(compare({ data: base }, { base: { data: { template: base } } }).verdict).toBe('same')
  expect(compare({ data: { ...base, subject: 'x' } }, { base: { data: { template: base } } }).fields).toEqual([
    'subject',
  ])
})

// Catches any copy that differs in one field and is let through.
test('whatever one field becomes, it is seen unless it is as before, as sent or empty on both sides', () => {
  fc.assert(
    fc.property(fc.constantFrom('name', 'subject', 'tags', 'variables'), fc.jsonValue(), (field, value) => {
      const there = value as Json
      const copy: JsonObject = { ...base, [field]: there }
      const known = [base, sent].some((one) => JSON.stringify((one as JsonObject)[field]) === JSON.stringify(there))
      expect(compare({ data: copy }).verdict).toBe(known ? 'same' : 'differs')
    }),
  )
})

// Catches a conflict over a mask: what the desk may not see is not known to differ, in the copy, in what the draft started from, and in old drafts.
test('what is masked does not differ', () => {
  expect(compare({ data: { ...base, subject: mask, details: { text: `lo${mask}` } } }).verdict).toBe('same')
  expect(
    compare({ data: { ...base, subject: 'Come in' } }, { base: { ...base, subject: `Come ${mask}` } }).verdict,
  ).toBe('same')
  expect(compare({ data: { ...base, subject: mask } }, { base: { ...base, subject: formerMask } }).verdict).toBe('same')
  expect(compare({ data: { ...base, subject: `Stay ${mask}` } })).toMatchObject({
    verdict: 'differs',
    fields: ['subject'],
  })
  expect(
    compare({ data: { ...base, subject: 'NEW SALE NOW' } }, { base: { ...base, subject: '*** SALE ***' } }),
  ).toMatchObject({ verdict: 'differs' })
})
