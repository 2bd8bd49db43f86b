import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  adoptReferences,
  contentText,
  emptyContent,
  sameJson,
} from '../../../../renderer/writing/draft/draft-content.ts'
import { draftAddress } from '../../../../renderer/writing/draft/draft-address.ts'

// Sending the same content again must be known as the same, whatever the order of its keys; anything else must not.
test('equal as JSON', () => {
  fc.assert(fc.property(fc.jsonValue(), (value) => sameJson(value, JSON.parse(JSON.stringify(value)))))
  expect(sameJson({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true)
  expect(sameJson({ a: 1 }, { a: 1, b: null })).toBe(false)
  expect(sameJson([1], { 0: 1 })).toBe(false)
  expect(sameJson({ a: undefined }, {})).toBe(true)
})

// The reference must take the typed value's place, and never the place of what was typed over it meanwhile.
test('references come in, newer typing stays', () => {
  const sent = { options: { streamKey: 'live_1', apiKey: 'k' }, title: 'A' }
  const saved = { options: { streamKey: { $secret: 's1' }, apiKey: { $secret: 's2' } }, title: 'A' }
  expect(adoptReferences({ options: { streamKey: 'live_1', apiKey: 'k2' }, title: 'B' }, sent, saved)).toEqual({
    options: { streamKey: { $secret: 's1' }, apiKey: 'k2' },
    title: 'B',
  })
  const now = { title: 'C' }
  expect(adoptReferences(now, sent, saved)).toBe(now)
})

// Text that is copied from a failed save goes through the clipboard.
test('a copy masks credentials', () => {
  const text = contentText({
    ...emptyContent('PUT /api/video/event/update'),
    body: { options: { authToken: 'abc', title: 'Night' } },
  })
  expect(text).not.toContain('abc')
  expect(text).toContain('Night')
})

// A draft that opens in the wrong view can't be edited there.
test('drafts open in the view of their operation', () => {
  expect(draftAddress({ operation: 'PUT /api/video/event/update', id: 'x' })).toEqual({
    path: '/publishing',
    query: { event: 'x' },
  })
  expect(draftAddress({ operation: 'POST /api/marketing/template/update', id: 'x' })).toEqual({
    path: '/templates',
    query: { draft: 'x' },
  })
  expect(draftAddress({ operation: 'POST /api/payment/refund/create', id: 'x' })).toEqual({
    path: '/drafts',
    query: { id: 'x' },
  })
})
