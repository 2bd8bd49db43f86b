import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import SettingsView from '../../../renderer/views/settings/SettingsView.vue'
import { mountOnDesk } from '../support/mount.ts'

// A refused address must be refused at its field, with the reason, and stay there to be corrected.
test('a bad base address is refused at the field', async () => {
  const { wrapper } = await mountOnDesk(SettingsView, {}, { at: '/settings' })
  const form = wrapper.find('form[data-environment="production"]')
  await form.find('input').setValue('http://platform.test')
  await form.trigger('submit')
  await flushPromises()
  const input = form.find('input')
  expect(form.text()).toContain('Only https is allowed')
  expect(input.attributes('aria-invalid')).toBe('true')
  expect((input.element as HTMLInputElement).value).toBe('http://platform.test')
  await input.setValue('https://platform.test')
  expect(form.text()).not.toContain('Only https is allowed')
})

// A key that stays in the page after it was saved can be read from it.
test('a saved credential leaves the page', async () => {
  const { wrapper, bridge } = await mountOnDesk(SettingsView, {}, { at: '/settings' })
  const row = wrapper.find('[data-credential="session"]')
  await row
    .findAll('button')
    .find((button) => button.text().startsWith('Add'))
    ?.trigger('click')
  await row.find('input[type="password"]').setValue('  tok-very-secret ')
  await row.find('form').trigger('submit')
  await flushPromises()
  expect(bridge.requests).toContainEqual({
    method: 'credentials.save',
    params: { environment: 'rehearsal', credential: 'session', value: { token: 'tok-very-secret' } },
  })
  expect(document.body.innerHTML).not.toContain('tok-very-secret')
  expect([...document.querySelectorAll('input')].some((input) => input.value.includes('tok-very-secret'))).toBe(false)
  expect(row.text()).toContain('Saved')
  // Catches a key that was changed without a word.
  expect(row.find('[data-trimmed]').text()).toBe('Spaces around the key were removed.')
  await row
    .findAll('button')
    .find((button) => button.text().startsWith('Replace'))
    ?.trigger('click')
  await row.find('input[type="password"]').setValue('tok-other')
  await row.find('form').trigger('submit')
  await flushPromises()
  expect(row.find('[data-trimmed]').exists()).toBe(false)
})

// Taking back must name the very fault that is listed.
test('a fault is taken back', async () => {
  const { wrapper, bridge } = await mountOnDesk(SettingsView, {}, { at: '/settings' })
  await wrapper.find('[data-fault="latency"] button').trigger('click')
  await flushPromises()
  expect(bridge.requests).toContainEqual({
    method: 'rehearsal.setFault',
    params: { fault: { kind: 'latency', delayMs: 800 }, on: false },
  })
  expect(wrapper.text()).toContain('No faults.')
})

test('a section is reached by its anchor', async () => {
  await mountOnDesk(SettingsView, {}, { at: '/settings#rehearsal' })
  expect(document.activeElement?.id).toBe('rehearsal-title')
})

// Catches plumbing in front of what a person looks for, and a mark that stays behind while the page is scrolled.
test('the section in sight is marked while scrolling', async () => {
  const { wrapper } = await mountOnDesk(SettingsView, {}, { at: '/settings' })
  const marked = (): string => wrapper.find('nav [aria-current="true"]').text()
  const ids = wrapper.findAll('section').map((section) => section.attributes('id'))
  expect([ids[0], ids.at(-1)]).toEqual(['appearance', 'about'])
  expect(marked()).toBe('Appearance and language')
  const scroller = wrapper.find('[tabindex="-1"].overflow-auto')
  // Each section is 500 px high; the window shows 600 of them.
  Object.defineProperties(scroller.element, { clientHeight: { value: 600 }, scrollHeight: { value: 5_000 } })
  for (const [place, section] of wrapper.findAll('section').entries())
    section.element.getBoundingClientRect = () => ({ top: place * 500 - scroller.element.scrollTop }) as DOMRect
  const scrollTo = async (top: number): Promise<void> => {
    scroller.element.scrollTop = top
    await scroller.trigger('scroll')
  }
  await scrollTo(450)
  expect(marked()).toBe('Arming keys')
  await scrollTo(1_050)
  expect(marked()).toBe('Environments')
  await scrollTo(4_400)
  expect(marked()).toBe('About')
})

// Catches a confirmation that one slip of the finger gives, that does not say what goes where, or that shows itself where nothing has changed.
test('another address is confirmed by name, with a hold', async () => {
  const { wrapper, bridge } = await mountOnDesk(SettingsView, {}, { at: '/settings' })
  expect(wrapper.find('[data-origin-asked]').exists()).toBe(false)
  const status = {
    environment: 'development',
    backend: 'keyring',
    credentials: { apiKey: { state: 'found' }, session: { state: 'absent' } },
    providerSecrets: 3,
    confirmed: 'https://old.platform.test',
  } as const
  bridge.push('credentials.changed', status)
  await flushPromises()
  const row = wrapper.find('form[data-environment="development"]')
  const asked = row.find('[data-origin-asked]').text()
  for (const words of [
    "dev.platform.test isn't confirmed",
    'belong to old.platform.test',
    'API key',
    '3 provider secrets',
    'refused and nothing is sent',
    'Hold: Confirm dev.platform.test',
  ])
    expect(asked).toContain(words)
  expect(asked).not.toContain('Session')
  const button = row.find('[data-confirm-origin]')
  await button.trigger('click')
  await flushPromises()
  expect(bridge.requests.filter(({ method }) => method === 'credentials.confirm')).toEqual([])
  expect(button.text()).toBe('Press again: Confirm dev.platform.test')
  await button.trigger('click')
  await flushPromises()
  expect(bridge.requests).toContainEqual({
    method: 'credentials.confirm',
    params: { environment: 'development', origin: 'https://dev.platform.test' },
  })
  expect(row.find('[data-origin-asked]').exists()).toBe(false)
  expect(row.find('[data-confirmed-origin]').text()).toBe('Saved credentials are sent to dev.platform.test only.')
})
