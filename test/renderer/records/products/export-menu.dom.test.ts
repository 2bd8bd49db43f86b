import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import ExportMenu from '../../../../renderer/views/products/parts/ExportMenu.vue'
import { mountOnDesk } from '../../support/mount.ts'

// Catches a file with payments and deletions that nobody asked for, and a tick that changes nothing.
test('money and deletions are exported only where they are ticked', async () => {
  const { wrapper, bridge } = await mountOnDesk(ExportMenu)
  const save = async (ticked: boolean) => {
    await wrapper.find('[data-export]').trigger('click')
    await flushPromises()
    const menu = document.querySelector('[data-export-menu]')
    const boxes = [...(menu?.querySelectorAll<HTMLElement>('[role="checkbox"]') ?? [])]
    if (ticked) boxes.at(-1)?.click()
    await flushPromises()
    menu?.querySelector<HTMLElement>('[data-save]')?.click()
    await flushPromises()
  }
  await save(false)
  await save(true)
  expect(bridge.requests.filter(({ method }) => method === 'catalog.export').map(({ params }) => params)).toEqual([
    { learned: true, moneyAndDeletions: false },
    { learned: true, moneyAndDeletions: true },
  ])
})
