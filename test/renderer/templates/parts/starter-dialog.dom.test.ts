import { flushPromises } from '@vue/test-utils'
import { expect, test, vi } from 'vitest'
import { useMail } from '../../../../renderer/writing/stores/mail.ts'
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
    .toContain('Receipt 2026-0042 from Night show')
  expect(document.querySelector('[data-starters] iframe')?.getAttribute('sandbox')).toBe('')
  document.querySelector<HTMLElement>('[data-create-from-starter]')?.click()
  expect(onCreate.mock.calls).toMatchObject([[{ template: { name: 'Receipt' }, blocks: { version: 1 } }]])
})

// Catches a starter that ignores a brand, or one that was changed while the chooser is open.
test('starters are in the brand of now', async () => {
  const onCreate = vi.fn()
  const onBrand = vi.fn()
  const { bridge } = await mountOnDesk(StarterDialog, { open: true, busy: false, onCreate, onBrand })
  await expect.poll(() => document.querySelector('[data-starter-line]')?.textContent).toContain('Night show')
  expect(document.querySelector('[data-starter-brand]')?.textContent).toContain('In your brand')
  document.querySelector<HTMLElement>('[data-starter-brand] button')?.click()
  expect(onBrand).toHaveBeenCalledOnce()
  const { settings } = useMail()
  if (settings === undefined) throw new Error('The settings were not read.')
  bridge.push('mail.changed', { ...settings, brand: { ...settings.brand, accent: '#b45309', fromName: 'Harbour' } })
  await expect.poll(() => document.querySelector('[data-starter-line]')?.textContent).toContain('Harbour')
  document.querySelector<HTMLElement>('[data-create-from-starter]')?.click()
  expect(onCreate.mock.calls).toMatchObject([[{ template: { fromName: 'Harbour' } }]])
  expect(JSON.stringify(onCreate.mock.calls)).toContain('#b45309')
})

// Catches pictures of mails that take the focus or speak to a screen reader, ten times over.
test('each starter has a small picture of its own, without life', async () => {
  await mountOnDesk(StarterDialog, { open: true, busy: false })
  await expect.poll(() => document.querySelectorAll('[data-starters] label iframe').length).toBe(10)
  const frames = [...document.querySelectorAll<HTMLIFrameElement>('[data-starters] label iframe')]
  expect(new Set(frames.map(({ srcdoc }) => srcdoc)).size).toBe(10)
  for (const frame of frames) {
    expect(frame.getAttribute('sandbox')).toBe('')
    expect(frame.getAttribute('aria-hidden')).toBe('true')
    expect(frame.tabIndex).toBe(-1)
    expect(frame.srcdoc).toContain("default-src 'none'")
  }
})
