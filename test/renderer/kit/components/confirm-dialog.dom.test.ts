import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import type { Risk } from '#contract/operation.ts'
import ConfirmDialog from '../../../../renderer/kit/components/sending/ConfirmDialog.vue'
import { aimOf } from '../../support/aim.ts'
import { mountOnDesk } from '../../support/mount.ts'

const shown = async (risk: Risk, onConfirm: () => void): Promise<HTMLElement> => {
  await mountOnDesk(ConfirmDialog, {
    open: true,
    title: 'Stop the broadcast',
    text: 'The audience sees it end.',
    confirmLabel: 'Stop',
    risk,
    environment: { id: 'production', name: 'Production' },
    ...(risk === 'onair' && { aim: aimOf().aim }),
    onConfirm,
  })
  const dialog = document.querySelector<HTMLElement>('[role="dialog"]')
  if (!dialog) throw new Error('no dialog')
  return dialog
}
const press = async (dialog: HTMLElement, text: string): Promise<void> => {
  const found = [...dialog.querySelectorAll('button')].find((button) => button.textContent.includes(text))
  if (!found) throw new Error(`no button ${text}`)
  found.click()
  await flushPromises()
}

// The wrong environment is the classic mistake: every dialog must name it.
test('the environment is named', async () => {
  expect((await shown('edit', () => {})).textContent).toContain('Production')
})

// What the audience sees must take two presses in two places.
test('on air needs arming before the button is there at all', async () => {
  let confirmed = 0
  const dialog = await shown('onair', () => confirmed++)
  expect(dialog.querySelector('[data-fire]')).toBeNull()
  await press(dialog, 'Arm')
  expect(confirmed).toBe(0)
  // Under a long body it would come up out of sight.
  expect(dialog.querySelector('[data-fire]')?.closest('[data-slot="footer"]')).not.toBeNull()
  dialog.querySelector<HTMLElement>('[data-fire]')?.click()
  expect(confirmed).toBe(1)
})

// A double click on a money button must not get through as a confirmation.
test('money needs a hold', async () => {
  let confirmed = 0
  const dialog = await shown('money', () => confirmed++)
  const button = dialog.querySelector<HTMLElement>('[data-confirm]')
  for (const event of ['pointerdown', 'pointerup', 'click', 'pointerdown', 'pointerup', 'click'])
    button?.dispatchEvent(new Event(event, { bubbles: true }))
  expect(confirmed).toBe(0)
})
