import { createApp } from 'vue'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createDeskRouter } from '../../renderer/router.ts'

// A router hears early addresses for a moment after it is ready; the next test has a router of its own.
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => {
  vi.advanceTimersByTime(1_000)
  vi.useRealTimers()
})

// Catches a link that is lost because the router writes the first view's address before the event of the link is heard.
test('an address that was overwritten before its event came is gone to', async () => {
  // Unlike a change of the hash, this makes no event of its own.
  window.history.replaceState(null, '', '#/activity')
  const router = createDeskRouter()
  createApp({ render: () => null }).use(router)
  await router.isReady()
  const { href } = window.location
  window.dispatchEvent(
    new HashChangeEvent('hashchange', { newURL: href.replace('#/activity', '#/settings?section=about') }),
  )
  await expect.poll(() => router.currentRoute.value.fullPath).toBe('/settings?section=about')
})

// Catches an address that is written while the first view is still on its way, and lost: the desk then opens on another view than was asked for.
test('an address that comes before the first view stands is gone to', async () => {
  window.location.hash = '#/activity'
  const router = createDeskRouter()
  createApp({ render: () => null }).use(router)
  window.location.hash = '#/settings?section=about'
  window.dispatchEvent(new HashChangeEvent('hashchange', { newURL: window.location.href }))
  await router.isReady()
  await expect.poll(() => router.currentRoute.value.fullPath).toBe('/settings?section=about')
})

// Catches a view that writes its selection into the address while another view is being fetched, and so keeps the person where they were.
test('a view that was left does not lead back', async () => {
  window.location.hash = '#/activity'
  const router = createDeskRouter()
  createApp({ render: () => null }).use(router)
  await router.isReady()
  const begun = new Promise<void>((done) => router.beforeEach(() => done()))
  const leaving = router.push('/drafts')
  await begun
  await router.replace({ path: '/activity', query: { id: 'intent-1' } })
  await leaving
  expect(router.currentRoute.value.fullPath).toBe('/drafts')
  await router.replace({ query: { id: 'draft-1' } })
  expect(router.currentRoute.value.fullPath).toBe('/drafts?id=draft-1')
})
