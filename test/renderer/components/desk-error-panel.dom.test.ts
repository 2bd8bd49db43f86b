import { expect, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import DeskErrorPanel from '../../../renderer/components/DeskErrorPanel.vue'
import { mountOnDesk } from '../support/mount.ts'

// Three parts, the platform's own words, and the reference to quote: leave one out and a person is stuck.
test('an error says what, what it means, what next, and its request id', async () => {
  const error = new DeskError('rate_limited', 'Slow down.', { status: 429, requestId: 'req_7f3a', retryAfterMs: 14_000, fields: [{ path: 'details.title', message: 'Too long' }] })
  const { wrapper } = await mountOnDesk(DeskErrorPanel, { error })
  const text = wrapper.text()
  for (const part of ['asked this product to wait', 'Slow down.', 'Other products go on', 'Wait for the countdown', 'req_7f3a', 'HTTP 429', 'details.title', 'Too long', 'Open again in 0:1'])
    expect(text).toContain(part)
  expect(wrapper.find('button[aria-label="Copy the request id"]').exists()).toBe(true)
})

// Catches a refusal that leaves a person to look for the place where it is mended.
test('an address that was not confirmed leads to where it is', async () => {
  const facts = { reason: 'origin_not_confirmed', environment: 'production', origin: 'https://b.example.org', confirmed: 'https://a.example.org' } as const
  const { wrapper } = await mountOnDesk(DeskErrorPanel, { error: new DeskError('no_credentials', 'It would go to https://b.example.org.', { facts }) })
  expect(wrapper.text()).toContain('This address is not confirmed.')
  expect(wrapper.text()).toContain('https://b.example.org')
  expect(wrapper.find('a[data-confirm-address]').attributes('href')).toBe('/settings#environments')
  const plain = await mountOnDesk(DeskErrorPanel, { error: new DeskError('no_credentials', 'Add one.') })
  expect(plain.wrapper.find('[data-confirm-address]').exists()).toBe(false)
})
