import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ArmedCommand } from '#contract/commands.ts'
import { DeskError } from '#contract/errors.ts'
import ArmedBanner from '../../../renderer/frame/ArmedBanner.vue'
import { mountOnDesk } from '../support/mount.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const armed = (more: Partial<ArmedCommand> = {}): ArmedCommand => ({
  id: 'a1',
  command: 'stop',
  record: 'Main channel/out-1/vid-1',
  name: 'Main channel',
  environment: 'rehearsal',
  by: 'Stream Deck',
  until: new Date(Date.now() + 5_000).toISOString(),
  ...more,
})

async function shown() {
  const mounted = await mountOnDesk(ArmedBanner)
  const { wrapper, bridge } = mounted
  bridge.answer('command.fire', () => ({ outcome: 'lapsed' }))
  bridge.push('command.armed', { armed: armed() })
  await flushPromises()
  const sent = () => bridge.requests.filter(({ method }) => method === 'command.fire' || method === 'command.disarm')
  const key = (init: KeyboardEventInit) => {
    const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init })
    ;(document.activeElement ?? document.body).dispatchEvent(event)
    return event
  }
  const fireKey = (more: KeyboardEventInit = {}) => key({ key: 'Enter', ctrlKey: true, shiftKey: true, ...more })
  return { ...mounted, sent, key, fireKey, banner: () => wrapper.find('[data-armed-command]') }
}

// Catches a command that nobody sees, or that does not say who armed what.
test('the banner says who armed what, and how long it lasts', async () => {
  const { banner, bridge, wrapper } = await shown()
  expect(wrapper.find('[role="alert"]').text()).toContain('Armed by Stream Deck')
  expect(banner().find('[data-armed-what]').text()).toBe('Stop Main channel')
  expect(banner().find('[data-armed-left]').text()).toBe('5 s')
  await vi.advanceTimersByTimeAsync(2_100)
  expect(banner().find('[data-armed-left]').text()).toBe('3 s')
  bridge.push('command.armed', { armed: null })
  await flushPromises()
  expect(banner().exists()).toBe(false)
})

// Catches a command that was armed before the page opened and that it never shows.
test('a page that opens later shows it too', async () => {
  const { wrapper } = await mountOnDesk(
    ArmedBanner,
    {},
    {
      prepare: (bridge) => bridge.answer('command.armed', () => ({ armed: armed() })),
    },
  )
  expect(wrapper.find('[data-armed-command]').exists()).toBe(true)
})

// Catches a press that was meant for what was there before, a held key, and a second press.
test('it fires once, by a press that began after it appeared', async () => {
  const { banner, fireKey, sent } = await shown()
  await banner().find('[data-armed-fire]').trigger('click')
  fireKey()
  expect(sent()).toEqual([])
  await vi.advanceTimersByTimeAsync(400)
  fireKey({ repeat: true })
  expect(sent()).toEqual([])
  expect(fireKey().defaultPrevented).toBe(true)
  fireKey()
  await banner().find('[data-armed-fire]').trigger('click')
  expect(sent()).toEqual([{ method: 'command.fire', params: { id: 'a1' } }])
})

// Catches a click that is not heard, and plain keys of a person who types that fire or close.
test('its buttons work, and plain keys pass by', async () => {
  const { banner, key, sent } = await shown()
  await vi.advanceTimersByTimeAsync(400)
  for (const one of ['Enter', ' ', 'f']) expect(key({ key: one }).defaultPrevented).toBe(false)
  expect(key({ key: 'Enter', ctrlKey: true }).defaultPrevented).toBe(false)
  expect(sent()).toEqual([])
  await banner().find('[data-armed-lapse]').trigger('click')
  await banner().find('[data-armed-fire]').trigger('click')
  expect(sent().map(({ method }) => method)).toEqual(['command.disarm', 'command.fire'])
})

// Catches a banner that takes the focus, or an Escape that closes what lies below it instead.
test('it takes no focus, and Escape lets it lapse alone', async () => {
  const field = document.createElement('input')
  document.body.append(field)
  field.focus()
  const { banner, key, sent } = await shown()
  expect(document.activeElement).toBe(field)
  const below = vi.fn<() => void>()
  document.addEventListener('keydown', below)
  key({ key: 'Escape' })
  document.removeEventListener('keydown', below)
  expect(below).not.toHaveBeenCalled()
  expect(sent()).toEqual([{ method: 'command.disarm', params: { id: 'a1' } }])
  const down = new MouseEvent('mousedown', { bubbles: true, cancelable: true })
  banner().find('[data-armed-fire]').element.dispatchEvent(down)
  expect(down.defaultPrevented).toBe(true)
  field.remove()
})

// Catches a fire after sleep, and a lost link that leaves buttons without effect.
test('after a stall or without a link nothing fires', async () => {
  const { banner, bridge, fireKey, sent } = await shown()
  await vi.advanceTimersByTimeAsync(400)
  vi.setSystemTime(Date.now() + 60_000)
  fireKey()
  expect(sent().filter(({ method }) => method === 'command.fire')).toEqual([])
  bridge.setLink('lost')
  await flushPromises()
  expect(banner().exists()).toBe(false)
})

// Catches a command that was not sent, of which the person believes that it was.
test('a failure is said in the banner’s place', async () => {
  const { bridge, fireKey, wrapper } = await shown()
  bridge.answer('command.fire', () => {
    throw new DeskError('invalid_state', 'Lapsed', { facts: { reason: 'command_lapsed' } })
  })
  await vi.advanceTimersByTimeAsync(400)
  fireKey()
  bridge.push('command.armed', { armed: null })
  await flushPromises()
  expect(wrapper.find('[data-armed-failed]').text()).toContain('Nothing was sent')
  await vi.advanceTimersByTimeAsync(10_100)
  expect(wrapper.find('[data-armed-failed]').exists()).toBe(false)
})
