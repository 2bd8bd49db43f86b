import { afterAll, beforeAll, expect, test } from 'vitest'
import { asDeskError } from '#contract/errors.ts'
import { createPlatformReads } from '../../../../main/core/access/platform-reads.ts'
import { createFakeClock } from '../../platform/ledger/support.ts'
import { inputs, openAccessDesk } from './desk.ts'

let desk: Awaited<ReturnType<typeof openAccessDesk>>
beforeAll(async () => {
  desk = await openAccessDesk()
})
afterAll(() => desk.end())

// Catches a window that never opens again, a refusal that counts, and a time to wait that is too short.
test('so many in any minute, and then when the oldest is a minute old', async () => {
  const clock = createFakeClock()
  const reads = createPlatformReads({ clock, most: () => 10 })
  const refused = () => {
    try {
      reads.take('platform.read')
      return undefined
    } catch (error) {
      return asDeskError(error)
    }
  }
  for (let n = 0; n < 10; n += 1) {
    expect(refused()).toBeUndefined()
    await clock.advance(1_000)
  }
  for (let n = 0; n < 50; n += 1) expect(refused()?.details.retryAfterMs).toBe(50_000)
  expect(refused()).toMatchObject({
    code: 'rate_limited',
    details: { facts: { reason: 'grant_reads_used', most: 10 } },
  })
  await clock.advance(49_999)
  expect(refused()?.details.retryAfterMs).toBe(1)
  await clock.advance(1)
  expect(refused()).toBeUndefined()
  expect(refused()?.details.retryAfterMs).toBe(1_000)
  // What asks the platform for nothing is not counted.
  for (let n = 0; n < 100; n += 1) reads.take('drafts.list')
  // One call may cost more than is left.
  expect(() => reads.take('show.check')).toThrow(/10 times/)
})

// Catches a script in a loop that makes the live desk's values old during a show, or takes the room of a person.
test('programs in a loop leave the desk its reads', async () => {
  const request = { operation: 'GET /api/events/general/all' }
  const joined = await Promise.all([inputs.read, inputs.operate].map((input) => desk.join(input)))
  const answers = await Promise.all(
    joined.flatMap(({ ask }) => Array.from({ length: 40 }, () => ask('platform.read', request))),
  )
  const refused = answers.flatMap(({ error }) => (error === undefined ? [] : [error.data]))
  const { reserve } = await desk.desk('live.budget', undefined)
  expect(answers.length - refused.length).toBe(reserve)
  expect(new Set(refused.map(({ facts }) => facts?.reason))).toEqual(new Set(['grant_reads_used']))
  expect(Math.max(...refused.map(({ retryAfterMs = 0 }) => retryAfterMs))).toBeLessThanOrEqual(60_000)
  await desk.desk('platform.read', request)
  const { ask } = joined[0] ?? (await desk.join(inputs.read))
  const follow = { page: 'p', visible: true, watches: [{ ...request, pace: 'figures' }] }
  expect((await ask('live.follow', follow)).error).toBeUndefined()
})
