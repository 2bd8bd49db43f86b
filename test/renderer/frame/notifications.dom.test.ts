// What a person is told while another window has the focus.
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { BridgeOutput } from '#contract/bridge.ts'
import type { Intent, IntentState } from '#contract/models.ts'
import NotificationWatch from '../../../renderer/frame/NotificationWatch.vue'
import AppearanceSection from '../../../renderer/views/settings/parts/AppearanceSection.vue'
import { useLedger } from '../../../renderer/kit/stores/ledger.ts'
import { useSettings } from '../../../renderer/kit/stores/settings.ts'
import { mountOnDesk } from '../support/mount.ts'

class FakeNotification extends EventTarget {
  static permission: NotificationPermission = 'granted'
  static requestPermission = async () => (FakeNotification.permission = 'granted')
  readonly close = vi.fn<() => void>()
  readonly title: string
  readonly options: NotificationOptions
  constructor(title: string, options: NotificationOptions) {
    super()
    this.title = title
    this.options = options
    shown.push(this)
  }
}
const shown: FakeNotification[] = []
let away = true

beforeEach(() => {
  shown.length = 0
  away = true
  FakeNotification.permission = 'granted'
  vi.stubGlobal('Notification', FakeNotification)
  vi.spyOn(document, 'hasFocus').mockImplementation(() => !away)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function watching() {
  const mounted = await mountOnDesk(NotificationWatch)
  const [sample] = useLedger().recent
  if (sample === undefined) throw new Error('The sample ledger is empty.')
  const settle = async (state: IntentState, more: Partial<Intent> = {}) => {
    mounted.bridge.push('ledger.changed', {
      intent: { ...sample, id: 'one', state, ...more },
      counts: { queued: 0, sending: 0, accepted: 0, unknown: 0 },
    })
    await flushPromises()
  }
  const told = async () => {
    await vi.advanceTimersByTimeAsync(1_000)
    return shown.map(({ title, options }) => `${title}: ${options.body}`)
  }
  return { ...mounted, settle, told }
}

// Catches a refusal that nobody hears of, and one that is told to a person who is looking at it.
test.each(['unknown', 'rejected'] as const)(
  'an outcome that is %s is told where the window is not in front',
  async (state) => {
    const { settle, told } = await watching()
    await settle('sending')
    await settle(state)
    await settle(state)
    expect(await told()).toEqual([expect.stringMatching(state === 'unknown' ? /^Unknown: ./ : /^Rejected: ./)])
    away = false
    await settle('sending', { id: 'two' })
    await settle(state, { id: 'two' })
    expect(await told()).toHaveLength(1)
  },
)

// Catches a notification for each write that a script sends, and none for what a person left waiting.
test('a confirmation is told only of a write that waited', async () => {
  const { settle, told } = await watching()
  await settle('queued')
  await settle('sending')
  await settle('confirmed')
  expect(await told()).toEqual([])
  await settle('queued', { id: 'two' })
  await vi.advanceTimersByTimeAsync(11_000)
  await settle('sending', { id: 'two' })
  await settle('confirmed', { id: 'two' })
  expect(await told()).toEqual([expect.stringMatching(/^Confirmed: ./)])
})

// Catches a flood: a hundred refusals in a second made a hundred notifications.
test('what ends within a second is told together', async () => {
  const { settle, told } = await watching()
  for (let n = 0; n < 100; n += 1) await settle('rejected', { id: `many-${n}` })
  expect(await told()).toEqual(['Rejected: 100 writes'])
})

// Catches a notification that leads nowhere, and one that leaves the window of the installed app behind others: a page can't
// raise that by itself.
test.each([true, false])('a press on it opens the write, in the installed app: %s', async (installed) => {
  if (installed) vi.stubGlobal('showdesk', {})
  const { settle, told, router, bridge } = await watching()
  bridge.answer('desk.bringUp', () => ({}))
  await settle('rejected')
  await told()
  shown[0]?.dispatchEvent(new Event('click'))
  await flushPromises()
  expect(router.currentRoute.value.fullPath).toBe('/activity?id=one')
  expect(shown[0]?.close).toHaveBeenCalledOnce()
  expect(bridge.requests.filter(({ method }) => method === 'desk.bringUp')).toHaveLength(installed ? 1 : 0)
})

// Catches a command that lapses because nobody looked at the desk.
test('a command that a controller armed is told', async () => {
  const { bridge } = await watching()
  bridge.push('command.armed', {
    armed: {
      id: 'armed',
      by: 'Stream Deck',
      command: 'stop',
      record: 'main',
      name: 'Main channel',
      environment: 'rehearsal',
      until: new Date().toISOString(),
    },
  })
  await flushPromises()
  expect(shown.map(({ title, options }) => `${title}: ${options.body}`)).toEqual([
    'Armed by Stream Deck: Stop Main channel',
  ])
})

// Catches silence about a platform that is gone in a show, and an alarm about it on an idle evening.
test('a platform that is gone is told in a show', async () => {
  const { bridge } = await watching()
  const { connection } = (await bridge.transport.request('desk.info', {})) as BridgeOutput<'desk.info'>
  const report = async (state: 'reachable' | 'unreachable') => {
    bridge.push('connection.changed', { ...connection, state })
    await flushPromises()
  }
  await report('unreachable')
  expect(shown).toEqual([])
  bridge.push('show.changed', {
    show: { id: 'show', title: 'Friday', environment: connection.environment, startedAt: new Date().toISOString() },
  })
  await report('reachable')
  await report('unreachable')
  expect(shown.map(({ title }) => title)).toEqual(['Offline'])
})

// Catches a switch that does nothing.
test('nothing is told where it was switched off, or where the browser refuses', async () => {
  const { settle, told } = await watching()
  useSettings().values.notify = false
  await settle('rejected')
  expect(await told()).toEqual([])
  useSettings().values.notify = true
  FakeNotification.permission = 'denied'
  await settle('rejected', { id: 'two' })
  expect(await told()).toEqual([])
})

// Catches a switch that never asks the browser.
test('the switch asks the browser once', async () => {
  FakeNotification.permission = 'default'
  const { wrapper, bridge } = await mountOnDesk(AppearanceSection)
  const control = wrapper.get('[data-notify] button, button[data-notify]')
  expect(control.attributes('aria-checked')).toBe('false')
  await control.trigger('click')
  await flushPromises()
  expect(FakeNotification.permission).toBe('granted')
  expect(bridge.requests.filter(({ method }) => method === 'settings.update')).toEqual([
    { method: 'settings.update', params: { notify: true } },
  ])
  expect(control.attributes('aria-checked')).toBe('true')
})

// Catches a switch that stands on while the browser refuses.
test('the switch says where the browser refuses', async () => {
  FakeNotification.permission = 'denied'
  const { wrapper } = await mountOnDesk(AppearanceSection)
  expect(wrapper.text()).toContain('The browser does not let this address notify.')
})
