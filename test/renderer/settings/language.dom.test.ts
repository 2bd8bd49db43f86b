import { flushPromises } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import { setFormats } from '../../../renderer/kit/base/locale.ts'
import { useLanguage } from '../../../renderer/kit/composables/locale/useLanguage.ts'
import { formatClock } from '../../../renderer/kit/composables/time/time.ts'
import { i18n, showLanguage, type Messages } from '../../../renderer/kit/i18n.ts'
import { useSettings } from '../../../renderer/kit/stores/settings.ts'
import AppearanceSection from '../../../renderer/views/settings/parts/AppearanceSection.vue'
import { pseudoMessages } from '../../support/pseudo.ts'
import { mountOnDesk } from '../support/mount.ts'

afterEach(async () => {
  setFormats({ language: 'en', hours: 'locale' })
  await showLanguage('en')
})
const Host = defineComponent(() => {
  useLanguage()
  void useSettings().ensure()
  return () => h(AppearanceSection)
})
const at = new Date(2026, 10, 21, 20, 45, 5)

// A choice that changes nothing until the desk is started again, or that is forgotten by then.
test('the clock follows the choice at once, and the choice is kept', async () => {
  const { wrapper, bridge } = await mountOnDesk(Host)
  await flushPromises()
  expect(formatClock(at)).toBe('20:45:05')
  const twelve = wrapper.findAll('[role=radio]').find((radio) => radio.attributes('value') === 'h12')
  await twelve?.trigger('click')
  await flushPromises()
  expect(bridge.requests).toContainEqual({ method: 'settings.update', params: { hours: 'h12' } })
  expect(formatClock(at).replaceAll('\u00a0', ' ')).toBe('8:45:05 PM')
})

// A page whose voice and hyphenation stay English, and a half translated language that shows its keys.
test('the page takes a language while it runs, and English where a message is missing', async () => {
  const { wrapper } = await mountOnDesk(Host)
  await flushPromises()
  expect(document.documentElement.lang).toBe('en')
  const english: Record<string, unknown> = i18n.global.getLocaleMessage('en')
  const { density, ...translated } = pseudoMessages(english['settings'] as Parameters<typeof pseudoMessages>[0])
  expect(density).toBeDefined()
  i18n.global.setLocaleMessage('en-XA', { settings: translated as unknown as Messages })
  await showLanguage('en-XA')
  await flushPromises()
  expect(document.documentElement.lang).toBe('en-XA')
  expect(wrapper.text()).toMatch(/\u27e6\S+~+\u27e7/)
  expect(wrapper.text()).toContain('Density')
})
