import { flushPromises } from '@vue/test-utils'
import { expect, test, vi } from 'vitest'
import DeskFrame from '../../../renderer/frame/DeskFrame.vue'
import { mountOnDesk } from '../support/mount.ts'
import { sampleIntent } from '../support/sample-backend.ts'

// The wrong environment is the classic mistake: line, badge and title must show the one in use, and a switch must ask.
test('the environment is shown everywhere and switched only after a question', async () => {
  const { wrapper, bridge } = await mountOnDesk(DeskFrame)
  expect(wrapper.find('[data-environment="rehearsal"]').exists()).toBe(true)
  expect(document.title).toContain('Rehearsal')
  await wrapper.find('header button[aria-label^="Environment"]').trigger('click')
  await flushPromises()
  const development = [...document.querySelectorAll('button')].find((button) =>
    button.textContent.includes('dev.platform.test'),
  )
  const production = [...document.querySelectorAll('button')].find((button) =>
    button.textContent.includes('Not configured'),
  )
  expect(production?.disabled).toBe(true)
  development?.click()
  // The question loads when it is first asked.
  await vi.dynamicImportSettled()
  await flushPromises()
  expect(bridge.requests.map(({ method }) => method)).not.toContain('environments.select')
  document.querySelector<HTMLElement>('[data-confirm]')?.click()
  await flushPromises()
  expect(bridge.requests).toContainEqual({ method: 'environments.select', params: { id: 'development' } })
  expect(wrapper.find('.line[data-environment="development"]').exists()).toBe(true)
})

// The counts must be live and lead somewhere.
test('the status bar follows the ledger', async () => {
  const { wrapper, bridge } = await mountOnDesk(DeskFrame)
  bridge.push('ledger.changed', { intent: sampleIntent(4), counts: { queued: 2, sending: 0, accepted: 0, unknown: 7 } })
  await flushPromises()
  expect(wrapper.find('[data-status="unknown"]').text()).toContain('7 unknown')
  expect(wrapper.find('[data-status="unknown"]').attributes('href')).toBe('/activity?state=unknown')
  expect(wrapper.find('[data-status^="gate-Payments"]').text()).toMatch(/Payments waits \d+:\d\d/)
})

// Values from before the link dropped must not pass for fresh ones.
test('a lost link is told, and its values grey', async () => {
  const { wrapper, bridge } = await mountOnDesk(DeskFrame)
  bridge.setLink('lost')
  await flushPromises()
  expect(wrapper.find('[data-link-lost]').text()).toContain('Nothing you typed is lost')
  expect(wrapper.find('[data-status="connection"]').classes()).toContain('text-dimmed')
  expect(wrapper.find('[role="status"]').text()).toContain('stopped')
  await wrapper.find('[data-link-lost] button').trigger('click')
  await flushPromises()
  expect(wrapper.find('[data-link-lost]').exists()).toBe(false)
})

// Without its token the page can do nothing and must say what to do.
test('a page without a token says so', async () => {
  const { wrapper, bridge } = await mountOnDesk(DeskFrame)
  bridge.setLink('lost', 'no_token')
  await flushPromises()
  expect(wrapper.text()).toContain('This address is incomplete')
})

test('the palette opens by keyboard with all operations', async () => {
  const { bridge } = await mountOnDesk(DeskFrame)
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true }))
  await expect.poll(() => document.querySelector('[role="dialog"] [role="listbox"]')).not.toBeNull()
  await expect.poll(() => bridge.requests.some(({ method }) => method === 'catalog.list')).toBe(true)
})
