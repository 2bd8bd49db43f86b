import { expect, test } from 'vitest'
import { nearEdge } from '#air/on-air/useAdWatch.ts'

const at = (seconds: number) => ({ now: Date.parse('2026-11-22T20:00:00.000Z') + seconds * 1_000 })
const ads = [{ startsAt: at(0).now, endsAt: at(120).now }, { startsAt: at(600).now }, {}]

// Catches an ad whose end is noticed a minute late, and a list that is read all the time although nothing begins or ends.
test('ads are read often only around their edges', () => {
  const near = [-60, -20, 0, 20, 60, 100, 120, 140, 300, 580, 620, 700].map((seconds) => nearEdge(ads, at(seconds).now))
  expect(near).toEqual([false, true, true, true, false, true, true, true, false, true, true, false])
})
