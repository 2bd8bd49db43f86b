import { EditorView } from '@codemirror/view'
import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { defineComponent, h, ref, shallowRef, type Component } from 'vue'
import { analyse } from '../../../../renderer/views/templates/model/analyse.ts'
import type { Analysis, Samples, Template } from '../../../../renderer/views/templates/model/types.ts'
import TemplateEditor from '../../../../renderer/views/templates/parts/TemplateEditor.vue'
import { mountOnDesk } from '../../support/mount.ts'
import { analysis, template, unknownGuest } from '../fixtures.ts'

interface Exposed {
  focusField: (field: string, from?: number, to?: number) => Promise<void>
  replaceText: (field: string, text: string) => void
}

/** The editor as a view holds it: changes go into the template, the analysis comes when the test says so. */
async function open(start: Template = template(), found: Analysis | undefined = analysis()) {
  const held = {
    template: shallowRef(start),
    samples: ref<Samples>({ set: 'defaults', custom: '' }),
    analysis: shallowRef(found),
    changes: [] as Array<Partial<Template>>,
    editor: ref<Exposed>(),
  }
  const Holder = defineComponent(
    () => () =>
      h(TemplateEditor as Component, {
        ref: held.editor,
        template: held.template.value,
        samples: held.samples.value,
        analysis: held.analysis.value,
        onChange(change: Partial<Template>) {
          held.changes.push(change)
          held.template.value = { ...held.template.value, ...change }
        },
        onSamples: (samples: Samples) => (held.samples.value = samples),
      }),
  )
  const { wrapper } = await mountOnDesk(Holder)
  await expect.poll(() => wrapper.find('[data-editor="html"][data-ready="true"]').exists()).toBe(true)
  return { ...held, wrapper }
}
function codeOf(wrapper: VueWrapper, language: 'html' | 'text'): EditorView {
  const view = EditorView.findFromDOM(wrapper.find<HTMLElement>(`[data-editor="${language}"] .cm-editor`).element)
  if (!view) throw new Error('There is no editor.')
  return view
}
async function tab(wrapper: VueWrapper, name: string): Promise<void> {
  const found = wrapper.findAll('[role="tab"]').find((one) => one.text().startsWith(name))
  await found?.trigger('mousedown', { button: 0 })
  await flushPromises()
}
const button = (wrapper: VueWrapper, name: string) => wrapper.findAll('button').find((one) => one.text() === name)

// An editor that is made anew for its own words loses caret and undo with every key.
test('typing emits the full text and leaves the editor as it is', async () => {
  const { wrapper, changes } = await open()
  const before = codeOf(wrapper, 'html')
  before.dispatch({ changes: { from: 3, insert: 'X' }, selection: { anchor: 4 } })
  await flushPromises()
  expect(changes).toEqual([{ htmlContent: '<p>XHello {{firstName}}</p>\n<p>Bring {{guest}}</p>\n' }])
  expect(codeOf(wrapper, 'html')).toBe(before)
  expect(before.state.selection.main.head).toBe(4)
})

// A change from another window that went in as if typed would be saved again as one's own, and throw the caret to the start.
test('content from elsewhere comes in quietly and keeps the caret', async () => {
  const { wrapper, changes, template: held } = await open()
  const view = codeOf(wrapper, 'html')
  view.dispatch({ selection: { anchor: 8 } })
  held.value = { ...held.value, htmlContent: `<h1>New</h1>${held.value.htmlContent}` }
  await flushPromises()
  expect(view.state.doc.toString()).toBe(held.value.htmlContent)
  expect(view.state.selection.main.head).toBe(20)
  expect(changes).toEqual([])
})

// Line ends of an imported file would all be rewritten by the first key.
test('a text with CR LF keeps its line ends', async () => {
  const { wrapper, changes } = await open(template({ htmlContent: 'a\r\nb\r\n' }))
  codeOf(wrapper, 'html').dispatch({ changes: { from: 3, insert: 'X' } })
  await flushPromises()
  expect(changes).toEqual([{ htmlContent: 'a\r\nbX\r\n' }])
})

// A fix whose places were counted before the last key would cut into other words.
test('a fix waits until the problems speak of the text as it is', async () => {
  const { wrapper, template: held, analysis: found } = await open(template(), analysis({ problems: [unknownGuest] }))
  if (!button(wrapper, 'Use firstName'))
    await wrapper
      .findAll('button')
      .find((one) => one.text().startsWith('Problems'))
      ?.trigger('click')
  codeOf(wrapper, 'html').dispatch({ changes: { from: 0, insert: '12345' } })
  await flushPromises()
  await button(wrapper, 'Use firstName')?.trigger('click')
  await flushPromises()
  expect(held.value.htmlContent).toContain('{{guest}}')
  const moved = {
    ...unknownGuest,
    from: 41,
    to: 50,
    fixes: unknownGuest.fixes.map((fix) => ({
      ...fix,
      edits: [{ field: 'htmlContent' as const, from: 41, to: 50, insert: '{{firstName}}' }],
    })),
  }
  found.value = analysis({ generation: 2, problems: [moved] })
  await flushPromises()
  expect(held.value.htmlContent).toBe('12345<p>Hello {{firstName}}</p>\n<p>Bring {{firstName}}</p>\n')
  expect(codeOf(wrapper, 'html').state.doc.toString()).toBe(held.value.htmlContent)
})

// A problem that leads nowhere has to be searched for by hand.
test('a problem leads to its place', async () => {
  const { wrapper } = await open(template(), analysis({ problems: [unknownGuest] }))
  if (!wrapper.find('[data-problem]').exists())
    await wrapper
      .findAll('button')
      .find((one) => one.text().startsWith('Problems'))
      ?.trigger('click')
  expect(wrapper.find('[data-problem]').text()).toContain('HTML 2:10')
  await wrapper.find('[data-problem] button').trigger('click')
  await flushPromises()
  expect(codeOf(wrapper, 'html').state.selection.main.from).toBe(36)
  expect(document.activeElement?.closest('[data-editor]')?.getAttribute('data-editor')).toBe('html')
})

// A placeholder without a variable is one press away from having one, also before the next analysis has come.
test('variables are created from unknown placeholders and edited in rows', async () => {
  const { wrapper, template: held } = await open(template(), analysis({ unknown: ['guest'] }))
  await tab(wrapper, 'Variables')
  await button(wrapper, 'Create guest')?.trigger('click')
  await flushPromises()
  expect(held.value.variables.at(-1)).toEqual({ name: 'guest', type: 'text', defaultValue: '' })
  expect(button(wrapper, 'Create guest')).toBeUndefined()
  const rows = wrapper.findAll('[data-variable]')
  expect(rows.map((row) => row.text())).toEqual(['used 2 times', 'used once'])
  await rows[1]?.find('[data-part="defaultValue"] input').trigger('keydown', { key: 'ArrowUp', altKey: true })
  await flushPromises()
  expect(held.value.variables.map(({ name }) => name)).toEqual(['guest', 'firstName'])
  expect((document.activeElement as HTMLInputElement).getAttribute('aria-label')).toBe('Default, row 1')
})

// Tags that change without being shown first would put wrong names into every mail.
test('merge tags are translated in a table that is seen first', async () => {
  const start = template({ htmlContent: '<p>*|FNAME|* *|LNAME|* *|FNAME|*</p>', subject: 'Hi *|FNAME|*' })
  const { problems, mergeTags = [] } = await analyse(start, { set: 'defaults', custom: '' })
  const { wrapper, template: held, changes } = await open(start, analysis({ problems, mergeTags }))
  expect(wrapper.find('[data-merge-tags]').text()).toContain('4 merge tags of other services')
  await wrapper.find('[data-translate]').trigger('click')
  await flushPromises()
  const rows = () => [...document.querySelectorAll('[data-tag]')]
  expect(rows().map((row) => row.querySelector('code')?.textContent)).toEqual(['*|FNAME|*', '*|LNAME|*'])
  expect(rows()[0]?.textContent).toContain('variable exists')
  expect(changes).toEqual([])
  const name = rows()[1]?.querySelector<HTMLInputElement>('input[aria-label="Name for *|LNAME|*"]')
  if (!name) throw new Error('The name can not be changed.')
  name.value = 'not a name'
  name.dispatchEvent(new Event('input'))
  await flushPromises()
  const apply = () => document.querySelector<HTMLButtonElement>('[data-translate-apply]')
  expect(apply()?.disabled).toBe(true)
  name.value = 'family'
  name.dispatchEvent(new Event('input'))
  await flushPromises()
  expect(apply()?.textContent).toContain('Translate 2 tags')
  apply()?.click()
  await flushPromises()
  expect(held.value.htmlContent).toBe('<p>{{firstName}} {{family}} {{firstName}}</p>')
  expect(held.value.subject).toBe('Hi {{firstName}}')
  expect(held.value.variables.map((one) => one.name)).toEqual(['firstName', 'family'])
})

// A text that vanishes without being asked for, or for good, is lost work.
test('text made from HTML asks first and can be taken back', async () => {
  const { wrapper, template: held } = await open(template({ textContent: 'By hand' }))
  await tab(wrapper, 'Text')
  await expect.poll(() => wrapper.find('[data-editor="text"][data-ready="true"]').exists()).toBe(true)
  await button(wrapper, 'Generate from HTML')?.trigger('click')
  await flushPromises()
  expect(held.value.textContent).toBe('By hand')
  const confirm = [...document.querySelectorAll<HTMLButtonElement>('[data-confirm]')].at(-1)
  confirm?.click()
  await expect.poll(() => held.value.textContent).toContain('Hello {{firstName}}')
  await flushPromises()
  await button(wrapper, 'Restore previous text')?.trigger('click')
  expect(held.value.textContent).toBe('By hand')
})

// Subjects are cut by length; what counts is what the reader gets.
test('counters tell what is written and what is filled in', async () => {
  const { wrapper } = await open()
  expect(wrapper.find('[data-field="subject"]').text()).toContain('22 written, 15 with sample values')
})

// The preview must not claim to show what is sent while it is behind.
test('the hash is called exact only while the preview is up to date', async () => {
  // Without HTML no frame is made: there is nothing to load one with here.
  const { wrapper } = await open(
    template({ htmlContent: '' }),
    analysis({ rendered: { html: '', text: '', subject: '', previewText: '' } }),
  )
  await tab(wrapper, 'Preview')
  expect(wrapper.text()).toContain('#1a2b3c4d')
  expect(wrapper.text()).toContain('Sent exactly like this.')
  codeOf(wrapper, 'html').dispatch({ changes: { from: 0, insert: 'x' } })
  await flushPromises()
  expect(wrapper.text()).not.toContain('Sent exactly like this.')
})

// Values that are silently not used would make the preview look right with the wrong ones.
test('a mistake in pasted sample values is shown with its place', async () => {
  const rendered = { html: '', text: '', subject: '', previewText: '' }
  const sampleError = { kind: 'duplicate', name: 'guest', line: 2, column: 2 } as const
  const { wrapper, samples } = await open(template({ htmlContent: '' }), analysis({ rendered, sampleError }))
  samples.value = { set: 'custom', custom: '{}' }
  await tab(wrapper, 'Preview')
  expect(wrapper.text()).toContain('Line 2, column 2: Duplicate field guest')
})
