import { mount } from '@vue/test-utils'
import { expect, test, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { useI18n } from 'vue-i18n'
import { hasLate, i18n, showLanguage } from '../../renderer/kit/i18n.ts'

const english = vi.hoisted(() => Promise.withResolvers<undefined>())
vi.mock('../../renderer/messages/es/notices.json', async (original) => {
  await english.promise
  return original()
})

const Sentence = defineComponent({
  setup() {
    const { t } = useI18n()
    return () => h('p', hasLate('notices', 'updates') ? t('notices.updates') : '')
  },
})

// Catches a sentence that stays English in a Spanish page, because its English file came first.
test('a late sentence is in the language of the page', async () => {
  // English is shown for a moment, and named.
  Object.assign(console, { warn: () => undefined })
  await showLanguage('es')
  const wrapper = mount(Sentence, { global: { plugins: [i18n] } })
  await expect.poll(() => wrapper.text()).toContain('newer versions')
  english.resolve(undefined)
  await expect
    .poll(() => wrapper.text())
    .toBe('Showdesk puede buscar versiones más nuevas. No busca ninguna hasta que lo digas.')
})
