import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { DeskError } from '#contract/errors.ts'
import AdsView from '../../../renderer/views/ads/AdsView.vue'
import { stopClock } from '../support/clock.ts'
import { mountOnDesk } from '../support/mount.ts'
import type { MemoryBridge } from '../support/memory-bridge.ts'

stopClock()
const iso = (minutes: number): string => new Date(Date.now() + minutes * 60_000).toISOString()
const answering = (placements: Json) => (bridge: MemoryBridge) => {
  bridge.answer('platform.read', (params) =>
    (params as { operation: string }).operation === 'GET /api/ads/placement/all'
      ? { status: 200, data: placements, receivedAt: new Date().toISOString(), durationMs: 3 }
      : undefined,
  )
}
async function open(placements: Json, at = '/ads') {
  const mounted = await mountOnDesk(AdsView, {}, { at, prepare: answering(placements) })
  await expect.poll(() => mounted.wrapper.find('[data-board], [data-proof]').exists()).toBe(true)
  await flushPromises()
  return mounted
}

// Catches a board that breaks on one row of a hostile list, or runs what a name contains.
test('a hostile list is shown as what it is', async () => {
  const { wrapper } = await open({
    data: {
      items: [
        null,
        7,
        { id: 'p1', name: '<img src=x onerror=alert(1)>', status: 'sideways', startsAt: iso(-1), endsAt: iso(5) },
        { id: 'p2', name: null, status: null, startsAt: 'soon' },
      ],
    },
  })
  await expect.poll(() => wrapper.find('[data-doubtful]').text()).toContain('<img src=x onerror=alert(1)>')
  expect(wrapper.find('[data-moment="running"]').text()).not.toContain('<img')
  expect(wrapper.find('img').exists()).toBe(false)
  expect(wrapper.text()).toContain('Sideways')
})

// Catches one object where a list was expected being shown as nothing.
test('a single placement is a list of one', async () => {
  const { wrapper } = await open({ data: { id: 'p1', name: 'Spot A', status: 'running' } })
  await expect.poll(() => wrapper.find('[data-moment="running"]').text()).toContain('Spot A')
})

// Catches an empty platform that looks like a failure.
test('no placements is a first use, not an error', async () => {
  const { wrapper } = await open({ data: { items: [], total: 0 } })
  await expect.poll(() => wrapper.text()).toContain('No placements yet')
  expect(wrapper.find('[data-to-placements]').attributes('href')).toBe('/ads?section=placements')
  expect(wrapper.find('[role="alert"]').exists()).toBe(false)
})

// Catches a rate limit that wipes the board.
test('a wait keeps what was known and says so', async () => {
  const { wrapper, bridge } = await open({ data: [{ id: 'p1', name: 'Spot A', status: 'running' }] })
  await expect.poll(() => wrapper.find('[data-moment="running"]').text()).toContain('Spot A')
  const error = new DeskError('rate_limited', 'Wait', { retryAfterMs: 9_000 }).toShape()
  bridge.push('live.value', {
    key: 'GET /api/ads/placement/all [{},{},null]',
    environment: 'rehearsal',
    pace: 'figures',
    answer: {
      status: 200,
      data: { data: [{ id: 'p1', name: 'Spot A', status: 'running' }] },
      receivedAt: iso(-3),
      durationMs: 4,
    },
    error,
    reading: false,
    waiting: 'gate',
  })
  await expect.poll(() => wrapper.find('[data-waiting="gate"]').exists()).toBe(true)
  expect(wrapper.find('[data-moment="running"]').text()).toContain('Spot A')
})

// Catches a countdown that is off by as much as this machine's clock.
test("a countdown goes by the platform's clock where that is known", async () => {
  const { wrapper, bridge } = await open({
    data: [{ id: 'p1', name: 'Spot A', status: 'scheduled', startsAt: iso(5), endsAt: iso(6) }],
  })
  const left = (): string => wrapper.find('[data-moment="next"] [data-countdown]').text()
  await expect.poll(left).toMatch(/^(4:5\d|5:00)$/)
  const known = { environment: 'rehearsal', state: 'reachable', since: iso(-1), sending: 'on', probing: 'on' } as const
  bridge.push('connection.changed', { ...known, clockOffsetMs: 90_000 })
  await expect.poll(left).toMatch(/^6:[12]\d$/)
  // By less than a second it is not known: that must not make seconds jump.
  bridge.push('connection.changed', { ...known, clockOffsetMs: 90_400 })
  bridge.push('connection.changed', { ...known, clockOffsetMs: -120_000 })
  await expect.poll(left).toMatch(/^(2:5\d|3:00)$/)
})

// Catches an operation of the product that can only be reached by its address.
test('the sections reach every kind of record', async () => {
  const { wrapper, router } = await open([])
  for (const section of ['placements', 'advertisements', 'inventory', 'bids', 'attributions', 'proof']) {
    await wrapper.find(`[data-section="${section}"]`).trigger('click')
    await flushPromises()
    expect(router.currentRoute.value.query['section']).toBe(section)
  }
  await expect.poll(() => wrapper.find('[data-proof]').exists()).toBe(true)
})
