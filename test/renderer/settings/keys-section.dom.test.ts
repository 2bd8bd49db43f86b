import { flushPromises, type DOMWrapper, type VueWrapper } from '@vue/test-utils'
import { expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import { useSettings } from '../../../renderer/kit/stores/settings.ts'
import KeysSection from '../../../renderer/views/settings/parts/KeysSection.vue'
import type { MemoryBridge } from '../support/memory-bridge.ts'
import { mountOnDesk } from '../support/mount.ts'

const Host = defineComponent(() => {
  void useSettings().ensure()
  return () => h(KeysSection)
})
const rowOf = (wrapper: VueWrapper, task: string): DOMWrapper<Element> => wrapper.find(`[data-arm-key="${task}"]`)
const saved = (bridge: MemoryBridge): unknown[] =>
  bridge.requests.filter(({ method }) => method === 'settings.update').map(({ params }) => params)

async function record(row: DOMWrapper<Element>, key: string, held: Record<string, unknown> = {}): Promise<void> {
  const field = row.find('[aria-pressed]')
  if (field.attributes('aria-pressed') === 'false') await field.trigger('click')
  await field.trigger('keydown', { key, ...held })
  await flushPromises()
}

// A key that is written where another one was, or that takes the keys of the other tasks away.
test('the next combination becomes the key, and the others stay', async () => {
  const { wrapper, bridge } = await mountOnDesk(Host)
  const stop = rowOf(wrapper, 'stop')
  const field = stop.find('[aria-pressed]')
  expect(field.attributes('aria-label')).toBe('Key for \u201cArm: stop the broadcast\u201d: No key')
  await field.trigger('click')
  expect(field.text()).toBe('Press a key\u2026')
  expect(stop.text()).toContain('Backspace removes it, Esc cancels')
  await field.trigger('keydown', { key: 'Control', ctrlKey: true })
  expect(field.text()).toBe('Press a key\u2026')
  await record(stop, 'S', { ctrlKey: true, shiftKey: true })
  expect(saved(bridge)).toEqual([{ armKeys: { stop: 'mod+shift+s', reveal: 'shift+f2', runAd: 'shift+f4' } }])
  expect(field.attributes('aria-pressed')).toBe('false')
  expect(field.text()).toBe('CtrlShiftS')
})

// A key that closes the window, arms two commands, or arms while a name is typed.
test('a key that is taken is refused with what has it, and the field waits on', async () => {
  const { wrapper, bridge } = await mountOnDesk(Host)
  const stop = rowOf(wrapper, 'stop')
  const said: string[] = []
  for (const [key, held] of [
    ['F2', { shiftKey: true }],
    ['F9', { ctrlKey: true }],
    ['w', { ctrlKey: true }],
    ['x', {}],
    ['ArrowUp', { ctrlKey: true }],
  ] as const) {
    await record(stop, key, held)
    said.push(stop.find('[aria-live]').text())
  }
  expect(said).toEqual([
    'Shift F2 is taken: Arm: reveal the poll results',
    'Ctrl F9 is taken: Mark this moment, in the live view',
    'Ctrl W is taken: close the tab, the window or the app',
    'Hold Ctrl or Alt with a letter or digit. Alone, it is typed.',
    'Use a function key, or a letter or digit with Ctrl or Alt',
  ])
  expect(stop.find('[aria-pressed]').attributes('aria-pressed')).toBe('true')
  expect(saved(bridge)).toEqual([])
})

// Esc that removes a key, or Backspace that records itself.
test('Esc keeps the key, Backspace and the button remove it', async () => {
  const { wrapper, bridge } = await mountOnDesk(Host)
  const reveal = rowOf(wrapper, 'reveal')
  await record(reveal, 'Escape')
  expect(saved(bridge)).toEqual([])
  expect(reveal.text()).toContain('ShiftF2')
  await record(reveal, 'Backspace')
  expect(saved(bridge)).toEqual([{ armKeys: { runAd: 'shift+f4' } }])
  expect(reveal.find('[aria-pressed]').text()).toBe('No key')
  await rowOf(wrapper, 'runAd').find('[data-remove-key]').trigger('click')
  await flushPromises()
  expect(saved(bridge).at(-1)).toEqual({ armKeys: {} })
  // The button went away with its key.
  expect(document.activeElement).toBe(rowOf(wrapper, 'runAd').find('[aria-pressed]').element)
})
