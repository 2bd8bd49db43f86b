import { expect, test } from 'vitest'
import { products } from '#contract/operation.ts'
import type { ProductLimit } from '#contract/requests.ts'
import LimitsView from '../../../renderer/views/limits/LimitsView.vue'
import { stopClock } from '../support/clock.ts'
import { mountOnDesk } from '../support/mount.ts'

stopClock()

// Catches a waiting product that stands below the open ones, or without its reason, its time, or what waits behind it.
test('a product that waits comes first, with why, until when and how much waits', async () => {
  const { wrapper } = await mountOnDesk(LimitsView)
  await expect.poll(() => wrapper.findAll('[data-product]').length).toBe(products.length)
  const [first] = wrapper.findAll('[data-product]')
  expect(first?.attributes('data-product')).toBe('Payments')
  expect(first?.text()).toMatch(/Waits 1:35, until \d\d:\d\d:\d\d/)
  expect(first?.text()).toContain('Time set by the platform for API key.')
  expect(first?.find('a[href*="queue"]').text()).toBe('2')
  expect(first?.text()).toContain('Rate limited after 41 requests within 60 s, once since start;')
  expect(wrapper.find('[data-limits-now]').text()).toContain('One product is waiting.')
})

// Catches a page that stands still while what it shows has changed, and one that shows another environment's numbers.
test('follows what is told, of the chosen environment alone', async () => {
  const { wrapper, bridge } = await mountOnDesk(LimitsView)
  await expect.poll(() => wrapper.findAll('[data-product]').length).toBe(products.length)
  const changed: ProductLimit[] = products.map((product) => ({
    product,
    waiting: 0,
    used: 77,
    usedByItself: 0,
    refusals: 0,
    mostPassed: 0,
  }))
  bridge.push('limits.products', { environment: 'rehearsal', products: changed })
  await expect.poll(() => wrapper.find('[data-product="Ads"]').text()).toContain('77')
  bridge.push('limits.products', { environment: 'development', products: changed })
  await expect.poll(() => wrapper.findAll('[data-product]').length).toBe(0)
})
