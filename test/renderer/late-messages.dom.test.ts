import { mount } from '@vue/test-utils'
import { expect, test, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import { useErrorText } from '../../renderer/composables/useErrorText.ts'
import { i18n } from '../../renderer/i18n.ts'

// Catches a raw key such as errors.code.too_large.full, and a sentence that stays general after its file has come.
test('an error that is shown before its sentences have come is general first, and exact then', async () => {
  const Sentence = defineComponent(() => {
    const say = useErrorText()
    return () => h('p', say({ code: 'too_large', facts: { reason: 'answer_too_large', kib: 8192 } }).what)
  })
  const wrapper = mount(Sentence, { global: { plugins: [i18n] } })
  expect(wrapper.text()).toBe(i18n.global.t('errors.code.too_large.what'))
  expect(wrapper.text()).not.toContain('errors.')
  await vi.waitFor(() => expect(wrapper.text()).toContain('8192 KiB'))
  wrapper.unmount()
})
