import { flushPromises } from '@vue/test-utils'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { Deed } from '#contract/deed-schema.ts'
import type { Intent } from '#contract/models.ts'
import type { ShowCheck, ShowReport, ShowState } from '#contract/live.ts'
import { reloadDesk } from '../../../renderer/kit/bridge/reload.ts'
import { useFrame } from '../../../renderer/kit/composables/useFrame.ts'
import { usePrivacy } from '../../../renderer/kit/composables/usePrivacy.ts'
import DeskFrame from '../../../renderer/frame/DeskFrame.vue'
import ShowReportPane from '../../../renderer/frame/ShowReportPane.vue'
import { sampleIntent } from '../support/sample-backend.ts'
import { stopClock } from '../support/clock.ts'
import type { MemoryBridge } from '../support/memory-bridge.ts'
import { mountOnDesk } from '../support/mount.ts'
import { answerOf, settled, stream } from './desk.ts'

stopClock()
const show = {
  id: 'show-1',
  title: 'Night show 48',
  environment: 'rehearsal' as const,
  startedAt: '2026-11-21T20:00:00.000Z',
}
const there = (selector: string) => expect.poll(() => document.querySelector(selector)).not.toBeNull()
const click = (selector: string): void => document.querySelector<HTMLElement>(selector)?.click()

/** As the backend would: told at once, and answered from then on. */
async function setShow(bridge: MemoryBridge, state: ShowState): Promise<void> {
  bridge.answer('show.get', () => state)
  bridge.push('show.changed', state)
  await settled()
}

async function openFrame(state: string, prepare?: (bridge: MemoryBridge) => void) {
  useFrame().showPane.value = undefined
  const mounted = await mountOnDesk(
    DeskFrame,
    {},
    {
      prepare(bridge) {
        bridge.answer('broadcast.get', () => ({ environment: 'rehearsal', stream }))
        bridge.answer('platform.read', () =>
          answerOf({ data: { status: state, startedOn: new Date(Date.now() - 61_000).toISOString() } }),
        )
        prepare?.(bridge)
      },
    },
  )
  await settled()
  return mounted
}

// Red while nothing is on air, or none while something is: the one light that a studio trusts.
test('the red frame and the clock follow the seen state, not show mode', async () => {
  const { wrapper, bridge } = await openFrame('live')
  expect(wrapper.find('.frame').attributes('data-on-air')).toBe('true')
  expect(wrapper.find('header [data-air="live"]').text()).toContain('00:01:01')
  expect(document.title).toContain('On air')
  bridge.setLink('lost')
  await settled()
  expect(wrapper.find('.frame').attributes('data-on-air')).toBe('false')
  expect(wrapper.find('header [data-air="live"]').text()).toContain('Last seen on air')
  bridge.setLink('open')
  await settled()
  expect(wrapper.find('.frame').attributes('data-on-air')).toBe('true')
})

test('a show without a live stream is amber, never red', async () => {
  const { wrapper, bridge } = await openFrame('idle')
  await setShow(bridge, { show })
  expect(wrapper.find('.frame').attributes('data-on-air')).toBe('false')
  expect(wrapper.find('[data-show-button]').classes()).toContain('text-warning')
  expect(wrapper.html()).not.toContain('bg-tally')
})

// In a show nothing may move under the hand, reload, leave the environment, or show what is private.
test('a show masks, keeps the layout, refuses another environment and holds a reload back', async () => {
  const { wrapper, bridge } = await openFrame('live')
  expect(wrapper.find('[data-notice]').exists()).toBe(true)
  await setShow(bridge, { show })
  expect(usePrivacy().masked.value).toBe(true)
  expect(wrapper.find('[data-notice]').exists()).toBe(false)
  expect(wrapper.find('[data-status="notices"]').text()).toContain('1 notice')

  await wrapper.find('header button[aria-label^="Environment"]').trigger('click')
  await there('[data-environment-stays]')
  expect(document.querySelector('[data-environment-stays]')?.textContent).toContain('Night show 48')
  const development = [...document.querySelectorAll('button')].find((button) =>
    button.textContent.includes('dev.platform.test'),
  )
  expect(development?.disabled).toBe(true)

  const timers: Array<() => void> = []
  let reloads = 0
  const view = {
    dispatchEvent: (event: Event) => window.dispatchEvent(event),
    location: { reload: () => (reloads += 1) },
    setTimeout: (act: () => void) => timers.push(act),
  }
  reloadDesk(view as unknown as Window)
  await flushPromises()
  expect(reloads).toBe(0)
  expect(wrapper.find('[data-reload-waits]').exists()).toBe(true)
  await wrapper.find('[data-reload-waits] button').trigger('click')
  timers[0]?.()
  expect(reloads).toBe(1)

  await setShow(bridge, {})
  expect(usePrivacy().masked.value).toBe(false)
})

const checks: ShowCheck[] = [
  { id: 'environment', state: 'ok', code: 'address', facts: { environment: 'production', host: 'x.example.org' } },
  { id: 'platform', state: 'fail', code: 'platform_silent', fix: 'settings#connection' },
  { id: 'queue', state: 'warn', found: '2 changes wait.', fix: 'activity?queue=1' },
]

// A show that begins over a failed check without the person's word for it.
test('the check before a show: a failing item has its way out and is passed over knowingly', async () => {
  const { bridge } = await openFrame('idle', (memory) => memory.answer('show.check', () => ({ checks })))
  click('[data-show-button]')
  await there('[data-check="platform"]')
  expect(document.querySelector('[data-check="environment"]')?.textContent).toContain('Production, at x.example.org.')
  expect(document.querySelector('[data-check="platform"]')?.textContent).toContain("The platform can't be reached.")
  expect(document.querySelector('[data-check="queue"]')?.textContent).toContain('2 changes wait.')
  expect(document.querySelector('[data-check="platform"] a')?.getAttribute('href')).toBe('/settings#connection')
  expect(document.querySelector<HTMLInputElement>('[data-show-title] input, input[data-show-title]')?.value).toBe(
    stream.name,
  )
  expect(document.querySelector<HTMLButtonElement>('[data-enter-show]')?.disabled).toBe(true)
  click('[data-knowingly]')
  await settled()
  click('[data-enter-show]')
  await settled()
  expect(bridge.requests.filter(({ method }) => method === 'show.enter')).toEqual([
    { method: 'show.enter', params: { title: stream.name } },
  ])
})

// Catches a title that is kept without a stored secret and nobody is told: the dialog closed over it.
test('the show dialog says what was left out of the title before it closes', async () => {
  const { bridge } = await openFrame('idle', (memory) => {
    memory.answer('show.check', () => ({ checks: checks.filter(({ state }) => state === 'ok') }))
    memory.answer('show.enter', () => ({ show, leftOut: ['title'] }))
  })
  click('[data-show-button]')
  await expect.poll(() => document.querySelector<HTMLButtonElement>('[data-enter-show]')?.disabled).toBe(false)
  click('[data-enter-show]')
  await there('[data-left-out]')
  expect(document.querySelector('[data-left-out]')?.textContent.trim()).toBe('Stored secrets were removed from: title')
  expect(document.querySelector('[data-enter-show]')).toBeNull()
  click('[data-close]')
  await expect.poll(() => document.querySelector('[data-left-out]')).toBeNull()
  expect(bridge.requests.filter(({ method }) => method === 'show.enter')).toHaveLength(1)
})

// The report is what is left of a show: it must come by itself, and be takeable.
test('leaving a show brings its report, to be copied', async () => {
  const { bridge } = await openFrame('live')
  await setShow(bridge, { show })
  click('[data-show-button]')
  await there('[data-leave-show]')
  expect(document.querySelector('[data-show-air]')?.textContent).toBe(
    "You are still on air. Leaving show mode doesn't stop the broadcast.",
  )
  click('[data-leave-show]')
  await there('[data-show-report]')
  expect(bridge.requests.filter(({ method }) => method === 'show.leave')).toHaveLength(1)
  const report = document.querySelector('[data-show-report]')?.textContent ?? ''
  expect(report).toContain('Started “Night show main”')
  expect(report).toContain('Request a refund of 15.00 EUR')
  expect(report).not.toContain('/api/')
  expect(document.querySelector('[data-show-report] [title*="PUT /api/video/event/update"]')).not.toBeNull()
  expect(report).toContain('2 queued changes would be sent during the show.')
  expect(document.querySelector('[data-show-air]')?.textContent).toBe('Show mode is off. You are still on air.')
})

// Catches a desk that says off air, or on air, of a state that nobody read.
test.each([
  ['stopped', 'You are off air. The broadcast has ended.'],
  ['paused', "You are paused, not off air. Leaving show mode doesn't stop the broadcast."],
  ['a word of its own', "The stream's state is unknown. Leaving show mode doesn't stop the broadcast."],
  [undefined, "The stream's state has not been read. Leaving show mode doesn't stop the broadcast."],
])('leaving a show says what was read of the stream: %s', async (state, said) => {
  const { bridge } = await openFrame(state ?? 'idle', (memory) => {
    if (state === undefined)
      memory.answer('platform.read', () => {
        throw new DeskError('unreachable', 'No answer')
      })
  })
  await setShow(bridge, { show })
  click('[data-show-button]')
  await there('[data-show-air]')
  expect(document.querySelector('[data-show-air]')?.textContent).toBe(said)
  if (state !== 'stopped') return
  bridge.setLink('lost')
  await settled()
  expect(document.querySelector('[data-show-air]')?.textContent).toContain('Ended when last read at')
})

// Catches a screen reader that spells out a route, and one that says as done what was refused.
test('a change is announced in the words of the person', async () => {
  const { wrapper, bridge } = await openFrame('idle')
  const counts = { queued: 0, sending: 0, accepted: 0, unknown: 0 }
  const said = async (intent: Partial<Intent>, words: string): Promise<void> => {
    bridge.push('ledger.changed', { intent: { ...sampleIntent(0), ...intent }, counts })
    await expect
      .poll(() => wrapper.find('[role="status"][aria-live="polite"]').text(), { timeout: 5_000 })
      .toContain(words)
  }
  const deed: Deed = { code: 'broadcast_stopped', facts: { name: 'Night show main' } }
  await said({ id: 'one', state: 'confirmed', deed }, 'Stopped “Night show main”')
  await said({ id: 'two', state: 'rejected', deed }, 'Stop “Night show main”: refused')
})

// Catches a customer's name in a file that is sent around after the show.
test('a report that is copied names no people, though the page does', async () => {
  const written: string[] = []
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void written.push(text))
  onTestFinished(() => write.mockRestore())
  const report: ShowReport = {
    show,
    durationMs: 1_000,
    counts: { queued: 0, sending: 0, accepted: 0, confirmed: 1, rejected: 0, unknown: 0, cancelled: 0 },
    entries: [
      {
        id: 'intent-1',
        operation: 'POST /api/payment/customer/delete',
        name: 'Delete Customer',
        state: 'confirmed',
        risk: 'destroy',
        createdAt: show.startedAt,
        deed: { code: 'record', facts: { id: 'cus_1' } },
      },
    ],
    passedOver: [],
  }
  const { wrapper } = await mountOnDesk(
    ShowReportPane,
    { report },
    {
      prepare: (bridge) =>
        bridge.answer('platform.read', () => answerOf({ items: [{ id: 'cus_1', name: 'Hana Example' }] })),
    },
  )
  await expect.poll(() => wrapper.text()).toContain('Deleted the customer Hana Example')
  await wrapper.find('[data-copy-report], button').trigger('click')
  await settled()
  expect(written.join()).toContain('Deleted the customer cus_1 (`POST /api/payment/customer/delete`)')
  expect(written.join()).not.toContain('Hana')
})

// A limit that is shown as a stop makes a person restart what runs.
test('the budget says what was used, and slower instead of stopped', async () => {
  const { wrapper, bridge } = await openFrame('live')
  const budget = {
    environment: 'rehearsal' as const,
    perMinute: 90,
    reserve: 30,
    used: 41,
    usedByItself: 35,
    slowdown: 1,
    stretch: 1,
    watches: 4,
    quick: true,
  }
  bridge.push('live.budget', budget)
  await settled()
  expect(wrapper.find('[data-status="budget"]').text()).toContain('41 of 90 requests a minute')
  bridge.push('live.budget', { ...budget, slowdown: 2 })
  await settled()
  expect(wrapper.find('[data-status="budget"]').text()).toContain('Refreshing slowly')
  await wrapper.find('[data-status="budget"]').trigger('click')
  await there('[data-used]')
  expect(document.querySelector('[data-used]')?.closest('[role="dialog"], section, div')?.textContent).not.toMatch(
    /stopped/i,
  )
})
