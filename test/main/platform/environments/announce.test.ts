import { expect, test } from 'vitest'
import type { Intent, IntentState } from '#contract/models.ts'
import { createAnnouncer } from '../../../../main/core/announce.ts'

const intent = (id: string, state: IntentState): Intent => ({
  id,
  reference: `sd_${id}`,
  operation: 'POST /api/video/category/create',
  state,
  environment: 'rehearsal',
  product: 'Livestream',
  risk: 'edit',
  request: {},
  attempts: 1,
  createdAt: '2026-11-21T20:00:00.000Z',
  evidence: [],
})

function announcer() {
  const timers = new Set<() => void>()
  const told: string[] = []
  const made = createAnnouncer(
    {
      now: () => 0,
      after(_, run) {
        timers.add(run)
        return () => void timers.delete(run)
      },
    },
    ({ id, state }) => told.push(`${id} ${state}`),
  )
  const later = () => {
    for (const run of timers) run()
    timers.clear()
  }
  const turn = () => new Promise((done) => setImmediate(done))
  return { ...made, told, later, turn }
}

// Catches screens that flicker through "sending" for a write that was answered at once, or that never hear how it ended.
test('a quick sending is told once, as what it became', async () => {
  const { changed, told, later, turn } = announcer()
  changed(intent('a', 'sending'))
  changed(intent('a', 'confirmed'))
  later()
  await turn()
  expect(told).toEqual(['a confirmed'])
})

// Catches a slow sending that stays invisible.
test('a slow sending is told before its end', async () => {
  const { changed, told, later, turn } = announcer()
  changed(intent('a', 'sending'))
  later()
  await turn()
  changed(intent('a', 'unknown'))
  await turn()
  expect(told).toEqual(['a sending', 'a unknown'])
})

// Catches a change that is lost because the desk closes right after it, or told out of order.
test('what is still to be told is told at the end, in order', () => {
  const { changed, flush, told } = announcer()
  changed(intent('a', 'queued'))
  changed(intent('b', 'rejected'))
  changed(intent('c', 'sending'))
  flush()
  expect(told).toEqual(['a queued', 'b rejected'])
})
