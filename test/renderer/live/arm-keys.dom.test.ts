import { flushPromises } from '@vue/test-utils'
import { beforeEach, expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import ShortcutMap from '../../../renderer/frame/ShortcutMap.vue'
import { useArmHotkeys } from '../../../renderer/frame/useArmHotkeys.ts'
import { asked } from '../../../renderer/kit/composables/task/live-tasks.ts'
import { useFrame } from '../../../renderer/kit/composables/useFrame.ts'
import LiveView from '../../../renderer/views/live/LiveView.vue'
import { mountOnDesk } from '../support/mount.ts'
import { openLive, settled } from './desk.ts'

const Framed = defineComponent(() => {
  useArmHotkeys()
  return () => [h(LiveView), h('textarea', { id: 'note' })]
})
const Frame = defineComponent(() => {
  useArmHotkeys()
  return () => h('div')
})
function press(key: string, held: KeyboardEventInit = {}, on: EventTarget = document.body): KeyboardEvent {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held })
  on.dispatchEvent(event)
  return event
}
const shift = { shiftKey: true }
const armedNow = (): Array<string | null> =>
  [...document.querySelectorAll('[data-armed="true"]')].map((group) => group.getAttribute('aria-label'))

beforeEach(() => {
  asked.value = undefined
})

// A key that fires, at once or when it is pressed again, reveals the poll by a slip of the hand.
test('a key arms, and never fires however often it is pressed', async () => {
  const { runs } = await openLive({ component: Framed })
  expect(press('F2', shift).defaultPrevented).toBe(true)
  await settled()
  expect(armedNow()).toEqual(['Reveal'])
  expect(document.activeElement?.hasAttribute('data-arm')).toBe(true)
  for (let again = 0; again < 3; again += 1) press('F2', shift)
  press('F2', { ...shift, repeat: true })
  await settled()
  expect(armedNow()).toEqual(['Reveal'])
  expect(runs).toEqual([])
})

// A key that is shown where it does nothing, or one that takes a name or a width from the label.
test('the key stands on its button, beside its name', async () => {
  const { wrapper, bridge } = await openLive({ component: Framed })
  const reveal = wrapper.find('[data-poll="reveal"] [data-arm]')
  expect(reveal.find('[data-cap]').text()).toBe('Shift F2')
  expect(reveal.find('[data-cap]').attributes('aria-hidden')).toBe('true')
  expect(reveal.attributes('aria-keyshortcuts')).toBe('Shift+F2')
  expect(wrapper.find('[data-transport="stop"] [data-cap]').exists()).toBe(false)
  expect(wrapper.find('[data-transport="stop"] [data-arm]').attributes('aria-keyshortcuts')).toBeUndefined()
  bridge.push('settings.changed', {
    theme: 'dark',
    density: 'compact',
    language: 'en',
    hours: 'h23',
    notify: true,
    alarmSound: true,
    flashing: true,
    tourDone: true,
    armKeys: { stop: 'mod+alt+s' },
    authOverrides: {},
  })
  await flushPromises()
  expect(wrapper.find('[data-transport="stop"] [data-cap]').text()).toBe('Ctrl Alt S')
  expect(wrapper.find('[data-poll="reveal"] [data-cap]').exists()).toBe(false)
  press('F2', shift)
  await settled()
  expect(armedNow()).toEqual([])
  press('s', { ctrlKey: true, altKey: true, code: 'KeyS' })
  await settled()
  expect(armedNow()).toEqual([expect.stringContaining('Stop')])
})

// Armed while a dialog covers the button; and deaf in a field, where hands are during a show.
test('keys work in a field, and not below a dialog', async () => {
  await openLive({ component: Framed })
  const dialog = document.createElement('div')
  dialog.setAttribute('role', 'dialog')
  document.body.append(dialog)
  expect(press('F2', shift).defaultPrevented).toBe(false)
  await settled()
  expect(armedNow()).toEqual([])
  dialog.remove()
  press('F2', shift, document.getElementById('note') ?? document.body)
  await settled()
  expect(armedNow()).toEqual(['Reveal'])
})

// On another view the key must lead to the button; a person who sees nothing armed would press it again and again.
test('from another view it opens the live view', async () => {
  const { router } = await mountOnDesk(Frame, {}, { at: '/payments' })
  press('F4', shift)
  await flushPromises()
  expect(router.currentRoute.value.path).toBe('/live')
  expect(asked.value?.task).toBe('runAd')
})

// A key that another part of the page has used already, and AltGr, which writes signs on many keyboards.
test('a key that was taken, or that writes a sign, arms nothing', async () => {
  const { bridge } = await mountOnDesk(Frame, {}, { at: '/payments' })
  bridge.push('settings.changed', {
    theme: 'dark',
    density: 'compact',
    language: 'en',
    hours: 'h23',
    notify: true,
    alarmSound: true,
    flashing: true,
    tourDone: true,
    armKeys: { runAd: 'mod+alt+q' },
    authOverrides: {},
  })
  await flushPromises()
  // AltGr is held without Ctrl and Alt.
  press('@', { code: 'KeyQ', modifierAltGraph: true })
  const taken = new KeyboardEvent('keydown', { key: 'q', ctrlKey: true, altKey: true, cancelable: true })
  taken.preventDefault()
  window.dispatchEvent(taken)
  expect(asked.value).toBeUndefined()
  press('q', { ctrlKey: true, altKey: true })
  expect(asked.value?.task).toBe('runAd')
})

// A list of keys that leaves out the ones that were chosen.
test('the list of keys has them', async () => {
  const Both = defineComponent(() => {
    useArmHotkeys()
    return () => h(ShortcutMap)
  })
  useFrame().shortcutsOpen.value = true
  try {
    await mountOnDesk(Both)
    await expect
      .poll(() => document.querySelector('[role="dialog"]')?.textContent)
      .toContain('Arm: run the selected ad')
    expect(document.querySelector('[role="dialog"]')?.textContent).toContain('ShiftF2Arm: reveal the poll results')
    expect(document.querySelector('[role="dialog"]')?.textContent).not.toContain('Arm: start the broadcast')
  } finally {
    useFrame().shortcutsOpen.value = false
  }
})
