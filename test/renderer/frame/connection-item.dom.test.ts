import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { Connection } from '#contract/models.ts'
import StatusBar from '../../../renderer/frame/StatusBar.vue'
import { mountOnDesk } from '../support/mount.ts'

const offline = (more: Partial<Connection> = {}): Connection => ({
  environment: 'rehearsal',
  state: 'unreachable',
  since: '2026-11-21T19:14:05.000Z',
  reason: 'refuses connections',
  sending: 'on',
  probing: 'on',
  nextProbeAt: new Date(Date.now() + 60_000).toISOString(),
  ...more,
})
const button = (words: string): HTMLButtonElement | undefined =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent.trim() === words)

// A countdown that is not there, or a reason that only the log knows.
test('offline is said with the time of the next question and the reason', async () => {
  const { wrapper, bridge } = await mountOnDesk(StatusBar)
  bridge.push('connection.changed', offline())
  await flushPromises()
  const item = wrapper.find('[data-status="connection"]')
  expect(item.text()).toMatch(/^Offline, next check in \d:\d\d/)
  expect(item.attributes('title')).toBe('Offline: refuses connections')
})

// The queue of another environment that answers must not turn this one's light green.
test('another environment does not speak for the chosen one', async () => {
  const { wrapper, bridge } = await mountOnDesk(StatusBar)
  bridge.push('connection.changed', offline())
  bridge.push('connection.changed', offline({ environment: 'development', state: 'reachable', latencyMs: 7 }))
  await flushPromises()
  expect(wrapper.find('[data-status="connection"]').text()).toContain('Offline')
})

// A network that is back and not used until the next turn; a person's pause of asking that a page passes over.
test('a page that comes online asks at once, unless asking is paused or nothing is wrong', async () => {
  const { bridge } = await mountOnDesk(StatusBar)
  const asked = async (state: Connection): Promise<number> => {
    bridge.push('connection.changed', state)
    await flushPromises()
    const before = bridge.requests.filter(({ method }) => method === 'connection.probe').length
    window.dispatchEvent(new Event('online'))
    await flushPromises()
    return bridge.requests.filter(({ method }) => method === 'connection.probe').length - before
  }
  expect(await asked(offline({ state: 'reachable' }))).toBe(0)
  expect(await asked(offline({ probing: 'paused' }))).toBe(0)
  expect(await asked(offline())).toBeGreaterThan(0)
})

// Buttons that send nothing, or the wrong switch.
test('the popover asks, pauses and resumes', async () => {
  const { wrapper, bridge } = await mountOnDesk(StatusBar)
  await wrapper.find('[data-status="connection"]').trigger('click')
  await expect.poll(() => button('Check now')).toBeDefined()
  button('Check now')?.click()
  await flushPromises()
  expect(bridge.requests).toContainEqual({ method: 'connection.probe', params: {} })
  button('Pause sending')?.click()
  await flushPromises()
  expect(bridge.requests).toContainEqual({ method: 'connection.configure', params: { sending: 'paused' } })
  expect(wrapper.find('[data-status="connection"]').text()).toContain('Sending paused')
  button('Resume sending')?.click()
  button('Pause checks')?.click()
  await flushPromises()
  expect(bridge.requests).toContainEqual({ method: 'connection.configure', params: { sending: 'on' } })
})
