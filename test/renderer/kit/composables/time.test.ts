import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatAge,
  formatCountdown,
  formatDuration,
  formatInstant,
} from '../../../../renderer/kit/composables/time/time.ts'

// A countdown that shows 0:00 while it still waits invites a press too early.
test('a countdown rounds up', () => {
  expect([1, 999, 1_000, 14_000, 61_000, 3_723_000].map(formatCountdown)).toEqual([
    '0:01',
    '0:01',
    '0:01',
    '0:14',
    '1:01',
    '1:02:03',
  ])
  fc.assert(fc.property(fc.integer({ min: 1, max: 10 ** 9 }), (ms) => !/^0:00$/.test(formatCountdown(ms))))
})

// Ages round down: 59.9 s is not a minute yet.
test('ages', () => {
  expect([0, 59_999, 60_000, 3_599_999, 3_600_000, 86_400_000, -5].map(formatAge)).toEqual([
    '0 s',
    '59 s',
    '1 min',
    '59 min',
    '1 h',
    '1 d',
    '0 s',
  ])
})

test('durations and instants', () => {
  expect([42, 1_300, 125_000].map(formatDuration)).toEqual(['42 ms', '1.3 s', '2 min 5 s'])
  expect(formatInstant(new Date('2026-11-21T19:14:05.123Z'), true)).toBe('Nov 21, 2026, 19:14:05 UTC')
})
