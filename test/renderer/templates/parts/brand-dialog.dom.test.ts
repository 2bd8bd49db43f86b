import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { defineComponent, h, ref, type Component } from 'vue'
import { DeskError } from '#contract/errors.ts'
import type { Brand } from '#contract/mail.ts'
import { useMail } from '../../../../renderer/writing/stores/mail.ts'
import BrandDialog from '../../../../renderer/views/templates/parts/brand/BrandDialog.vue'
import { mountOnDesk } from '../../support/mount.ts'
import type { MemoryBridge } from '../../support/memory-bridge.ts'

async function open(prepare: (bridge: MemoryBridge) => void = () => undefined) {
  const shown = ref(true)
  const Holder = defineComponent(
    () => () =>
      h(BrandDialog as Component, { open: shown.value, 'onUpdate:open': (now: boolean) => (shown.value = now) }),
  )
  const { bridge, wrapper } = await mountOnDesk(Holder, {}, { prepare })
  await flushPromises()
  return { bridge, wrapper, shown }
}
const field = (name: keyof Brand): HTMLInputElement => {
  const found = document.querySelector<HTMLInputElement>(
    `[data-brand="${name}"] :is(input:not([type="color"]), textarea)`,
  )
  if (found === null) throw new Error(`There is no field ${name}.`)
  return found
}
async function type(name: keyof Brand, text: string): Promise<void> {
  const input = field(name)
  input.focus()
  input.value = text
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await flushPromises()
}
async function leave(name: keyof Brand): Promise<void> {
  field(name).dispatchEvent(new FocusEvent('blur'))
  field(name).dispatchEvent(new FocusEvent('focusout', { bubbles: true }))
  await flushPromises()
}
async function save(): Promise<void> {
  document.querySelector<HTMLFormElement>('[data-brand-form]')?.requestSubmit()
  await flushPromises()
}
const wordsOf = (selector: string): string => document.querySelector(selector)?.textContent.trim() ?? ''
const changes = (bridge: MemoryBridge): unknown[] =>
  bridge.requests.filter(({ method }) => method === 'mail.change').map(({ params }) => params)

// Catches a field that is not saved, or saved with the white space of a paste.
test('saves all fields and closes', async () => {
  const { bridge, shown } = await open()
  await type('name', ' Harbour lights ')
  await type('logo', 'https://cdn.example.org/logo.png')
  await type('accent', 'b45')
  await leave('accent')
  expect(field('accent').value).toBe('#bb4455')
  await type('footer', 'Harbour lights\nPier 4')
  await type('replyTo', 'host@watch.example.org')
  await save()
  expect(changes(bridge)).toHaveLength(1)
  expect(changes(bridge)).toMatchObject([
    {
      brand: {
        name: 'Harbour lights',
        logo: 'https://cdn.example.org/logo.png',
        accent: '#bb4455',
        footer: 'Harbour lights\nPier 4',
        fromEmail: 'show@watch.example.org',
        replyTo: 'host@watch.example.org',
      },
    },
  ])
  expect(shown.value).toBe(false)
})

// Catches an error that nobody can place, or that shouts while a person is still typing.
test('a wrong field is named once it was left, and has the focus when saving is tried', async () => {
  const { bridge, shown } = await open()
  await type('replyTo', 'host')
  expect(wordsOf('[data-brand="replyTo"]')).not.toContain("isn't an email address")
  await leave('replyTo')
  expect(wordsOf('[data-brand="replyTo"]')).toContain("isn't an email address")
  await type('logo', 'cdn.example.org/logo.png')
  await save()
  expect(wordsOf('[data-brand-wrong]')).toContain('Logo address, Reply address')
  expect(document.activeElement).toBe(field('logo'))
  expect(field('logo').getAttribute('aria-invalid')).toBe('true')
  expect(changes(bridge)).toEqual([])
  expect(shown.value).toBe(true)
})

// Catches a form that a full disk or a closed dialog empties.
test('what was typed stays when saving fails and when the dialog closes', async () => {
  const { shown } = await open((bridge) =>
    bridge.answer('mail.change', () => {
      throw new DeskError('storage_full', 'Full', { facts: { reason: 'disk_full', lost: 'change' } })
    }),
  )
  await type('footer', 'A footer that took an hour')
  await save()
  expect(document.querySelector('[data-error-code]')).not.toBeNull()
  expect(field('footer').value).toBe('A footer that took an hour')
  shown.value = false
  await flushPromises()
  shown.value = true
  await flushPromises()
  expect(field('footer').value).toBe('A footer that took an hour')
  document.querySelector<HTMLElement>('[data-discard-brand]')?.click()
  await flushPromises()
  expect(field('footer').value).toBe('Night show, Harbour Street 1')
})

// Catches another window that takes away what is typed here, and one whose change is overwritten unseen.
test('another window does not replace what is typed here, and is named', async () => {
  const { bridge } = await open()
  const settings = useMail().settings
  if (settings === undefined) throw new Error('The settings were not read.')
  const theirs = { ...settings, brand: { ...settings.brand, name: 'Theirs' } }
  bridge.push('mail.changed', theirs)
  await flushPromises()
  expect(field('name').value).toBe('Theirs')
  await type('name', 'Mine')
  bridge.push('mail.changed', { ...theirs, brand: { ...theirs.brand, name: 'Theirs again' } })
  await flushPromises()
  expect(field('name').value).toBe('Mine')
  document.querySelector<HTMLElement>('[data-brand-elsewhere] button')?.click()
  await flushPromises()
  expect(field('name').value).toBe('Theirs again')
})

// Catches colours that nobody can read without a word, a warning that never goes, and an address without https.
test('weak contrast and an insecure logo are warned of, and can be changed in one press', async () => {
  await open()
  expect(wordsOf('[data-contrast]')).not.toContain(':1')
  await type('text', '#a0a0a0')
  expect(wordsOf('[data-contrast]')).toContain('2.3:1')
  await type('text', '#18181')
  expect(wordsOf('[data-contrast]')).toContain('2.3:1')
  document.querySelector<HTMLElement>('[data-plain-colours]')?.click()
  await flushPromises()
  expect(wordsOf('[data-contrast]')).not.toContain(':1')
  await type('logo', 'http://cdn.example.org/logo.png')
  expect(wordsOf('[data-brand="logo"]')).toContain('without https')
  document.querySelector<HTMLElement>('[data-use-https]')?.click()
  await flushPromises()
  expect(field('logo').value).toBe('https://cdn.example.org/logo.png')
  expect(document.querySelector('[data-use-https]')).toBeNull()
})

// Catches a secret that was pasted into the brand and is refused without a word at its field.
test('a stored secret is named at its field', async () => {
  await open((bridge) =>
    bridge.answer('mail.change', () => {
      throw new DeskError('invalid_input', 'Secret', {
        facts: { reason: 'secret_in_text', field: 'brand.footer' },
        fields: [{ path: 'brand.footer', message: 'Holds a secret', reason: 'holds_secret' }],
      })
    }),
  )
  await type('footer', 'key-123')
  await save()
  expect(wordsOf('[data-brand="footer"]')).toContain('stored secret')
})
