import { expect, test } from 'vitest'
import { filterOf, listInput, matches, queryOf } from '../../../renderer/views/activity/model/filter.ts'
import { sampleIntent } from '../support/sample-backend.ts'

// A link from the status bar, or one edited by hand, must open what it says and never an error.
test('an address becomes a filter and back', () => {
  const query = { state: 'unknown', product: 'Payments', environment: 'rehearsal', q: 'refund' }
  expect(queryOf(filterOf(query))).toEqual(query)
  expect(filterOf({ state: 'exploded', product: ['a'], q: null })).toEqual({
    state: 'all',
    product: 'all',
    environment: 'all',
    text: '',
  })
})

// "Open" is three states; sent as one word the backend would refuse it.
test('the ledger is asked in its own words', () => {
  const all = filterOf({})
  expect(listInput(all, 200, undefined)).toEqual({ limit: 200 })
  expect(listInput({ ...all, state: 'open', text: '  req_1 ' }, 200, 'x')).toEqual({
    limit: 200,
    state: ['queued', 'sending', 'accepted', 'unknown'],
    query: 'req_1',
    before: 'x',
  })
})

// A new intent that does not fit the filter must not appear in the list.
test('a change is held against the filter', () => {
  const intent = sampleIntent(4)
  const all = filterOf({})
  expect(intent.state).toBe('unknown')
  expect(matches(intent, all, 'Update')).toBe(true)
  expect(matches(intent, { ...all, state: 'open' }, 'Update')).toBe(true)
  expect(matches(intent, { ...all, state: 'confirmed' }, 'Update')).toBe(false)
  expect(matches(intent, { ...all, product: 'Ads' }, 'Update')).toBe(false)
  expect(matches(intent, { ...all, environment: 'production' }, 'Update')).toBe(false)
  expect(matches(intent, { ...all, text: 'events/general' }, 'Update')).toBe(true)
  expect(matches(intent, { ...all, text: 'nothing like it' }, 'Update')).toBe(false)
})
