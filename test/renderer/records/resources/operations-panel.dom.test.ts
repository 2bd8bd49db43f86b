import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import type { Product } from '#contract/operation.ts'
import OperationsPanel from '../../../../renderer/records/resources/OperationsPanel.vue'
import ViewSections from '../../../../renderer/records/resources/ViewSections.vue'
import { useSection } from '../../../../renderer/records/resources/useSection.ts'
import { click, find, openDesk, text, type } from './desk.ts'

const listed = readFileSync(resolve(import.meta.dirname, '../../../contract/operations.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t'))

const panel = (products: Product[], at: string, open = true) => {
  const shown = ref(open)
  return openDesk(
    defineComponent(
      () => () =>
        h(OperationsPanel, { products, open: shown.value, 'onUpdate:open': (now: boolean) => (shown.value = now) }),
    ),
    {},
    undefined,
    { at },
  )
}

// An operation that is missing here is out of reach of every screen.
test.each([
  ['Payments', 'Ads'],
  ['Livestream', 'Polls', 'Embeds'],
] as Product[][])('every operation of %s is there', async (...products) => {
  await panel(products, '/')
  const shown = [...document.body.querySelectorAll('[data-operation]')].map((button) =>
    button.getAttribute('data-operation'),
  )
  expect(shown.sort()).toEqual(
    listed
      .filter(([product]) => products.includes(product as Product))
      .map(([, method, path]) => `${method ?? ''} ${path ?? ''}`)
      .sort(),
  )
})

// The palette's way into an operation: the address opens it, once.
test('opens the operation of the address and takes it out again', async () => {
  const desk = await panel(
    ['Payments'],
    '/payments?section=links&operation=GET%20/api/payment/paymentLink/getDonors/%7BpaymentLinkId%7D',
    false,
  )
  expect(find('[data-action-dialog]')).not.toBeNull()
  expect(desk.router.currentRoute.value.query).toEqual({ section: 'links' })
  await type('paymentLinkId', 'pl_1')
  await click('[data-send]')
  expect(desk.reads).toEqual([
    { operation: 'GET /api/payment/paymentLink/getDonors/{paymentLinkId}', path: { paymentLinkId: 'pl_1' } },
  ])
})

// A view must not answer for another view's product.
test('leaves an operation of another product alone', async () => {
  await panel(['Payments'], '/payments?operation=POST%20/api/vote/cast/getall', false)
  expect(find('[data-action-dialog]')).toBeNull()
})

// Tabs by keyboard, kept in the address, the rest of which stays.
test('sections follow the arrows and the address', async () => {
  const sections = [
    { id: 'a', label: 'First' },
    { id: 'b', label: 'Second', count: 3 },
    { id: 'c', label: 'Third' },
  ]
  const desk = await openDesk(
    defineComponent(() => {
      const section = useSection(['a', 'b', 'c'])
      return () =>
        h(ViewSections, {
          sections,
          modelValue: section.value,
          'onUpdate:modelValue': (id: string) => (section.value = id as 'a'),
        })
    }),
    {},
    undefined,
    { at: '/x?id=7' },
  )
  const chosen = (): string => text('[role="tab"][aria-selected="true"]')
  expect(chosen()).toBe('First')
  const press = async (key: string): Promise<void> => {
    find('[role="tab"][aria-selected="true"]')?.dispatchEvent(
      new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
    )
    await flushPromises()
  }
  await press('ArrowRight')
  expect(chosen()).toBe('Second 3')
  expect(desk.router.currentRoute.value.query).toEqual({ id: '7', section: 'b' })
  await press('End')
  await press('ArrowRight')
  expect(chosen()).toBe('First')
  expect(desk.router.currentRoute.value.query).toEqual({ id: '7' })
})
