import { readFileSync } from 'node:fs'
import { mount } from '@vue/test-utils'
import { expect, onTestFinished, test } from 'vitest'
import { defineComponent, h } from 'vue'
import { guardComposition } from '#kit/composables/task/keys.ts'

const heard: string[] = []
const Field = defineComponent({
  render: () => h('div', [h('input', { onKeydown: (event: KeyboardEvent) => heard.push(event.key) })]),
})

// Catches Enter that ends a composition and also adds an option, leaves a field or sends a form; and keys that are lost outside of it.
test('keys of a composition reach no field', async () => {
  const wrapper = mount(Field, { attachTo: document.body })
  onTestFinished(() => wrapper.unmount())
  guardComposition(window)
  const input = wrapper.find('input')
  await input.trigger('keydown', { key: 'Enter', isComposing: true })
  await input.trigger('keydown', { key: 'Enter', keyCode: 229 })
  expect(heard).toEqual([])
  await input.trigger('keydown', { key: 'Enter' })
  expect(heard).toEqual(['Enter'])
})

// Catches a page that begins without the guard.
test.each(['renderer/main.ts', 'renderer/air/dock/main.ts'])('%s has it', (entry) => {
  expect(readFileSync(entry, 'utf8')).toContain('guardComposition(window)')
})
