import { flushPromises } from '@vue/test-utils'
import { beforeEach, expect, test, vi } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import PaymentsView from '../../../renderer/views/payments/PaymentsView.vue'
import { usePrivacy } from '../../../renderer/kit/composables/usePrivacy.ts'
import { giveSizes } from '../support/layout.ts'
import { mountOnDesk, type Mounted } from '../support/mount.ts'
import { answerPayments, type FakePlatform } from './fake-platform.ts'

giveSizes(600)
beforeEach(() => {
  usePrivacy().masked.value = false
})

interface Open extends Mounted {
  platform: FakePlatform
}
async function open(at: string, hook: FakePlatform['hook'] = () => undefined): Promise<Open> {
  let platform: FakePlatform | undefined
  const desk = await mountOnDesk(
    PaymentsView,
    {},
    {
      at,
      prepare: (bridge) => {
        platform = answerPayments(bridge)
        platform.hook = hook
      },
    },
  )
  if (platform === undefined) throw new Error('Nothing was prepared')
  return { ...desk, platform }
}
const list = ({ wrapper }: Mounted, name: string) => wrapper.find(`[data-list="${name}"]`)
const reads = ({ platform }: Open, part: string) => platform.reads.filter(({ operation }) => operation.includes(part))
const until = async (check: () => void): Promise<void> => {
  await vi.waitFor(
    async () => {
      await flushPromises()
      check()
    },
    { timeout: 30_000 },
  )
}

// One search that fails must not take the customer's page with it.
test('each list of a customer stands for itself', async () => {
  const desk = await open('/payments?customer=cus_1', ({ operation }): Json | undefined => {
    if (operation === 'POST /api/payment/charge/all') {
      return {
        data: {
          items: [
            {
              id: 'chg_1',
              status: 'weird_<i>new</i>',
              amount: '12.40',
              currency: 'EUR',
              description: '<img src=x onerror=alert(1)>',
            },
            { id: 'chg_2', amount: null, createdAt: 'yesterday' },
            { id: 'chg_3', customerId: 'cus_9', amount: 5 },
          ],
        },
      }
    }
    if (operation.endsWith('searchbycustomer'))
      throw new DeskError('not_authorized', 'This account may only read charges.', { status: 403 })
    if (operation.includes('subscription')) throw new DeskError('rate_limited', 'Wait.', { retryAfterMs: 9_000 })
    return undefined
  })
  await until(() => {
    expect(list(desk, 'charges').text()).toContain('12.40 EUR')
    expect(list(desk, 'refunds').find('[data-error-code="not_authorized"]').exists()).toBe(true)
    expect(list(desk, 'subscriptions').find('[data-error-code="rate_limited"]').exists()).toBe(true)
  })
  expect(list(desk, 'charges').find('img').exists()).toBe(false)
  expect(list(desk, 'charges').text()).toContain('weird_<i>new</i>')
  expect(
    list(desk, 'charges')
      .findAll('[data-row]')
      .map((row) => row.attributes('data-row')),
  ).toEqual(['chg_1', 'chg_2'])
  expect(list(desk, 'charges').text()).toContain('1 that belong to other customers')
  expect(desk.wrapper.find('h2 b').exists()).toBe(false)
  expect(desk.wrapper.find('[data-customer] h2').text()).toBe('Ada <b>L</b>')
})

// Seven lists read at once are seven requests of the person's budget that nobody asked for.
test('lists are read when they are opened, by the platform’s own search of that customer', async () => {
  const desk = await open('/payments?customer=cus_1')
  await until(() => expect(list(desk, 'refunds').attributes('data-state')).toBe('done'))
  expect(reads(desk, 'invoice')).toEqual([])
  expect(reads(desk, 'refund/searchbycustomer')[0]?.body).toMatchObject({ customerId: 'cus_1' })
  expect(reads(desk, 'subscription/searchByCustomer')[0]?.query).toMatchObject({ customerId: 'cus_1' })
  expect(list(desk, 'refunds').find('[data-empty]').exists()).toBe(true)
  await list(desk, 'invoices').find('h3 button').trigger('click')
  await until(() => expect(reads(desk, 'invoice/searchByCustomer')[0]?.query).toMatchObject({ customerId: 'cus_1' }))
})

// A link to a record must open it in its section, and the customer must not be lost on the way.
test('a row leads to its record, a section stays with the customer', async () => {
  const desk = await open('/payments?customer=cus_1', ({ operation }) =>
    operation === 'POST /api/payment/charge/all' ? [{ id: 'chg_1', amount: 1_240, currency: 'EUR' }] : undefined,
  )
  await until(() => expect(list(desk, 'charges').find('[data-row="chg_1"]').exists()).toBe(true))
  await list(desk, 'charges').find('[data-row="chg_1"]').trigger('click')
  await until(() => expect(desk.wrapper.find('[data-refund-charge]').exists()).toBe(true))
  expect(desk.router.currentRoute.value.query).toEqual({ section: 'charges', id: 'chg_1', customer: 'cus_1' })
  expect(reads(desk, 'charge/all').at(-1)?.body).toMatchObject({ customerId: 'cus_1' })
  await desk.wrapper.find('[data-all-customers]').trigger('click')
  await until(() => expect(desk.router.currentRoute.value.query).toEqual({ section: 'charges' }))
})

// In a show the audience looks over the shoulder.
test('names and addresses are masked while they must be', async () => {
  usePrivacy().masked.value = true
  const desk = await open('/payments?customer=cus_1')
  await until(() => expect(desk.wrapper.find('[data-customer] h2').exists()).toBe(true))
  await flushPromises()
  expect(desk.wrapper.html()).not.toContain('ada@example.org')
  expect(desk.wrapper.find('[data-customer] h2').text()).not.toContain('Ada')
})

// The address of another screen: the refund stands open, once.
test('an address opens the refund of a charge', async () => {
  const desk = await open('/payments?section=charges&id=chg_1&refund=1')
  await until(() =>
    expect(document.querySelector('[data-refund-dialog] [data-figure="remaining"]')?.textContent).toContain(
      '100.00 EUR',
    ),
  )
  expect(desk.router.currentRoute.value.query).toEqual({ section: 'charges', id: 'chg_1' })
})
