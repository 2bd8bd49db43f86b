import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { flushPromises } from '@vue/test-utils'
import { afterEach, expect, test } from 'vitest'
import { defineComponent, h, nextTick, ref } from 'vue'
import JsonEditor from '../../../../renderer/kit/components/text/JsonEditor.vue'
import PrivateBlock from '../../../../renderer/kit/components/PrivateBlock.vue'
import { usePrivacy } from '../../../../renderer/kit/composables/usePrivacy.ts'
import { mountOnDesk } from '../../support/mount.ts'

const { masked } = usePrivacy()
afterEach(() => {
  masked.value = false
})
const written = (): string => document.querySelector('.cm-content')?.textContent ?? ''
const cover = (): HTMLButtonElement | null => document.querySelector('[data-covered]')

// What was asked for of one record would show the next one too, or a press would leave the keyboard nowhere.
test('a block is covered in a show until it is asked for, each value anew, and takes the focus then', async () => {
  const of = ref(1)
  masked.value = true
  await mountOnDesk(
    defineComponent(() => () => h(PrivateBlock, { label: 'Answer', of: of.value }, () => 'anna@example.org')),
  )
  expect(document.body.innerHTML).not.toContain('anna')
  cover()?.focus()
  cover()?.click()
  await flushPromises()
  expect(document.body.textContent).toContain('anna')
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Answer')
  of.value = 2
  await nextTick()
  expect(document.body.innerHTML).not.toContain('anna')
})

// The editor of a body shows what stood in it to everyone, or hides from a person what is being written.
test('an editor covers what it was given, not what is written into an empty one', async () => {
  const text = ref('{ "email": "anna@example.org" }')
  const Host = defineComponent(
    () => () =>
      h(JsonEditor, {
        modelValue: text.value,
        label: 'Body',
        'onUpdate:modelValue': (next: string) => (text.value = next),
      }),
  )
  masked.value = true
  const { wrapper } = await mountOnDesk(Host)
  expect(document.body.innerHTML).not.toContain('anna')
  cover()?.click()
  await expect.poll(written).toContain('anna')
  masked.value = false
  await nextTick()
  masked.value = true
  await nextTick()
  expect(document.body.innerHTML).not.toContain('anna')
  wrapper.unmount()
  text.value = '{}'
  await mountOnDesk(Host)
  await expect.poll(() => document.querySelector('.cm-content')).not.toBeNull()
  text.value = '{ "email": "bert@example.org" }'
  await expect.poll(written).toContain('bert')
})

// A new screen that draws an answer's JSON past the cover.
test('no screen draws JSON that a show does not cover', () => {
  const renderer = resolve(import.meta.dirname, '../../../../renderer')
  const open = globSync('{air,frame,records,views,writing}/**/*.vue', { cwd: renderer }).filter((file) => {
    const text = readFileSync(resolve(renderer, file), 'utf8').replace(/<PrivateBlock[^]*?<\/PrivateBlock>/g, '')
    return /<(JsonView|pre)\b/.test(text)
  })
  // The viewer of an answer covers all of its parts itself; licences are public; a template's preview and its text are what the audience gets to read.
  expect(open.filter((file) => !file.startsWith('records/products/answer/')).toSorted()).toEqual([
    'views/settings/parts/LicencesPanel.vue',
    'views/templates/parts/PreviewBody.vue',
    'views/templates/parts/snippets/SnippetNameDialog.vue',
  ])
})
