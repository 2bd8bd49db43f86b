import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import { withSets } from '../../../../renderer/views/templates/model/sample-sets.ts'
import type { Samples } from '../../../../renderer/views/templates/model/types.ts'
import SampleDialog from '../../../../renderer/views/templates/parts/SampleDialog.vue'
import { mountOnDesk } from '../../support/mount.ts'

const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector)
  if (found === null) throw new Error(`There is no ${selector}.`)
  return found
}
async function press(selector: string): Promise<void> {
  find(selector).click()
  await flushPromises()
}
async function rename(name: string): Promise<void> {
  const input = find('input[data-set-name], [data-set-name] input') as HTMLInputElement
  input.value = name
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await flushPromises()
}

async function openDialog(samples: Samples, adding = false) {
  const open = ref(true)
  const applied: Samples[] = []
  const Holder = defineComponent(
    () => () =>
      h(SampleDialog, {
        open: open.value,
        'onUpdate:open': (next: boolean | undefined) => (open.value = next ?? false),
        samples,
        adding,
        variables: [{ name: 'host', type: 'text', defaultValue: 'Al' }],
        onApply: (next: Samples) => applied.push(next),
      }),
  )
  await mountOnDesk(Holder)
  await flushPromises()
  return { open, applied }
}

const two = [
  { name: 'Fans', json: '{"host": "Bo"}' },
  { name: 'Press', json: '{"host": {"name": "Cy"}}' },
]

// A first set that begins empty makes the person type names that the desk knows.
test('the first set begins with the variables and their defaults', async () => {
  const { applied, open } = await openDialog({ set: 'defaults', custom: '' })
  await press('[data-apply-sets]')
  expect(applied).toEqual([withSets([{ name: 'My values', json: '{\n  "host": "Al"\n}' }], 0)])
  expect(open.value).toBe(false)
})

// A copy that changes its original, or a removed set that stays, would be noticed in a mail only.
test('sets are duplicated, renamed and removed, and applied together', async () => {
  const { applied } = await openDialog(withSets(two, 1))
  await press('[data-duplicate-set]')
  await rename('Crew')
  await press('[data-apply-sets]')
  expect(applied).toEqual([withSets([...two, { name: 'Crew', json: two[1]?.json ?? '' }], 2)])
  const again = await openDialog(withSets(two, 1))
  await press('[data-remove-set]')
  await press('[data-apply-sets]')
  expect(again.applied).toEqual([withSets(two.slice(0, 1), 0)])
})

// A mistake in a set that is not open would leave the preview without its values, and nobody would know why.
test('a mistake in any set is named with its place', async () => {
  const { applied, open } = await openDialog(withSets([{ name: 'Fans', json: '{"host": null}' }, ...two.slice(1)], 1))
  await press('[data-apply-sets]')
  expect(applied).toEqual([])
  expect(open.value).toBe(true)
  expect(find('[role="alert"]').textContent).toContain(
    '"host" must be text, a number, true, false, an object or a list',
  )
  await rename('Press')
  await press('[data-apply-sets]')
  expect(find('[role="alert"]').textContent).toContain('"host"')
})
