// Records are named where another record refers to them.
import { flushPromises } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import type { OperationRequest } from '#contract/operation.ts'
import { usePrivacy } from '../../../../renderer/kit/composables/usePrivacy.ts'
import ResourcePane from '../../../../renderer/records/resources/ResourcePane.vue'
import type { ResourceSpec } from '../../../../renderer/records/resources/types.ts'
import { giveSizes } from '../../support/layout.ts'
import { openDesk, text, type Desk } from './desk.ts'

giveSizes(600)
const { masked } = usePrivacy()
afterEach(() => {
  masked.value = false
})
const spec: ResourceSpec = {
  resource: 'payment/subscription',
  title: 'resources.role.customer',
  about: 'resources.answer.title',
  icon: 'i-lucide-repeat',
  list: 'POST /api/payment/subscription/all',
  get: 'POST /api/payment/subscription/get',
  idName: 'subscriptionId',
  columns: [
    { id: 'customer', label: 'resources.role.customer', role: 'customer', kind: 'id', private: true },
    { id: 'plan', label: 'resources.role.title', field: 'planId', kind: 'id' },
  ],
}
const subscription = { id: 'sbs_1', customerId: 'cus_1', planId: 'plan_1', clientReference: 'A-7' }
const platform = ({ operation }: OperationRequest): object =>
  operation === 'POST /api/payment/customer/all'
    ? { items: [{ id: 'cus_1', name: 'Anna Example' }] }
    : operation === 'POST /api/payment/subscriptionplan/all'
      ? { items: [{ id: 'plan_1', name: 'Front row' }] }
      : operation === spec.list
        ? { items: [subscription, { ...subscription, id: 'sbs_2', planId: 'plan_9' }] }
        : { data: subscription }
const open = (): Promise<Desk> => openDesk(ResourcePane, { spec, selected: 'sbs_1' }, platform as never)

// A list of subscriptions in which no person and no plan can be recognised.
test('a table shows names, each kind of record read once, and an identifier where there is none', async () => {
  const desk = await open()
  await expect.poll(() => text('[data-resource] [role=grid]')).toContain('Front row')
  await expect.poll(() => text('[data-resource] [role=grid]')).toContain('Anna Example')
  expect(text('[data-resource] [role=grid]')).toContain('plan_9')
  expect(desk.reads.filter(({ operation }) => operation.endsWith('/subscriptionplan/all'))).toHaveLength(1)
})

// An identifier that can't be copied any more, and a raw key of the API as a label.
test('a record names them too, with the identifier on hover and to copy', async () => {
  await open()
  await expect.poll(() => text('[data-field-name=planId]')).toContain('Front row')
  expect(document.querySelector('[data-field-name=planId] [title=plan_1]')).not.toBeNull()
  expect(document.querySelector('[data-field-name=planId] button')).not.toBeNull()
  expect(text('[data-field-name=clientReference] dt')).toBe('Your reference')
})

// A viewer's name in a picture of the screen.
test('names of people are masked in a show', async () => {
  masked.value = true
  await open()
  await expect.poll(() => text('[data-field-name=planId]')).toContain('Front row')
  expect(document.body.innerHTML).not.toContain('Anna Example')
  masked.value = false
  await flushPromises()
  await expect.poll(() => text('[data-field-name=customerId]')).toContain('Anna Example')
})
