// Names of people in a show, wherever the kit and the frame write a record's title.
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defineComponent, h, ref, type Component } from 'vue'
import type { OperationRequest } from '#contract/operation.ts'
import { usePrivacy } from '../../../../renderer/kit/composables/usePrivacy.ts'
import ActionFacts from '../../../../renderer/records/resources/action/ActionFacts.vue'
import LookUp from '../../../../renderer/records/resources/list/LookUp.vue'
import ResourcePane from '../../../../renderer/records/resources/ResourcePane.vue'
import type { ResourceSpec } from '../../../../renderer/records/resources/types.ts'
import { useAction } from '../../../../renderer/records/resources/action/useAction.ts'
import { openDesk, text } from './desk.ts'
import { giveSizes } from '../../support/layout.ts'

giveSizes(600)
const { masked } = usePrivacy()
beforeEach(() => {
  masked.value = true
})
afterEach(() => {
  masked.value = false
})
// As the generic screens make it: nothing is said of what is private.
const spec: ResourceSpec = {
  resource: 'payment/customer',
  title: 'resources.role.customer',
  about: 'resources.answer.title',
  icon: 'i-lucide-users',
  list: 'POST /api/payment/customer/all',
  get: 'POST /api/payment/customer/get',
  idName: 'customerId',
  columns: [],
}
const anna = { id: 'cus_1', name: 'Anna Example', status: 'active' }

// The heading and the table of a generic screen name a customer, since no view has said that the title is a name.
test("a person's record names nobody in a show, in its list, its heading and its fields", async () => {
  const selected = ref<string | undefined>('cus_1')
  const Host = defineComponent(
    () => () =>
      h(ResourcePane, {
        spec,
        selected: selected.value,
        'onUpdate:selected': (id: string | undefined) => (selected.value = id),
      }),
  )
  await openDesk(Host, {}, ({ operation }: OperationRequest) => (operation === spec.list ? [anna] : anna))
  await expect.poll(() => text('[data-record-fields]')).toContain('Active')
  expect(document.body.textContent).not.toContain('Anna')
  masked.value = false
  await flushPromises()
  expect(text('[data-record] h2')).toBe('Anna Example')
})

test('neither do the records seen before, nor a confirmation', async () => {
  const seen = (bridge: { answer: (method: string, by: () => unknown) => void }): void =>
    bridge.answer('seen.list', () => ({
      records: [{ resource: 'payment/customer', id: 'cus_1', title: 'Anna Example', at: '2026-11-22T02:00:00.000Z' }],
    }))
  await openDesk(LookUp, { resource: 'payment/customer', idName: 'customerId' }, undefined, { prepare: seen })
  await expect.poll(() => text('[data-look-up]')).toContain('cus_1')
  expect(text('[data-look-up]')).not.toContain('Anna')
  const action = { operation: 'POST /api/payment/customer/update', label: 'resources.form.save' } as const
  const Facts = defineComponent(() => {
    const run = useAction(
      { action: () => action, record: () => anna, id: () => 'cus_1', resource: () => 'payment/customer' },
      { done: () => undefined, answered: () => undefined },
    )
    return () =>
      h(ActionFacts as Component, {
        run,
        action,
        record: anna,
        id: 'cus_1',
        resource: 'payment/customer',
        about: 'Anna Example',
      })
  })
  await openDesk(Facts, {})
  expect(text('[data-facts]')).toContain('cus_1')
  expect(text('[data-facts]')).not.toContain('Anna')
})
