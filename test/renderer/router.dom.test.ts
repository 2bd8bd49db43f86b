import { createApp } from 'vue'
import { expect, test } from 'vitest'
import { createDeskRouter } from '../../renderer/router.ts'

// Catches an address that is written while the first view is still on its way, and lost: the desk then opens on another view than was asked for.
test('an address that comes before the first view stands is gone to', async () => {
  window.location.hash = '#/activity'
  const router = createDeskRouter()
  createApp({ render: () => null }).use(router)
  window.location.hash = '#/settings?section=about'
  window.dispatchEvent(new Event('hashchange'))
  await router.isReady()
  await expect.poll(() => router.currentRoute.value.fullPath).toBe('/settings?section=about')
})
