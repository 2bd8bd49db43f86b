import { describe, expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { byPlan, publishedOf, type Published } from '#answers/published.ts'
import { optionsOf, pollOptionsOf } from '../../../renderer/views/prepare/model/options.ts'
import { proposeEnd, proposeLink, proposePoll, proposeStream } from '../../../renderer/views/prepare/model/proposal.ts'

const now = Date.UTC(2026, 10, 22, 19)
const hour = 3_600_000
const event = (change: Partial<Published> = {}): Published => ({
  key: '1',
  state: 'off',
  streamId: 'str_2',
  at: now + hour,
  ...change,
})
const stream = (id: string, status: string) => ({ id, name: id, status })

describe('what a profile is offered that has chosen nothing', () => {
  // Catches a stream that is guessed from several, and the wrong one next to what runs or comes next.
  test('the stream that runs, else the one of the next event, else the only one', () => {
    const [idle, other, over] = [stream('str_1', 'idle'), stream('str_2', 'idle'), stream('str_3', 'ended')]
    expect(proposeStream([idle, { ...other, status: 'live' }], [], now)?.id).toBe('str_2')
    expect(proposeStream([idle, other], [event()], now)?.id).toBe('str_2')
    expect(proposeStream([idle, other], [event({ at: now - hour })], now)).toBeUndefined()
    expect(proposeStream([idle, other], [event({ state: 'stopped' })], now)).toBeUndefined()
    expect(proposeStream([idle, over], [], now)?.id).toBe('str_1')
    expect(proposeStream([], [event()], now)).toBeUndefined()
  })

  // Catches a closed poll, or one of many, in a show that nobody chose it for.
  test('the poll that takes votes, else the only open one; the only link that takes payments', () => {
    const poll = (id: string, step: string) => ({ id, name: id, step })
    expect(proposePoll([poll('a', 'hidden'), poll('b', 'live')])?.id).toBe('b')
    expect(proposePoll([poll('a', 'hidden'), poll('b', 'closed')])?.id).toBe('a')
    expect(proposePoll([poll('a', 'hidden'), poll('b', 'hidden')])).toBeUndefined()
    expect(proposeLink([stream('a', 'expired'), stream('b', 'active')])?.id).toBe('b')
    expect(proposeLink([stream('a', 'active'), stream('b', 'active')])).toBeUndefined()
  })

  // Catches a clock that counts down 27 hours in a rehearsal the day before.
  test('the end of an event that begins soon', () => {
    const lasts = { lastsMs: 3 * hour }
    expect(proposeEnd([event(lasts)], now)).toBe('2026-11-22T23:00:00.000Z')
    expect(proposeEnd([event({ ...lasts, at: now + 25 * hour })], now)).toBeUndefined()
    expect(proposeEnd([event({ ...lasts, at: now - 4 * hour })], now)).toBeUndefined()
    expect(proposeEnd([event()], now)).toBeUndefined()
  })
})

// Catches a poll under a name that its studio does not show, and records without an identifier that can be chosen.
test('a poll goes by its question', () => {
  const answer: Json = {
    data: [
      { id: 'emb_2', name: 'Next guest', question: 'Who should come next?', status: 'open' },
      { id: 'emb_3', name: 'Encore', status: 'hidden' },
      { question: 'No identifier' },
    ],
  }
  expect(pollOptionsOf(answer)).toMatchObject([
    { id: 'emb_2', name: 'Who should come next?', note: 'Next guest' },
    { id: 'emb_3', name: 'Encore' },
  ])
  expect(pollOptionsOf(undefined)).toBeUndefined()
  expect(optionsOf({ data: [{ id: 7, name: 'Seven', status: null }] }, 'video/stream')).toEqual([
    { id: '7', name: 'Seven' },
  ])
})

// Catches events in an order in which nobody looks for them, and odd answers that break the list.
test('events on the platform: what comes next first, what has ended last', () => {
  const rows = publishedOf({
    data: [
      { id: 'det_1', title: 'Over', status: 'ended', scheduleDate: '2026-11-01' },
      { id: 'det_2', title: 'Later', provider_name: 'Output one', scheduleDate: '2026-11-24', scheduleTime: '20:00' },
      { id: 'det_3', title: 'Soon', scheduleDate: '2026-11-23', streamHours: 2 },
      { status: { odd: true }, title: ['x'] },
    ],
  })
  const sorted = rows.toSorted(byPlan)
  expect(sorted.map(({ id }) => id)).toEqual(['det_3', 'det_2', undefined, 'det_1'])
  expect(sorted[0]).toMatchObject({ at: Date.UTC(2026, 10, 23), lastsMs: 2 * hour })
  expect(sorted[1]?.provider).toBe('Output one')
  expect(publishedOf(null)).toEqual([])
})
