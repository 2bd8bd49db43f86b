import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import ActivityView from '../../../renderer/views/activity/ActivityView.vue'
import { sampleIntent } from '../support/sample-backend.ts'
import { giveSizes } from '../support/layout.ts'
import { mountOnDesk, type Mounted } from '../support/mount.ts'

giveSizes(600, 320)

const open = (at: string, intents = 12): Promise<Mounted> => mountOnDesk(ActivityView, {}, { at, intents })

// A deep link from the status bar must show the filtered list and the record, read from the ledger where the list lacks it.
test('an address opens its filter and its record', async () => {
  const { wrapper, bridge } = await open('/activity?state=unknown&id=intent-3')
  expect(bridge.requests).toContainEqual({ method: 'ledger.list', params: { limit: 200, state: 'unknown' } })
  expect(wrapper.find('[data-record="intent-3"]').exists()).toBe(true)
})

// 20,000 rows must not become 20,000 elements.
test('only the rows in sight are drawn', async () => {
  const { wrapper } = await open('/activity', 5_000)
  const rows = wrapper.findAll('[role="option"]').length
  expect(rows).toBeGreaterThan(5)
  expect(rows).toBeLessThan(60)
})

// A row that jumps in on top makes a person press the wrong one.
test('a new intent waits while the list is in use, a changed one stays in its row', async () => {
  const { wrapper, bridge } = await open('/activity')
  const list = wrapper.find('[role="listbox"]')
  ;(list.element as HTMLElement).focus()
  const counts = { queued: 0, sending: 0, accepted: 0, unknown: 0 }
  bridge.push('ledger.changed', {
    intent: { ...sampleIntent(0), id: 'fresh', createdAt: '2027-01-01T00:00:00.000Z' },
    counts,
  })
  bridge.push('ledger.changed', { intent: { ...sampleIntent(2), state: 'confirmed' }, counts })
  await flushPromises()
  expect(wrapper.find('[data-intent="fresh"]').exists()).toBe(false)
  expect(wrapper.find('[data-intent="intent-2"]').text()).toContain('Confirmed')
  await wrapper
    .findAll('button')
    .find((button) => button.text() === '1 new')
    ?.trigger('click')
  await flushPromises()
  expect(wrapper.findAll('[role="option"]')[0]?.attributes('data-intent')).toBe('fresh')
})

// The desk is worked without a mouse.
test('arrows choose, Escape goes back', async () => {
  const { wrapper, router } = await open('/activity')
  await wrapper.find('[role="listbox"]').trigger('keydown', { key: 'ArrowDown' })
  await flushPromises()
  expect(router.currentRoute.value.query['id']).toBe('intent-1')
  expect(wrapper.find('[data-record="intent-1"]').exists()).toBe(true)
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
  await flushPromises()
  expect(router.currentRoute.value.query['id']).toBeUndefined()
})

// "Check now" must read once and never send.
test('an unknown outcome is read, not repeated', async () => {
  const { wrapper, bridge } = await open('/activity?id=intent-4')
  const button = wrapper.find('[data-action="reconcile"]')
  await Promise.all([button.trigger('click'), button.trigger('click')])
  await flushPromises()
  const written = bridge.requests.filter(({ method }) => /retry|submit|reconcile/.test(method))
  expect(written).toEqual([{ method: 'ledger.reconcile', params: { id: 'intent-4' } }])
  expect(wrapper.findAll('[data-record] ~ *, aside li').length).toBeGreaterThan(2)
})

// First use, empty after a filter and a failure are three different things to a person.
test('empty and failed lists say which they are', async () => {
  const first = await open('/activity', 0)
  expect(first.wrapper.text()).toContain('Nothing sent yet')
  expect(first.wrapper.find('[data-prepare]').attributes('href')).toBe('/prepare')
  const filtered = await open('/activity?q=nothing-like-it')
  expect(filtered.wrapper.text()).toContain('No results')
})

// Catches a log in the language of an API: what was done is read, the route is one hover or press away.
test('rows and the record say what was done', async () => {
  const deed = { code: 'broadcast_stopped' as const, facts: { name: 'Night show main' } }
  const { wrapper, bridge } = await open('/activity?id=intent-0')
  bridge.push('ledger.changed', {
    intent: { ...sampleIntent(0), state: 'confirmed', deed },
    counts: { queued: 0, sending: 0, accepted: 0, unknown: 0 },
  })
  await flushPromises()
  const row = wrapper.find('[data-intent="intent-0"]')
  expect(row.text()).toContain('Stopped “Night show main”')
  expect(row.text()).not.toContain('video/event')
  expect(row.find('[title]').attributes('title')).toContain('PUT /api/video/event/update')
  const record = wrapper.find('[data-record="intent-0"]')
  expect(record.find('h2').text()).toBe('Stopped “Night show main”')
  expect(record.find('details[data-route]').attributes('open')).toBeUndefined()
  expect(record.find('details[data-route]').text()).toContain('PUT /api/video/event/update')
})
