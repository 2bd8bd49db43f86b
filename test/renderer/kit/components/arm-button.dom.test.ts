import { mount, type DOMWrapper, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { h, nextTick, type Component } from 'vue'
import ArmButton from '../../../../renderer/kit/components/sending/ArmButton.vue'
import { subjectOf, type Subject } from '../../../../renderer/kit/composables/firing/subject.ts'
import { i18n } from '../../../../renderer/kit/i18n.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }))
afterEach(() => {
  vi.useRealTimers()
  document.body.innerHTML = ''
})

const button = (props: Record<string, unknown> = {}): VueWrapper =>
  mount(ArmButton as Component, {
    props: { label: 'Stop the stream', subject: subjectOf('stop', { stream: 'str_1' }), ...props },
    global: { plugins: [i18n], stubs: { UIcon: true } },
    attachTo: document.body,
  }) as VueWrapper
const arm = (wrapper: VueWrapper): DOMWrapper<Element> => wrapper.find('[data-arm]')
const fire = (wrapper: VueWrapper): DOMWrapper<Element> => wrapper.find('[data-fire]')
const pass = async (ms: number): Promise<void> => {
  vi.advanceTimersByTime(ms)
  await nextTick()
}

test('arm, then fire, fires once', async () => {
  const wrapper = button()
  expect(fire(wrapper).exists()).toBe(false)
  await arm(wrapper).trigger('click')
  const second = fire(wrapper)
  await second.trigger('click')
  await second.trigger('click')
  expect(wrapper.emitted('fire')).toHaveLength(1)
  expect(fire(wrapper).exists()).toBe(false)
})

// A double click on air stops the show.
test('a double click on arm does not fire, and leaves it armed', async () => {
  const wrapper = button()
  await arm(wrapper).trigger('click')
  await pass(120)
  await arm(wrapper).trigger('click')
  await arm(wrapper).trigger('dblclick')
  expect(wrapper.emitted('fire')).toBeUndefined()
  expect(fire(wrapper).exists()).toBe(true)
})

test('a later press on arm disarms', async () => {
  const wrapper = button()
  await arm(wrapper).trigger('click')
  await pass(1_000)
  await arm(wrapper).trigger('click')
  expect(fire(wrapper).exists()).toBe(false)
})

test('the window closes after five seconds, and says what is left of it', async () => {
  const wrapper = button()
  await arm(wrapper).trigger('click')
  expect(wrapper.find('.count').text()).toBe('5')
  await pass(3_001)
  expect(wrapper.find('.count').text()).toBe('2')
  await pass(2_000)
  expect(fire(wrapper).exists()).toBe(false)
})

// A page that stood still past the window must not take the press that waited meanwhile.
test('a press after the window does not fire, even where no timer ran', async () => {
  const wrapper = button()
  await arm(wrapper).trigger('click')
  const late = fire(wrapper)
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 6_000)
  await late.trigger('click')
  expect(wrapper.emitted('fire')).toBeUndefined()
  clock.mockRestore()
})

test('Escape disarms from anywhere, and goes no further', async () => {
  const wrapper = button()
  await arm(wrapper).trigger('click')
  const outer = vi.fn()
  document.body.addEventListener('keydown', outer)
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  await nextTick()
  expect(fire(wrapper).exists()).toBe(false)
  expect(outer).not.toHaveBeenCalled()
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  expect(outer).toHaveBeenCalledOnce()
})

test.each([
  ['a refusal comes', { refusal: 'The stream has ended' }],
  ['it is at work', { busy: true }],
  ['it becomes another action', { subject: subjectOf('start', { stream: 'str_1' }) }],
  ['it would act on another stream of the same name', { subject: subjectOf('stop', { stream: 'str_2' }) }],
])('it disarms when %s', async (_, props) => {
  const wrapper = button()
  await arm(wrapper).trigger('click')
  await wrapper.setProps(props)
  expect(fire(wrapper).exists()).toBe(false)
  expect(wrapper.emitted('fire')).toBeUndefined()
})

test('a refusal says why, and nothing can be armed', async () => {
  const wrapper = button({ refusal: 'The stream has ended' })
  expect(wrapper.text()).toContain('The stream has ended')
  expect(arm(wrapper).attributes('aria-disabled')).toBe('true')
  await arm(wrapper).trigger('click')
  expect(fire(wrapper).exists()).toBe(false)
})

// A held Enter repeats: it must not arm, disarm and arm again, nor fire.
test('a key that is held counts once', async () => {
  const wrapper = button()
  const held = new KeyboardEvent('keydown', { key: 'Enter', repeat: true, bubbles: true, cancelable: true })
  arm(wrapper).element.dispatchEvent(held)
  expect(held.defaultPrevented).toBe(true)
  const first = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  arm(wrapper).element.dispatchEvent(first)
  expect(first.defaultPrevented).toBe(false)
})

// Focus on a button that goes away is lost, and with it the place of who works by keyboard.
test('focus goes back to arm when the second button goes', async () => {
  const wrapper = button()
  await arm(wrapper).trigger('click')
  const second = fire(wrapper).element as HTMLButtonElement
  second.focus()
  await pass(5_001)
  await nextTick()
  expect(document.activeElement).toBe(arm(wrapper).element)
})

test('a page that is left disarms', async () => {
  const wrapper = button()
  await arm(wrapper).trigger('click')
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  document.dispatchEvent(new Event('visibilitychange'))
  await nextTick()
  expect(fire(wrapper).exists()).toBe(false)
  hidden.mockRestore()
})

// Start becomes Pause where it was: a second Enter armed the opposite of what was just done.
test('after firing the focus is not on what undoes it', async () => {
  const wrapper = button({ label: 'Start' })
  await arm(wrapper).trigger('click')
  const second = fire(wrapper).element
  if (second instanceof HTMLElement) second.focus()
  await fire(wrapper).trigger('click')
  await nextTick()
  expect(document.activeElement).toBe(arm(wrapper).element)
  await wrapper.setProps({ label: 'Pause' })
  expect(document.activeElement).toBe(wrapper.element)
  expect(wrapper.attributes('aria-label')).toBe('Pause')
})

// Catches an arming that goes by words or by the number of a step: it would fire for what was chosen since.
test('what it would act on is a type of its own, which a label or a text can not be', () => {
  const { label } = { label: 'Stop the stream' }
  // @ts-expect-error A button that does not say what it acts on.
  expect(h(ArmButton, { label })).toBeDefined()
  // @ts-expect-error A text is no subject.
  expect(h(ArmButton, { label, subject: 'destination-1' })).toBeDefined()
  // @ts-expect-error Only subjectOf makes one.
  const made: Subject = { shown: {}, identity: label }
  expect(made.shown).toEqual({})
  expect(h(ArmButton, { label, subject: subjectOf('stop', { stream: 'str_1' }) })).toBeDefined()
})

// Catches a button that disarms without a word, so that a person presses on where nothing happens, and words that count.
test('it says that it was disarmed because it would act on something else, until it is armed again', async () => {
  const wrapper = button()
  await arm(wrapper).trigger('click')
  await wrapper.setProps({ label: 'Stop 2', subject: subjectOf('stop', { stream: 'str_1' }) })
  expect(fire(wrapper).exists()).toBe(true)
  await wrapper.setProps({ subject: subjectOf('stop', { stream: 'str_2' }) })
  expect(fire(wrapper).exists()).toBe(false)
  expect(wrapper.find('[data-changed]').text()).toBe('Disarmed: it would act on something else now')
  expect(wrapper.find('[role="status"]').text()).toBe('Disarmed: it would act on something else now')
  await arm(wrapper).trigger('click')
  expect(wrapper.find('[data-changed]').exists()).toBe(false)
  await fire(wrapper).trigger('click')
  expect(wrapper.emitted('fire')).toMatchObject([[{ shown: { stream: 'str_2' } }]])
})

// Catches a press that tells what is shown by now instead of what was shown when it was armed.
test('a press takes along what was shown when it was armed', async () => {
  const wrapper = button({ subject: subjectOf('start', { stream: 'str_1', destinations: [{ key: 'a' }] }) })
  await arm(wrapper).trigger('click')
  await fire(wrapper).trigger('click')
  expect(wrapper.emitted('fire')).toMatchObject([[{ shown: { stream: 'str_1', destinations: [{ key: 'a' }] } }]])
})
