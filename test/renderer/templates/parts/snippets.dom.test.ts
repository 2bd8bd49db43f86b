import { EditorView } from '@codemirror/view'
import { flushPromises } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { defineComponent, h, ref, type Component } from 'vue'
import { DeskError } from '#contract/errors.ts'
import { mostSnippets, type Snippet } from '#contract/mail.ts'
import { useMail } from '../../../../renderer/writing/stores/mail.ts'
import HtmlPane from '../../../../renderer/views/templates/parts/HtmlPane.vue'
import SnippetDialog from '../../../../renderer/views/templates/parts/snippets/SnippetDialog.vue'
import type { MemoryBridge } from '../../support/memory-bridge.ts'
import { mountOnDesk } from '../../support/mount.ts'

const footer: Snippet = { name: 'Footer', html: '<p>Bye</p>\n<p>Now</p>' }
const header: Snippet = { name: 'Header', html: '<h1>Hi</h1>' }
const legal: Snippet = { name: 'Legal', html: '<small>Law</small>' }

async function withSnippets(bridge: MemoryBridge, snippets: Snippet[]): Promise<void> {
  await useMail().ensure()
  const { settings } = useMail()
  if (settings === undefined) throw new Error('The settings were not read.')
  bridge.push('mail.changed', { ...settings, snippets })
  await flushPromises()
}
const changes = (bridge: MemoryBridge): unknown[] =>
  bridge.requests.filter(({ method }) => method === 'mail.change').map(({ params }) => params)
const find = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector)
  if (found === null) throw new Error(`There is no ${selector}.`)
  return found
}
async function press(selector: string): Promise<void> {
  find(selector).click()
  await flushPromises()
}
async function pressNamed(name: string): Promise<void> {
  const found = [...document.querySelectorAll<HTMLElement>('[role="menuitem"], button')].find((one) =>
    one.textContent.trim().startsWith(name),
  )
  if (found === undefined) throw new Error(`There is nothing named ${name}.`)
  found.click()
  await flushPromises()
}
const field = (selector: string): HTMLInputElement => find(selector) as HTMLInputElement
async function type(selector: string, text: string): Promise<void> {
  const input = field(selector)
  input.value = text
  input.dispatchEvent(new Event('input', { bubbles: true }))
  await flushPromises()
}

async function editing(text: string, snippets: Snippet[]) {
  const shown = ref(text)
  const Holder = defineComponent(
    () => () =>
      h(HtmlPane as Component, {
        text: shown.value,
        variables: [],
        problems: [],
        current: true,
        'onUpdate:text': (now: string) => (shown.value = now),
      }),
  )
  const { bridge, wrapper } = await mountOnDesk(Holder)
  await withSnippets(bridge, snippets)
  await expect.poll(() => wrapper.find('[data-editor="html"][data-ready="true"]').exists()).toBe(true)
  const view = EditorView.findFromDOM(wrapper.find<HTMLElement>('.cm-editor').element)
  if (view === null) throw new Error('There is no editor.')
  return { bridge, view, shown }
}

// Catches a snippet that goes to the end instead of the caret, mixes line ends, or can't be undone as one step.
test('a snippet is inserted at the caret, with the line ends of the text', async () => {
  const { view, shown } = await editing('a\r\nb\r\n', [footer])
  view.dispatch({ selection: { anchor: 2 } })
  await press('[data-snippets]')
  await pressNamed('Footer')
  expect(shown.value).toBe('a\r\n<p>Bye</p>\r\n<p>Now</p>b\r\n')
  expect(view.state.selection.main.head).toBe(2 + footer.html.length)
})

// Catches a selection that is kept with another text or another name than the person gave it.
test('the selection is kept as a snippet with a name', async () => {
  const { bridge, view } = await editing('<p>One</p><p>Two</p>', [header])
  view.dispatch({ selection: { anchor: 0, head: 10 } })
  await press('[data-snippets]')
  await pressNamed('Save selection')
  await type('[data-snippet-name]', ' Intro ')
  await press('[data-keep-snippet]')
  expect(changes(bridge)).toEqual([{ snippets: [header, { name: 'Intro', html: '<p>One</p>' }] }])
})

// Catches a snippet that a list with unsaved changes throws away when that is saved later.
test('a snippet that is kept meanwhile is added to unsaved changes too', async () => {
  const { view } = await editing('<p>One</p>', [header])
  const mail = useMail()
  mail.unsaved = { snippets: { base: [header], now: [{ ...header, name: 'Renamed' }] } }
  view.dispatch({ selection: { anchor: 0, head: 10 } })
  await press('[data-snippets]')
  await pressNamed('Save selection')
  await type('[data-snippet-name]', 'Intro')
  await press('[data-keep-snippet]')
  const intro = { name: 'Intro', html: '<p>One</p>' }
  expect(mail.settings?.snippets).toEqual([header, intro])
  expect(mail.unsaved.snippets).toEqual({ base: [header, intro], now: [{ ...header, name: 'Renamed' }, intro] })
})

// Catches a bound that is only known by a refusal, or that stands in the way of replacing.
test('with 50 snippets the bound is named, and replacing one still works', async () => {
  const many = Array.from({ length: mostSnippets }, (_, at) => ({ name: `Part ${at}`, html: '<i>x</i>' }))
  const { bridge, view } = await editing('<p>One</p>', many)
  view.dispatch({ selection: { anchor: 0, head: 10 } })
  await press('[data-snippets]')
  await pressNamed('Save selection')
  await type('[data-snippet-name]', 'Another')
  expect(find('[data-snippets-full]').textContent).toContain('50 snippets')
  expect(field('[data-keep-snippet]').disabled).toBe(true)
  await type('[data-snippet-name]', 'part 7')
  await press('[data-keep-snippet]')
  expect(changes(bridge)).toHaveLength(1)
  expect(changes(bridge)[0]).toMatchObject({ snippets: { length: mostSnippets, 7: { html: '<p>One</p>' } } })
})

// Catches an offer that does nothing, without a word why.
test('without a selection, or with one that is too long, the menu says why', async () => {
  const { view } = await editing('x'.repeat(20_001), [])
  await press('[data-snippets]')
  const words = (): string => find('[role="menu"]').textContent
  expect(words()).toContain('Select HTML in the editor first.')
  await press('[data-snippets]')
  view.dispatch({ selection: { anchor: 0, head: 20_001 } })
  await press('[data-snippets]')
  await expect.poll(words).toContain('20,001 characters are too many')
})

async function managing(snippets: Snippet[], prepare: (bridge: MemoryBridge) => void = () => undefined) {
  const shown = ref(false)
  const Holder = defineComponent(
    () => () =>
      h(SnippetDialog as Component, { open: shown.value, 'onUpdate:open': (now: boolean) => (shown.value = now) }),
  )
  const { bridge } = await mountOnDesk(Holder, {}, { prepare })
  await withSnippets(bridge, snippets)
  shown.value = true
  await flushPromises()
  return { bridge, shown }
}
const rows = (): string[] =>
  [...document.querySelectorAll('[data-snippet] [data-choose]')].map(({ textContent }) => textContent.trim())
const nameField = '[data-snippet-field="name"] input'
const htmlField = '[data-snippet-field="html"] textarea'

// Catches a list whose order, names or content are saved otherwise than they are shown.
test('snippets are renamed, edited, moved and added, and saved at once', async () => {
  const { bridge, shown } = await managing([footer, header])
  await press('[data-snippet="0"] [data-down]')
  expect(rows()).toEqual(['Header', 'Footer'])
  expect(field(nameField).value).toBe('Footer')
  await type(nameField, 'Small print ')
  await press('[data-snippet="0"] [data-choose]')
  await type(htmlField, '<h1>Hello</h1>')
  await press('[data-add-snippet]')
  expect(document.activeElement).toBe(find(nameField))
  await press('[data-save-snippets]')
  expect(find('[data-snippets-wrong]').textContent).toContain('number 3')
  expect(changes(bridge)).toEqual([])
  await type(nameField, 'Legal')
  await type(htmlField, legal.html)
  await press('[data-save-snippets]')
  expect(changes(bridge)).toEqual([
    { snippets: [{ name: 'Header', html: '<h1>Hello</h1>' }, { name: 'Small print', html: footer.html }, legal] },
  ])
  expect(shown.value).toBe(false)
})

// Catches a removal that can't be taken back, or that comes back in another place.
test('a removed snippet comes back where it was', async () => {
  const { bridge } = await managing([footer, header, legal])
  await press('[data-snippet="1"] button[aria-label="Remove row 2"]')
  expect(rows()).toEqual(['Footer', 'Legal'])
  expect(document.activeElement?.textContent.trim()).toBe('Legal')
  await press('[data-undo]')
  expect(rows()).toEqual(['Footer', 'Header', 'Legal'])
  expect(field(nameField).value).toBe('Header')
  expect(changes(bridge)).toEqual([])
})

// Catches another window, a failed save or a closed dialog that takes away what was typed.
test('unsaved changes are never overwritten', async () => {
  const { bridge, shown } = await managing([footer], (prepared) =>
    prepared.answer('mail.change', () => {
      throw new DeskError('storage_full', 'Full', { facts: { reason: 'disk_full', lost: 'change' } })
    }),
  )
  await withSnippets(bridge, [footer, header])
  expect(rows()).toEqual(['Footer', 'Header'])
  await type(nameField, 'Mine')
  await withSnippets(bridge, [legal])
  expect(rows()).toEqual(['Mine', 'Header'])
  expect(document.querySelector('[data-snippets-elsewhere]')).not.toBeNull()
  await press('[data-save-snippets]')
  expect(document.querySelector('[data-error-code="storage_full"]')).not.toBeNull()
  shown.value = false
  await flushPromises()
  shown.value = true
  await flushPromises()
  expect(rows()).toEqual(['Mine', 'Header'])
  await press('[data-snippets-elsewhere] button')
  expect(rows()).toEqual(['Legal'])
})

// Catches a bound that is only known by a refusal.
test('the bounds of list and length are named', async () => {
  await managing(Array.from({ length: mostSnippets }, (_, at) => ({ name: `Part ${at}`, html: 'x' })))
  expect(field('[data-add-snippet]').disabled).toBe(true)
  expect(find('[data-snippet-count]').textContent).toContain('50 snippets')
  await type(htmlField, 'x'.repeat(20_001))
  expect(find('[data-snippet-field="html"]').textContent).toContain('20,001 characters are too many')
  await type(nameField, 'part 3')
  expect(find('[data-snippet-field="name"]').textContent).not.toContain('Another snippet')
  await press('[data-snippet="3"] [data-choose]')
  expect(find('[data-snippet-field="name"]').textContent).toContain('Another snippet has this name')
})
