import { mount } from '@vue/test-utils'
import { readFileSync } from 'node:fs'
import { expect, onTestFinished, test } from 'vitest'
import { defineComponent, h, ref } from 'vue'
import { keepFocus } from '#kit/composables/task/keep-focus.ts'

const frames = () =>
  new Promise<void>((done) =>
    requestAnimationFrame(() => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  )
const state = ref('start')
const button = (name: string, more: object = {}) => h('button', { key: name, id: name, ...more }, name)

function page(render: () => ReturnType<typeof h>) {
  state.value = 'start'
  const wrapper = mount(defineComponent({ setup: () => render }), { attachTo: document.body })
  const stop = keepFocus(document)
  onTestFinished(() => {
    stop()
    wrapper.unmount()
  })
  document.getElementById('start')?.focus()
  expect(document.activeElement?.id).toBe('start')
  return async (to: string): Promise<string | undefined> => {
    state.value = to
    await frames()
    return document.activeElement?.id
  }
}

// Catches a person at the keyboard whose next key goes to the page, since Start became Cancel while it was pressed.
test('the successor of a replaced control has the focus', async () => {
  const become = page(() =>
    h('div', [h('p', 'text'), state.value === 'start' ? button('start') : button('cancel'), button('other')]),
  )
  expect(await become('runs')).toBe('cancel')
  expect(await become('start')).toBe('start')
})

// Catches a successor that stands in a box of its own, and a control that goes without one.
test('a control that goes leaves the focus beside its place', async () => {
  const become = page(() =>
    h('div', [
      button('before'),
      state.value === 'start'
        ? h('span', [button('start')])
        : state.value === 'box'
          ? h('div', [h('p'), button('boxed')])
          : null,
    ]),
  )
  expect(await become('box')).toBe('boxed')
  expect(await become('gone')).toBe('before')
})

// Catches a button that is locked while its request is under way and has lost the focus afterwards.
test('a control that was switched off has the focus again', async () => {
  const become = page(() => h('div', [button('start', { disabled: state.value === 'busy' })]))
  document.getElementById('start')?.blur()
  document.getElementById('start')?.focus()
  state.value = 'busy'
  await frames()
  // As browsers do.
  document.getElementById('start')?.blur()
  expect(await become('start')).toBe('start')
})

// Catches a keeper that takes the focus from a dialog, list or view that moves it by its own rule.
test('whoever moves the focus goes first', async () => {
  const become = page(() => h('div', [state.value === 'start' ? button('start') : button('next'), button('chosen')]))
  const moved = become('next')
  await Promise.resolve()
  document.getElementById('chosen')?.focus()
  expect(await moved).toBe('chosen')
})

// Catches a page that begins without it.
test.each(['renderer/main.ts', 'renderer/air/dock/main.ts'])('%s keeps the focus', (entry) => {
  expect(readFileSync(entry, 'utf8')).toContain('keepFocus(document)')
})
