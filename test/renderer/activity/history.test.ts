import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bridgeMethods } from '#contract/bridge.ts'
import { environmentIds } from '#contract/models.ts'
import { products } from '#contract/operation.ts'
import { historyOutcomes, type HistoryEntry, type HistoryRecord } from '#contract/requests.ts'
import { exchangeOf } from '../../../renderer/records/products/answer/exchange-of.ts'
import {
  hasMore,
  historyFilterOf,
  historyInput,
  historyQueryOf,
  noFilter,
  type HistoryFilter,
} from '../../../renderer/views/activity/model/history-filter.ts'
import { broughtUp } from '../../../renderer/views/activity/model/history-rows.ts'

const entry = (id: string, more: Partial<HistoryEntry> = {}): HistoryEntry => ({
  id,
  kind: 'read',
  at: '2026-11-22T12:00:00.000Z',
  operation: 'GET /api/team/general/all',
  product: 'Teams',
  environment: 'rehearsal',
  risk: 'read',
  outcome: 'answered',
  attempts: 1,
  pinned: false,
  kept: false,
  ...more,
})
const ids = (entries: readonly HistoryEntry[]): string[] => entries.map(({ id }) => id)

const instant = fc.constantFrom('', '2026-11-22T12:00:00.000Z', '2025-01-01T00:00:59.999Z')
const filters: fc.Arbitrary<HistoryFilter> = fc.record({
  text: fc.string({ maxLength: 12 }),
  kind: fc.constantFrom('all' as const, 'read' as const, 'write' as const),
  outcome: fc.constantFrom('all' as const, ...historyOutcomes),
  product: fc.constantFrom('all' as const, ...products),
  environment: fc.constantFrom('all' as const, ...environmentIds),
  operation: fc.constantFrom('', 'GET /api/team/general/all'),
  from: instant,
  to: instant,
  pinned: fc.boolean(),
})

// Catches a filter that a reload loses or changes, and one that the backend refuses.
test('a filter survives its address, and is always one that the history takes', () => {
  fc.assert(
    fc.property(filters, (filter) => {
      expect(historyFilterOf(historyQueryOf(filter))).toEqual(filter)
      const input = historyInput(filter, 200, undefined)
      expect(bridgeMethods['history.list'].input.parse(input)).toEqual(input)
    }),
  )
  expect(historyQueryOf(noFilter)).toEqual({})
  expect(historyInput(noFilter, 5, 'x')).toEqual({ limit: 5, before: 'x' })
})

// Catches an address from elsewhere that breaks the list.
test('what is not known in an address counts as all', () => {
  expect(
    historyFilterOf({
      kind: 'both',
      outcome: 'fine',
      product: 'Shoes',
      environment: '',
      from: 'yesterday',
      to: null,
      pinned: 'yes',
      q: ['a', 'b'],
      operation: null,
    }),
  ).toEqual(noFilter)
  expect(hasMore({ ...noFilter, text: 'x', kind: 'read' })).toBe(false)
  expect(hasMore({ ...noFilter, pinned: true })).toBe(true)
})

// Catches a row that stays after it was forgotten, one that goes because it is on a later page, and one that comes twice.
test('what is shown follows a newer first page', () => {
  const shown = ['9', '8', '7', '6', '3', '2'].map((id) => entry(id))
  const page = { items: [entry('a'), entry('9', { pinned: true }), entry('7'), entry('6')], next: '6' }
  const { items, arrived } = broughtUp(shown, page)
  expect(ids(items)).toEqual(['9', '7', '6', '3', '2'])
  expect(items[0]?.pinned).toBe(true)
  expect(ids(arrived)).toEqual(['a'])
  // The whole list: what it lacks is gone.
  expect(ids(broughtUp(shown, { items: [entry('3')] }).items)).toEqual(['3'])
})

// Catches an error that the viewer does not show, or a write whose time is that of its queueing.
test('an entry becomes what the viewer takes', () => {
  const body = { id: 'b1', kind: 'json' as const, bytes: 2, length: 2, problems: [] }
  const record: HistoryRecord = {
    ...entry('1', { outcome: 'refused', status: 404, requestId: 'r1', durationMs: 5, error: 'not_found' }),
    request: {},
    message: 'No such team',
    body,
  }
  expect(exchangeOf(record)).toMatchObject({
    id: '1',
    outcome: 'refused',
    status: 404,
    headers: [],
    body,
    error: { code: 'not_found', message: 'No such team', requestId: 'r1' },
  })
  expect(exchangeOf({ ...record, outcome: 'unknown' }).outcome).toBe('failed')
})

// Catches a kept answer that is opened without the headers, the place or the whole error that a fresh one is shown with.
test('a kept answer is shown with all that came beside it', () => {
  const error = {
    code: 'not_found' as const,
    message: 'No such team',
    fields: [{ path: 'id', message: 'Unknown' }],
    retryable: false,
  }
  const wire = {
    headers: [
      ['Content-Type', 'application/json'],
      ['Set-Cookie', '***'],
    ] as Array<[string, string]>,
    location: 'https://example.org/x',
    error,
  }
  expect(
    exchangeOf({
      ...entry('1', { outcome: 'refused', error: 'not_found' }),
      request: {},
      message: 'No such team',
      wire,
    }),
  ).toMatchObject(wire)
})
