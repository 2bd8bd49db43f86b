import { flushPromises } from '@vue/test-utils'
import { expect, test, vi } from 'vitest'
import StarterDialog from '../../../../renderer/views/templates/parts/StarterDialog.vue'
import { mountOnDesk } from '../../support/mount.ts'

// Catches a chooser that creates another starter than the one that is marked and shown.
test('creates the starter that was chosen', async () => {
  const onCreate = vi.fn()
  await mountOnDesk(StarterDialog, { open: true, busy: false, onCreate })
  await expect.poll(() => document.querySelectorAll('[data-starter]').length).toBe(10)
  document.querySelector<HTMLInputElement>('[data-starter="receipt"]')?.click()
  await flushPromises()
  await expect
    .poll(() => document.querySelector('[data-starters]')?.textContent)
    .toContain('Receipt 2026-0042 from Night Show')
  expect(document.querySelector('[data-starters] iframe')?.getAttribute('sandbox')).toBe('')
  document.querySelector<HTMLElement>('[data-create-from-starter]')?.click()
  expect(onCreate).toHaveBeenCalledWith(expect.objectContaining({ name: 'Receipt' }))
})
