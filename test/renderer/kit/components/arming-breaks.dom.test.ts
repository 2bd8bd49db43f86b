// What ends an arming by itself, in the button and in the dialog that share it, and in a hold.
import { flushPromises, mount, type VueWrapper } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Component } from 'vue'
import ArmButton from '../../../../renderer/kit/components/sending/ArmButton.vue'
import ConfirmDialog from '../../../../renderer/kit/components/sending/ConfirmDialog.vue'
import HoldButton from '../../../../renderer/kit/components/sending/HoldButton.vue'
import { decisionOf, type Pressed } from '../../../../renderer/kit/base/pressed.ts'
import type { LatestSent } from '../../../../renderer/kit/composables/useArming.ts'
import { i18n } from '../../../../renderer/kit/i18n.ts'
import { aimOf, standStill } from '../../support/aim.ts'
import { mountOnDesk } from '../../support/mount.ts'

const faked = [
  'setTimeout',
  'clearTimeout',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'performance',
  'Date',
] as const
beforeEach(() => vi.useFakeTimers({ toFake: [...faked], now: new Date('2026-11-22T20:14:05Z') }))
let goOn: (() => void) | undefined
afterEach(() => {
  goOn?.()
  goOn = undefined
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const find = (selector: string): HTMLElement | null => document.querySelector<HTMLElement>(selector)
const plugins = { global: { plugins: [i18n], stubs: { UIcon: true } }, attachTo: document.body }

interface Armed {
  confirmed: Pressed[]
  environment: { value: string | undefined }
  subject: { value: string }
  /** Arms it, or begins to hold it. */
  arm: () => Promise<void>
  /** The press that would let it go, or the rest of the hold. */
  fire: () => Promise<void>
}

async function armButton(latest?: () => Promise<LatestSent>): Promise<Armed> {
  const confirmed: Pressed[] = []
  const { aim, environment, subject } = aimOf(latest)
  mount(ArmButton as Component, {
    ...plugins,
    props: {
      label: 'Stop the stream',
      aim,
      subject: aim.subject(),
      onFire: (pressed: Pressed) => confirmed.push(pressed),
    },
  })
  await flushPromises()
  return { confirmed, environment, subject, arm: press('[data-arm]'), fire: press('[data-fire]') }
}

async function confirmDialog(latest?: () => Promise<LatestSent>): Promise<Armed> {
  const confirmed: Pressed[] = []
  const { aim, environment, subject } = aimOf(latest)
  await mountOnDesk(ConfirmDialog, {
    open: true,
    title: 'Stop',
    text: 'It ends.',
    confirmLabel: 'Stop the stream',
    risk: 'onair',
    aim,
    onConfirm: (pressed: Pressed) => confirmed.push(pressed),
  })
  return {
    confirmed,
    environment,
    subject,
    arm: press('[role="dialog"] [data-arm]'),
    fire: press('[role="dialog"] [data-fire]'),
  }
}

async function holdButton(latest?: () => Promise<LatestSent>): Promise<Armed> {
  const confirmed: Pressed[] = []
  const { aim, environment, subject } = aimOf(latest)
  const wrapper: VueWrapper = mount(HoldButton as Component, {
    ...plugins,
    props: { label: 'Refund 12.00 EUR', aim, onHeld: (pressed: Pressed) => confirmed.push(pressed) },
  }) as VueWrapper
  await flushPromises()
  return {
    confirmed,
    environment,
    subject,
    async arm() {
      await wrapper.find('button').trigger('pointerdown')
      await flushPromises()
    },
    async fire() {
      vi.advanceTimersByTime(1_400)
      await flushPromises()
    },
  }
}

function press(selector: string): () => Promise<void> {
  return async () => {
    find(selector)?.click()
    await flushPromises()
  }
}
const pass = async (ms: number): Promise<void> => {
  vi.advanceTimersByTime(ms)
  await flushPromises()
}

describe.each([
  ['the button', armButton],
  ['the dialog', confirmDialog],
  ['a hold', holdButton],
] as const)('%s', (what, open) => {
  test('goes where it was said to go, at the moment of the press, over what was seen', async () => {
    const it = await open(() => Promise.resolve({ saw: new Map([['', 'intent-7']]) }))
    await it.arm()
    await it.fire()
    expect(it.confirmed.map((pressed) => decisionOf(pressed))).toEqual([
      { environment: 'rehearsal', pressedAt: it.confirmed[0]?.at, saw: 'intent-7' },
    ])
    expect(Math.abs(Date.now() - Date.parse(it.confirmed[0]?.at ?? ''))).toBeLessThan(1_000)
  })

  // Catches a null that is left out, which main takes for "not said".
  test('says null where nothing was sent before', async () => {
    const it = await open()
    await it.arm()
    await it.fire()
    expect(it.confirmed.map((pressed) => decisionOf(pressed).saw)).toEqual([null])
  })

  // Catches a ledger that can't be asked and would keep a Stop from going.
  test('goes without what was seen where nobody can tell it', async () => {
    const it = await open(() => Promise.resolve({ saw: new Map() }))
    await it.arm()
    await it.fire()
    expect(it.confirmed.map((pressed) => 'saw' in decisionOf(pressed))).toEqual([false])
  })

  // Catches the switch that another window made while the page stood still: 6 of 6 fired in the wrong environment.
  test('does not survive a page that stood still', async () => {
    const it = await open()
    await it.arm()
    goOn = standStill(1_500)
    await it.fire()
    expect(it.confirmed).toEqual([])
  })

  // Catches an arming that a timer alone ends: hidden it stayed armed.
  test('does not survive a hidden page', async () => {
    const it = await open()
    await it.arm()
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    document.dispatchEvent(new Event('visibilitychange'))
    vi.spyOn(document, 'hidden', 'get').mockReturnValue(false)
    await flushPromises()
    await it.fire()
    expect(it.confirmed).toEqual([])
  })

  // Catches a monotonic clock that stands still in sleep, by which the window has not closed; and one that goes on while the other is set.
  test.each([
    ['wall clock', { mono: false }],
    ['monotonic clock', { wall: false }],
  ])('does not survive a %s that moved alone', async (_, clocks) => {
    const it = await open()
    await it.arm()
    goOn = standStill(3_000, clocks)
    await it.fire()
    expect(it.confirmed).toEqual([])
  })

  // Catches the wall clock that is set while all goes on; a beat notices it before any press.
  test('does not survive a clock that is set', async () => {
    const it = await open()
    await it.arm()
    vi.setSystemTime(Date.now() - 3_600_000)
    await pass(300)
    await it.fire()
    expect(it.confirmed).toEqual([])
  })

  test.each(['environment', 'subject'] as const)('does not survive another %s', async (changed) => {
    const it = await open()
    await it.arm()
    it[changed].value = changed === 'environment' ? 'development' : 'stream 2'
    // What is pressed in the same moment is compared too, before anything is drawn anew.
    if (what === 'a hold') await flushPromises()
    await it.fire()
    expect(it.confirmed).toEqual([])
  })

  // Catches a decision that was made before anybody knew what was sent last.
  test('waits for what was sent last', async () => {
    const told: Array<(latest: LatestSent) => void> = []
    const it = await open(() => new Promise((done) => told.push(done)))
    await it.arm()
    await it.fire()
    expect(it.confirmed).toEqual([])
    for (const tell of told) tell({ saw: new Map([['', 'intent-9']]) })
    await flushPromises()
    await it.fire()
    expect(it.confirmed.map((pressed) => decisionOf(pressed).saw)).toEqual(['intent-9'])
  })

  // A quick line tells what stands there already: nobody presses a second stop unknowingly.
  test('shows what was sent last, and when', async () => {
    const at = new Date(Date.now() - 12_000).toISOString()
    const it = await open(() =>
      Promise.resolve({ saw: new Map([['', 'intent-7']]), last: { name: 'Event - Update', state: 'confirmed', at } }),
    )
    await it.arm()
    expect(find('[data-last-sent]')?.textContent).toContain('Last: confirmed 12 s ago, Event - Update')
  })
})

// Catches the click that waited in the queue while the page stood still: its own time is from before, or long ago.
test.each([
  ['long ago', 1_600],
  ['before it was armed', 200],
])('a press from %s does not fire', async (_, earlier) => {
  const it = await armButton()
  await pass(5_000)
  await it.arm()
  for (let beat = 0; beat < (earlier > 1_000 ? 8 : 0); beat += 1) await pass(250)
  const event = new MouseEvent('click', { bubbles: true })
  Object.defineProperty(event, 'timeStamp', { value: performance.now() - earlier })
  find('[data-fire]')?.dispatchEvent(event)
  await flushPromises()
  expect(it.confirmed).toEqual([])
  expect(find('[data-fire]')).toBeNull()
})

// Catches a false alarm: an ordinary press after some seconds of an ordinary page must go.
test('an ordinary press after four seconds fires', async () => {
  const it = await armButton()
  await it.arm()
  for (let beat = 0; beat < 16; beat += 1) await pass(250)
  await it.fire()
  expect(it.confirmed).toHaveLength(1)
})

// Catches an Escape that takes the dialog away with what was read in it.
test('Escape disarms, and leaves the dialog open', async () => {
  const { aim } = aimOf()
  const props = { open: true, title: 'Stop', text: 'It ends.', confirmLabel: 'Stop the stream', risk: 'onair', aim }
  await mountOnDesk(ConfirmDialog, props)
  await press('[role="dialog"] [data-arm]')()
  expect(find('[role="dialog"] [data-fire]')).not.toBeNull()
  find('[role="dialog"] [data-fire]')?.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
  )
  await flushPromises()
  expect(find('[role="dialog"]')).not.toBeNull()
  expect(find('[role="dialog"] [data-fire]')).toBeNull()
})

// A screen reader can only click: its two presses are an arming like any other.
test('two clicks on a hold are refused over a page that stood still', async () => {
  const confirmed: Pressed[] = []
  const { aim } = aimOf()
  const wrapper = mount(HoldButton as Component, {
    ...plugins,
    props: { label: 'Refund', aim, onHeld: (pressed: Pressed) => confirmed.push(pressed) },
  }) as VueWrapper
  await wrapper.find('button').trigger('click')
  await flushPromises()
  goOn = standStill(1_500)
  await wrapper.find('button').trigger('click')
  expect(confirmed).toEqual([])
  goOn()
  goOn = undefined
  await wrapper.find('button').trigger('click')
  await flushPromises()
  await wrapper.find('button').trigger('click')
  expect(confirmed).toHaveLength(1)
})
