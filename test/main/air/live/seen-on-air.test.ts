import { expect, test } from 'vitest'
import type { LiveValue } from '#contract/live.ts'
import type { Json } from '#contract/json.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { watchKey } from '#contract/watch-key.ts'
import { createSeenOnAir } from '../../../../main/air/live/seen-on-air.ts'

function bench() {
  const ended: EnvironmentId[] = []
  const seen = createSeenOnAir({ onEnd: (environment) => ended.push(environment) })
  const take = (operation: string, data: Json, at: string, environment: EnvironmentId = 'production', body?: Json) => {
    const value: LiveValue = {
      key: watchKey({ operation, ...(body === undefined ? {} : { body }) }),
      environment,
      pace: 'status',
      reading: false,
      answer: { status: 200, data, receivedAt: at, durationMs: 1 },
    }
    seen.take(value)
  }
  return { ended, seen, take }
}
const status = 'POST /api/video/stream/getStatus'
const details = 'GET /api/video/details/all'
const [one, two, three] = ['2026-11-22T20:00:01.000Z', '2026-11-22T20:00:02.000Z', '2026-11-22T20:00:03.000Z'] as const

// Catches a key that is dropped while a second stream, a destination or a pause is still on.
test('something is on air until each reading has shown it ended', () => {
  const { ended, seen, take } = bench()
  take(status, { data: { status: 'live' } }, one, 'production', { streamId: 'a' })
  take(
    details,
    {
      data: {
        items: [
          { id: '1', status: 'stopped' },
          { id: '2', status: 'live', paused: true },
        ],
      },
    },
    two,
  )
  expect(seen.at('production')).toBe(two)
  expect(seen.at('development')).toBeUndefined()
  take(
    details,
    {
      data: {
        items: [
          { id: '1', status: 'stopped' },
          { id: '2', status: 'ended' },
        ],
      },
    },
    three,
  )
  expect([seen.at('production'), ended]).toEqual([one, []])
  take(status, { data: { status: 'idle' } }, three, 'production', { streamId: 'a' })
  expect([seen.at('production'), ended]).toEqual([undefined, ['production']])
})

// Catches a failed read, or an answer that nobody understands, taken for an end.
test('what says nothing changes nothing', () => {
  const { ended, seen, take } = bench()
  take(status, { data: { status: 'live' } }, one)
  take(status, { data: { status: 'warming_up' } }, two)
  seen.take({
    key: watchKey({ operation: status }),
    environment: 'production',
    pace: 'status',
    reading: false,
    error: { code: 'timed_out', message: 'Late.', retryable: true },
  })
  take('GET /api/ads/placement/all', { data: [{ id: '1', status: 'stopped' }] }, three)
  expect([seen.at('production'), ended]).toEqual([one, []])
})
