import { expect, test } from 'vitest'
import { createShare } from '../../../../main/air/live/pace.ts'
import { createSlowdown } from '../../../../main/air/live/slowdown.ts'
import { createUsage } from '../../../../main/air/live/usage.ts'
import { manualClock } from '../../platform/client/support.ts'

const hours = [2, -2] as const
const request = { operation: 'GET /api/video/stream/all' }

// Catches a minute's requests forgotten, so that the desk goes on at once and meets the limit, or held against it for hours.
test.each(hours)('a clock that jumps by %i h changes nothing in the minute that is counted', (by) => {
  const clock = manualClock()
  const usage = createUsage(clock)
  for (let sent = 0; sent < 6; sent += 1)
    usage.left({ request, by: 'desk', environment: 'production', product: 'Livestream' })
  clock.advance(10_000)
  clock.jump(by * 3_600_000)
  expect(usage.counts()).toEqual({ used: 6, usedByItself: 6 })
  expect(usage.waitMs({ perMinute: 6, reserve: 0 }, true)).toBe(50_001)
  clock.advance(50_001)
  expect(usage.counts().used).toBe(0)
})

// Catches a platform that complained and is read at full pace again a moment later.
test.each(hours)('a clock that jumps by %i h neither ends nor draws out a slowdown', (by) => {
  const clock = manualClock()
  const slowdown = createSlowdown(clock)
  slowdown.observe([
    {
      environment: 'production',
      product: 'Livestream',
      credential: 'apiKey',
      until: '',
      retryAfterMs: 1,
      source: 'backoff',
    },
  ])
  clock.jump(by * 3_600_000)
  expect(slowdown.factor()).toBe(2)
  clock.advance(60_000)
  expect(slowdown.factor()).toBe(1)
})

// Catches an hour's share of questions that is given out anew, or never again.
test.each(hours)('a clock that jumps by %i h leaves the share of an hour as it is', (by) => {
  const clock = manualClock()
  const share = createShare(clock)
  for (let taken = 0; taken < 30; taken += 1) share.take()
  clock.jump(by * 3_600_000)
  expect(share.spent()).toBe(true)
  clock.advance(3_600_001)
  expect(share.spent()).toBe(false)
})
