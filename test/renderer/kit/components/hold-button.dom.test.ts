import { flushPromises, mount, type DOMWrapper, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Component } from 'vue'
import HoldButton from '../../../../renderer/kit/components/sending/HoldButton.vue'
import { i18n } from '../../../../renderer/kit/i18n.ts'

beforeEach(() =>
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'requestAnimationFrame', 'cancelAnimationFrame', 'performance', 'Date'],
  }),
)
afterEach(() => vi.useRealTimers())

const button = (): VueWrapper =>
  mount(HoldButton as Component, {
    props: { label: 'Refund 12.00 EUR', holdMs: 1_000 },
    global: { plugins: [i18n], stubs: { UIcon: true } },
  }) as VueWrapper
const press = (wrapper: VueWrapper): DOMWrapper<Element> => wrapper.find('button')

// A slip of the finger must not move money.
test('a short press does nothing', async () => {
  const wrapper = button()
  await press(wrapper).trigger('pointerdown')
  vi.advanceTimersByTime(700)
  await press(wrapper).trigger('pointerup')
  await press(wrapper).trigger('click', { detail: 1 })
  vi.advanceTimersByTime(2_000)
  expect(wrapper.emitted('held')).toBeUndefined()
})

// A held press fires once, not once per frame.
test('a held press fires once', async () => {
  const wrapper = button()
  await press(wrapper).trigger('pointerdown')
  vi.advanceTimersByTime(3_000)
  expect(wrapper.emitted('held')).toHaveLength(1)
})

// Key repeat sends many keydowns; they must not restart the hold.
test('Space held on the keyboard fires as the pointer does', async () => {
  const wrapper = button()
  await press(wrapper).trigger('keydown', { key: ' ' })
  for (let at = 0; at < 12; at++) {
    await press(wrapper).trigger('keydown', { key: ' ', repeat: true })
    vi.advanceTimersByTime(100)
  }
  await press(wrapper).trigger('keyup', { key: ' ' })
  expect(wrapper.emitted('held')).toHaveLength(1)
})

// A screen reader can only click: it presses twice, and the first press says so.
test('a click without a pointer arms first', async () => {
  const wrapper = button()
  await press(wrapper).trigger('click')
  expect(wrapper.emitted('held')).toBeUndefined()
  expect(wrapper.text()).toContain('Press again')
  await press(wrapper).trigger('click')
  await flushPromises()
  expect(wrapper.emitted('held')).toHaveLength(1)
})

test('disabled and busy buttons never fire', async () => {
  const wrapper = button()
  await wrapper.setProps({ busy: true })
  await press(wrapper).trigger('pointerdown')
  vi.advanceTimersByTime(3_000)
  expect(wrapper.emitted('held')).toBeUndefined()
})
