import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { meetNotice } from '#contract/models.ts'
import { updatesNotice } from '#contract/updates.ts'
import NoticeBanner from '../../../renderer/frame/NoticeBanner.vue'
import { mountOnDesk } from '../support/mount.ts'

const notice = (environment: 'rehearsal' | 'development') => ({
  id: meetNotice(environment),
  level: 'info' as const,
  message: 'For scripts.',
  at: '2026-11-22T12:00:00.000Z',
})

// Catches an offer that leads nowhere, stays after it was taken, or stands there for an environment that is not in use.
test('the offer is for the environment in use, leads to the page, and is gone then', async () => {
  const { wrapper, bridge, router } = await mountOnDesk(NoticeBanner)
  bridge.push('desk.notice', notice('development'))
  await flushPromises()
  expect(wrapper.find('[data-meet]').exists()).toBe(false)
  expect(wrapper.find('[data-notice="meet-development"]').exists()).toBe(false)
  bridge.push('desk.notice', notice('rehearsal'))
  await flushPromises()
  expect(wrapper.find('[data-notice="meet-rehearsal"]').text()).toContain('Rehearsal has its first credential.')
  await wrapper.find('[data-meet]').trigger('click')
  await flushPromises()
  expect(router.currentRoute.value.path).toBe('/meet')
  expect(bridge.requests).toContainEqual({ method: 'desk.dismiss', params: { id: 'meet-rehearsal' } })
  expect(wrapper.find('[data-notice="meet-rehearsal"]').exists()).toBe(false)
})

// Catches a question about updates that leads nowhere, decides by itself, or stays after it was followed.
test('the question about updates leads to where it is answered, and is gone then', async () => {
  const { wrapper, bridge, router } = await mountOnDesk(NoticeBanner)
  bridge.push('desk.notice', { ...notice('rehearsal'), id: updatesNotice, code: 'updates' })
  await flushPromises()
  const row = wrapper.get('[data-notice="updates"]')
  expect(row.text()).toContain('Showdesk can look for newer versions.')
  await row.get('[data-decide-updates]').trigger('click')
  await flushPromises()
  expect(router.currentRoute.value.fullPath).toBe('/settings#about')
  expect(bridge.requests).toContainEqual({ method: 'desk.dismiss', params: { id: updatesNotice } })
  expect(bridge.requests.map(({ method }) => method)).not.toContain('updates.choose')
  expect(wrapper.find('[data-notice="updates"]').exists()).toBe(false)
})
