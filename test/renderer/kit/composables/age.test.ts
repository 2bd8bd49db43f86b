import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ageOf, isFresh, leftUntil } from '../../../../renderer/kit/composables/time/age.ts'

const start = Date.UTC(2026, 10, 22, 20, 14, 5)
const hour = 3_600_000
const received = new Date(start).toISOString()
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'], now: start })
})
afterEach(() => vi.useRealTimers())

// Catches an age that begins anew, or is negative, with the clock: 75 s old, it said "0 s ago".
test('a clock that is set back makes a value no younger', () => {
  expect(ageOf(received)).toBe(0)
  vi.advanceTimersByTime(75_000)
  vi.setSystemTime(Date.now() - hour)
  expect(ageOf(received)).toBe(75_000)
  expect(isFresh(received, 12_000)).toBe(false)
  // Nor is one fresh that is met only now, and is from the future by this clock.
  expect(ageOf(new Date(start + 1).toISOString())).toBe(0)
  expect(isFresh(new Date(start + 1).toISOString(), 12_000)).toBe(false)
})

// Catches a monotonic clock that stands still in sleep: the wall clock knows better then.
test('a value is as old as the older of both clocks says', () => {
  const at = new Date(start + 10).toISOString()
  vi.advanceTimersByTime(10)
  ageOf(at)
  vi.setSystemTime(start + 10 + hour)
  expect(ageOf(at)).toBe(hour)
})

// Catches a value that is stale because it was received between two beats of the clock that screens count by.
test('a value of this very second is fresh, and what comes after a set clock is fresh again', () => {
  expect(isFresh(new Date(start + 900).toISOString(), 12_000)).toBe(true)
  vi.setSystemTime(start - hour)
  expect(isFresh(new Date(start - hour + 300).toISOString(), 12_000)).toBe(true)
})

// Catches a button that a clock set back by 1 h keeps closed for that hour, and one that stays closed because the machine slept.
test('a wait is as long as it was when it was met, whatever the clock does', () => {
  const until = start + 20_000
  expect(leftUntil(until)).toBe(20_000)
  vi.advanceTimersByTime(5_000)
  vi.setSystemTime(Date.now() - hour)
  expect(leftUntil(until)).toBe(15_000)
  vi.advanceTimersByTime(15_000)
  expect(leftUntil(until)).toBe(0)
  const asleep = Date.now() + 60_000
  expect(leftUntil(asleep)).toBe(60_000)
  vi.setSystemTime(asleep)
  expect(leftUntil(asleep)).toBe(0)
})
