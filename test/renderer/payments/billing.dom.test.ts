import { flushPromises } from '@vue/test-utils'
import { expect, test, vi } from 'vitest'
import type { Json } from '#contract/json.ts'
import LinksSection from '../../../renderer/views/payments/parts/billing/LinksSection.vue'
import { useEnvironments } from '../../../renderer/kit/stores/environments.ts'
import ReceiptsSection from '../../../renderer/views/payments/parts/billing/ReceiptsSection.vue'
import SubscriptionsSection from '../../../renderer/views/payments/parts/billing/SubscriptionsSection.vue'
import { mountOnDesk } from '../support/mount.ts'
import type { MemoryBridge } from '../support/memory-bridge.ts'

/** Answers reads by their route; what is not named is an empty list. */
const answering = (answers: Record<string, Json>) => (bridge: MemoryBridge) =>
  bridge.answer('platform.read', (params) => ({
    status: 200,
    data: answers[(params as { operation: string }).operation] ?? { data: { items: [] } },
    receivedAt: new Date().toISOString(),
    durationMs: 2,
  }))

const link = {
  id: 'lnk_1',
  title: 'Winter special <b>now</b>',
  status: 'active',
  url: 'https://pay.example.invalid/winter1',
  currency: 'EUR',
  goalAmount: 50_000,
}

// Catches a goal that the desk works out, or a picture that runs what the platform sent.
test('a link shows the platform\u2019s own progress, a code of its own and no markup', async () => {
  const { wrapper } = await mountOnDesk(
    LinksSection,
    {},
    {
      at: '/payments?section=links&id=lnk_1',
      prepare: answering({
        'POST /api/payment/link/all': { data: { items: [link], total: 1 } },
        'POST /api/payment/link/get': { data: link },
        'GET /api/payment/paymentLink/getGoalProgress/{paymentLinkId}': {
          data: {
            id: 'lnk_1',
            status: 'active',
            goal: 50_000,
            raised: 14_000,
            percent: 27,
            payments: 3,
            currency: 'EUR',
          },
        },
      }),
    },
  )
  await expect.poll(() => wrapper.find('[data-goal]').exists()).toBe(true)
  const goal = wrapper.find('[data-goal]')
  expect(goal.text()).toContain('140.00 EUR of 500.00 EUR')
  expect(goal.find('[role="progressbar"]').attributes('aria-valuenow')).toBe('27')
  await expect.poll(() => wrapper.find('svg path[data-modules]').exists()).toBe(true)
  expect(wrapper.find('b').exists()).toBe(false)
})

// Catches a stored secret that was left out of the broadcast's payment link without a word.
test('choosing a link for the broadcast says where a stored secret was left out', async () => {
  const { wrapper } = await mountOnDesk(
    LinksSection,
    {},
    {
      at: '/payments?section=links&id=lnk_1',
      prepare(bridge) {
        answering({
          'POST /api/payment/link/all': { data: { items: [link], total: 1 } },
          'POST /api/payment/link/get': { data: link },
        })(bridge)
        bridge.answer('broadcast.choose', () => ({ environment: 'rehearsal' as const, leftOut: ['link.name'] }))
      },
    },
  )
  await expect.poll(() => wrapper.find('[data-link-page] button').exists()).toBe(true)
  await useEnvironments().ensure()
  expect(wrapper.text()).not.toContain('Stored secrets were removed')
  await wrapper.find('[data-link-page] button').trigger('click')
  await expect.poll(() => wrapper.text()).toContain('Stored secrets were removed from: payment link name')
})

// Catches a failed part of the life line that takes the rest with it, or a pause that is offered to what is paused.
test('a subscription shows its life, and offers only what its state allows', async () => {
  const record = {
    id: 'subs_3',
    status: 'paused',
    customerId: 'cus_3',
    planId: 'plan_1',
    amount: 900,
    currency: 'EUR',
    nextBillingAt: null,
  }
  const { wrapper, bridge } = await mountOnDesk(
    SubscriptionsSection,
    {},
    {
      at: '/payments?section=subscriptions&id=subs_3',
      prepare: answering({
        'POST /api/payment/subscription/all': { data: { items: [record], total: 1 } },
        'POST /api/payment/subscription/get': { data: record },
        'GET /api/payment/subscription/getHistory': {
          data: { items: [{ at: '2026-11-10T09:00:00Z', event: 'paused', from: 'active', to: 'paused' }] },
        },
        'GET /api/payment/subscription/getUsage': { data: { id: 'subs_3', showsWatched: 7 } },
      }),
    },
  )
  await expect.poll(() => wrapper.findAll('[data-life-event]').length).toBe(1)
  await expect.poll(() => wrapper.find('[data-usage]').text()).toContain('7')
  const asked = bridge.requests
    .filter(({ method }) => method === 'platform.read')
    .map(({ params }) => params as { operation: string; query?: unknown })
  expect(asked.find(({ operation }) => operation.endsWith('getNextBilling'))?.query).toEqual({
    subscriptionId: 'subs_3',
  })
  const pause = wrapper.findAll('button').find((button) => button.text() === 'Pause the subscription')
  expect(pause?.attributes('aria-disabled') ?? pause?.attributes('disabled')).toBeDefined()
})

// Catches a receipt that is opened, or saved as what a computer would run.
test('a receipt is saved as what it is, a page as text', async () => {
  const receipt = { id: 'rcp_1', status: 'sent', amount: 1_200, currency: 'EUR', chargeId: 'chg_1' }
  const { wrapper } = await mountOnDesk(
    ReceiptsSection,
    {},
    {
      at: '/payments?section=receipts&id=rcp_1',
      prepare: answering({
        'POST /api/payment/receipt/getAll': { data: { items: [receipt] } },
        'POST /api/payment/receipt/get': { data: receipt },
        'POST /api/payment/receipt/download': {
          data: { fileName: 'r.html', contentType: 'text/html', content: '<script>1</script>' },
        },
      }),
    },
  )
  const names: string[] = []
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    names.push(this.download)
  })
  await expect.poll(() => wrapper.find('[data-receipt-download] button').exists()).toBe(true)
  await wrapper.find('[data-receipt-download] button').trigger('click')
  await flushPromises()
  await expect.poll(() => names).toEqual(['r.txt'])
  expect(wrapper.find('[data-receipt-download]').text()).toContain('plain text')
  click.mockRestore()
})
