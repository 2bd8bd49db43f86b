import { flushPromises } from '@vue/test-utils'
import { expect, test, vi } from 'vitest'
import { defineComponent, h, ref, type Component } from 'vue'
import type { Analysis, Samples } from '../../../../renderer/views/templates/model/types.ts'
import { firstOptions } from '../../../../renderer/views/templates/model/preview/preview-options.ts'
import PreviewPane from '../../../../renderer/views/templates/parts/PreviewPane.vue'
import SplitHandle from '../../../../renderer/views/templates/parts/SplitHandle.vue'
import { useEditorShare } from '../../../../renderer/views/templates/state/useEditorShare.ts'
import { usePictures } from '../../../../renderer/views/templates/state/usePictures.ts'
import { useTestMail } from '../../../../renderer/views/templates/state/useTestMail.ts'
import { useSections } from '../../../../renderer/views/templates/state/useSections.ts'
import { mountOnDesk } from '../../support/mount.ts'
import { analysis, template } from '../fixtures.ts'

async function openPane(found: Analysis = analysis(), samples: Samples = { set: 'defaults', custom: '' }) {
  const options = ref(firstOptions())
  const gone: unknown[] = []
  const Holder = defineComponent(() => {
    const pictures = usePictures()
    const sections = useSections(() => undefined)
    const testMail = useTestMail(() => ({ template: template(), samples, sections: false }))
    return () =>
      h(PreviewPane as Component, {
        options: options.value,
        'onUpdate:options': (next: typeof options.value) => (options.value = next),
        analysis: found,
        current: true,
        samples,
        variables: [],
        pictures,
        sections,
        testMail,
        onGo: (link: unknown) => gone.push(link),
      })
  })
  return { ...(await mountOnDesk(Holder)), options, gone }
}
const inDialog = (selector: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`[role="dialog"] ${selector}`),
]

// Who the message is from would be a name without its address, or a placeholder instead of either.
test('the inbox line shows name, address, subject and what follows it', async () => {
  const rendered = {
    html: '<p>Hello friend</p>',
    text: '',
    subject: 'Tonight',
    previewText: '',
    firstText: 'Hello friend',
    sender: { fromName: 'Night show', fromEmail: 'show@watch.example.org', replyTo: 'host@watch.example.org' },
  }
  const { wrapper } = await openPane(analysis({ rendered }))
  const line = wrapper.find('[data-inbox]').text()
  expect(line).toContain('Night show')
  expect(line).toContain('<show@watch.example.org>')
  expect(line).toContain('Tonight')
  expect(line).toContain('Hello friend')
  await wrapper.find('[data-inbox-open]').trigger('click')
  // One look, because a document without layout may close the popover again.
  const seen = () => ({
    rows: [...document.querySelectorAll<HTMLElement>('[data-inbox-row]')].map(
      (row) => `${row.dataset['inboxRow'] ?? ''}: ${row.textContent.includes('Hello friend') ? 'text' : ''}`,
    ),
    missing: document.body.textContent.includes('There is no preview text'),
    reply: document.body.textContent.includes('Replies go to host@watch.example.org.'),
  })
  await expect.poll(seen).toEqual({
    rows: ['phone light: text', 'phone dark: text', 'desktop light: text', 'desktop dark: text'],
    missing: true,
    reply: true,
  })
})

// A frame that is cut at its edge would look like a broken layout of the mail.
test('a width beyond the room is scaled and says so', async () => {
  const { wrapper, options } = await openPane()
  expect(wrapper.find('[data-shown-width]').text()).toBe('375 px')
  const widths: number[] = []
  for (const name of ['Phone', 'Tablet', 'Desktop']) {
    await wrapper.find(`button[aria-label="${name}"]`).trigger('click')
    widths.push(Number.parseInt(wrapper.find<HTMLElement>('iframe').element.style.width, 10))
  }
  expect(widths).toEqual([375, 768, 1024])
  expect(options.value.device).toBe('desktop')
})

// Explanations below the frame took the room of the message.
test('explanations wait behind a button', async () => {
  const { wrapper } = await openPane()
  expect(wrapper.text()).not.toContain('does not specify')
  await wrapper.find('[data-preview-notes]').trigger('click')
  await expect.poll(() => document.body.textContent).toContain('does not specify')
})

// A setting that is on for every platform would show fillings that one of them does not do.
test('sections are turned on for one environment', async () => {
  const { wrapper, bridge } = await openPane()
  await wrapper.find('[data-preview-notes]').trigger('click')
  const find = () => document.querySelector<HTMLElement>('button[data-sections], [data-sections] button')
  await expect.poll(() => find()?.hasAttribute('disabled')).toBe(false)
  find()?.click()
  await flushPromises()
  const environment = bridge.requests.flatMap(({ method, params }) =>
    method === 'mail.change' ? [(params as { sections: string[] }).sections] : [],
  )
  expect(environment).toEqual([['rehearsal']])
  await expect.poll(() => document.body.textContent).toContain('A name without a value is left empty')
})

// A preview without its loops would look like the mail.
test('says why sections are not filled in', async () => {
  const { wrapper } = await openPane(
    analysis({ sectionFault: { fault: 'unclosed_section', field: 'htmlContent', name: 'hosts', line: 3, column: 5 } }),
  )
  expect(wrapper.find('[data-section-fault]').text()).toBe(
    'HTML 3:5: shown without loops and conditions. The section hosts is not closed.',
  )
})

// A large preview without its switches, or one that a link leaves open over the code, would have to be closed first.
test('the full size has the same switches and gives way to a link', async () => {
  const link = { href: 'https://watch.example.org', text: 'Watch', from: 3 }
  const { wrapper, gone } = await openPane(analysis({ links: [link] }))
  await wrapper.find('[data-full-size]').trigger('click')
  await flushPromises()
  expect(inDialog('[aria-pressed]').map((one) => one.getAttribute('aria-label'))).toEqual([
    'Phone',
    'Tablet',
    'Desktop',
    'Dark',
    'Images',
    'Plain text',
  ])
  inDialog('[aria-expanded="false"]')
    .find((one) => one.textContent.includes('1 link'))
    ?.click()
  await flushPromises()
  inDialog('li button')[0]?.click()
  await flushPromises()
  expect(gone).toEqual([link])
  expect(inDialog('iframe')).toEqual([])
})

// A bar that only a mouse moves, or that forgets where it was, has to be moved again every day.
test('the bar between the panes moves by keys and by dragging, and its place is kept', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const Holder = defineComponent(() => {
    const share = useEditorShare()
    return () =>
      h(SplitHandle, {
        modelValue: share.value,
        'onUpdate:modelValue': (next: number | undefined) => (share.value = next ?? 50),
        label: 'Width of the editor',
        hint: '',
        controls: 'editor',
        least: 25,
        most: 75,
        initial: 50,
      })
  })
  const { wrapper, bridge } = await mountOnDesk(Holder)
  const bar = wrapper.find<HTMLElement>('[role="separator"]')
  const now = () => bar.attributes('aria-valuenow')
  const seen: Array<string | undefined> = [now()]
  for (const [key, shiftKey] of [
    ['ArrowRight', false],
    ['ArrowLeft', true],
    ['Home', false],
    ['ArrowLeft', false],
    ['End', false],
    ['Enter', false],
  ] as const) {
    await bar.trigger('keydown', { key, shiftKey })
    seen.push(now())
  }
  expect(seen).toEqual(['50', '52', '42', '25', '25', '75', '50'])
  const { element } = bar
  let captured = false
  element.setPointerCapture = () => (captured = true)
  element.hasPointerCapture = () => captured
  const { parentElement } = element
  if (parentElement === null) throw new Error('The bar has no parent.')
  parentElement.getBoundingClientRect = () => new DOMRect(100, 0, 1000, 500)
  const move = (clientX: number) => bar.trigger('pointermove', { clientX, pointerId: 1 })
  await move(900)
  expect(now()).toBe('50')
  await bar.trigger('pointerdown', { button: 0, pointerId: 1 })
  await move(740)
  expect(now()).toBe('64')
  await vi.advanceTimersByTimeAsync(500)
  expect(bridge.requests.filter(({ method }) => method === 'mail.change')).toEqual([
    { method: 'mail.change', params: { editorShare: 64 } },
  ])
  await bar.trigger('dblclick')
  expect(now()).toBe('50')
  wrapper.unmount()
  await flushPromises()
  expect(bridge.requests.at(-1)).toEqual({ method: 'mail.change', params: { editorShare: 50 } })
  vi.useRealTimers()
})
