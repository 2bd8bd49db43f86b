import { expect, test } from 'vitest'
import type { LiveValue } from '#contract/live.ts'
import { watchKey } from '#contract/watch-key.ts'
import { createReads, readsFor, watchOf } from '../../../../main/air/commands/reads.ts'
import { createFakeClock, settle } from '../../platform/ledger/support.ts'

const watch = watchOf('poll', { environment: 'rehearsal', poll: { id: 'emb_1', name: 'Poll' } }, true)

function bench() {
  const clock = createFakeClock()
  if (watch === undefined) throw new Error('Nothing is watched')
  let value: LiveValue = { key: watchKey(watch), environment: 'rehearsal', pace: 'tally', reading: true }
  const listeners = new Set<(value: LiveValue) => void>()
  let refreshed = 0
  const reads = createReads({
    clock,
    watching: {
      follow: () => ({ values: [value], budget: {} as never }),
      refresh: async () => {
        refreshed += 1
        return value
      },
      onValue(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
  })
  const asked = { page: 'p', watches: new Map([['poll', watch] as const]), needed: ['poll'] as const }
  const tell = (more: Partial<LiveValue>): void => {
    value = { ...value, ...more }
    for (const listener of listeners) listener(value)
  }
  return { clock, reads, asked, tell, listeners, refreshed: () => refreshed }
}

// Catches the request that is sent twice, by the scheduler and by the caller, and a listener or timer that stays.
test('a read under way is waited for and not doubled', async () => {
  const { reads, asked, tell, listeners, refreshed } = bench()
  const read = reads.read({ ...asked, patienceMs: 2_000 })
  await settle()
  tell({ reading: false, answer: { status: 200, data: {}, receivedAt: '2026-03-01T12:00:00.000Z', durationMs: 1 } })
  expect((await read).get('poll')?.answer?.data).toEqual({})
  expect(refreshed()).toBe(0)
  expect(listeners.size).toBe(0)
})

// Catches a caller that hangs on a value that is never told, as after a switch of the environment.
test('a read that never ends is given up', async () => {
  const { clock, reads, asked, listeners } = bench()
  const read = reads.read({ ...asked, patienceMs: 2_000 })
  await clock.advance(2_100)
  expect((await read).get('poll')?.answer).toBeUndefined()
  await clock.advance(30_000)
  expect(listeners.size).toBe(0)
})

// Catches lamps that are asked for although nothing is chosen, and reads that a grant does not need.
test('each command needs few reads, and none of what is not chosen', () => {
  expect(readsFor(['clip', 'mark'])).toEqual(['status'])
  expect(readsFor(['stop', 'start'])).toEqual(['destinations', 'status'])
  expect(watchOf('status', { environment: 'rehearsal' }, true)).toBeUndefined()
  expect(watchOf('poll', { environment: 'rehearsal' }, true)).toBeUndefined()
})
