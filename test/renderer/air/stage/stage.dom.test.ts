import type { VueWrapper } from '@vue/test-utils'
import { expect, onTestFinished, test, vi } from 'vitest'
import { useLive } from '../../../../renderer/kit/stores/live.ts'
import type { Json } from '#contract/json.ts'
import type { Broadcast, LiveValue, Pace, Show } from '#contract/live.ts'
import type { OperationRequest } from '#contract/operation.ts'
import { watchKey } from '#contract/watch-key.ts'
import StageView from '../../../../renderer/air/stage/StageView.vue'
import { answerOf, settled, status, stream } from '../../live/desk.ts'
import { stopClock } from '../../support/clock.ts'
import type { MemoryBridge } from '../../support/memory-bridge.ts'
import { mountOnDesk } from '../../support/mount.ts'

stopClock()

const placements: OperationRequest = { operation: 'GET /api/ads/placement/all' }
const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString()
const ad = (name: string, startsAt: string, endsAt: string) => ({
  id: name,
  name,
  streamId: stream.id,
  startsAt,
  endsAt,
})
const show: Show = {
  id: 'show-1',
  title: 'Night show',
  environment: 'rehearsal',
  startedAt: '2026-11-21T19:00:00.000Z',
}

interface Stage {
  wrapper: VueWrapper
  bridge: MemoryBridge
  text(selector: string): string
  tell(request: OperationRequest, pace: Pace, value: Partial<LiveValue>): Promise<void>
}

async function openStage(
  options: {
    broadcast?: Partial<Broadcast>
    show?: Partial<Show>
    ads?: Json[]
    prepare?: (to: MemoryBridge) => void
  } = {},
): Promise<Stage> {
  const answers: Record<string, Json> = {
    [status.operation]: { data: { status: 'live', startedOn: inMs(-5_025_000) } },
    [placements.operation]: { data: options.ads ?? [] },
  }
  const { wrapper, bridge } = await mountOnDesk(
    StageView,
    {},
    {
      at: '/stage',
      prepare(memory) {
        memory.answer('platform.read', (params) => answerOf(answers[(params as OperationRequest).operation] ?? {}))
        memory.answer('broadcast.get', () => ({ environment: 'rehearsal', stream, ...options.broadcast }))
        memory.answer('show.get', () => ({ show: { ...show, ...options.show } }))
        options.prepare?.(memory)
      },
    },
  )
  onTestFinished(() => wrapper.unmount())
  await settled()
  return {
    wrapper,
    bridge,
    text: (selector) => wrapper.find(selector).text(),
    async tell(request, pace, value) {
      const key = watchKey(request)
      bridge.push('live.value', { key, environment: 'rehearsal', pace, reading: false, ...value })
      await expect.poll(() => useLive().values.get(key)).toMatchObject({ ...value })
      await settled()
    },
  }
}

// Catches a clock that runs on something else than the platform's word, and one without the time that is left.
test('on air it shows the time on air, the time left and what is next', async () => {
  const stage = await openStage({
    broadcast: { plannedEndAt: inMs(2_175_000) },
    ads: [ad('Spot B', inMs(600_000), inMs(630_000)), ad('Spot A', inMs(252_000), inMs(282_000))],
  })
  expect(stage.text('[data-air]')).toBe('On air')
  expect(stage.text('[data-clock]')).toBe('01:23:45')
  expect(stage.text('[data-left]')).toContain('36:15')
  expect(stage.wrapper.find('[data-left]').attributes('data-tone')).toBe('')
  expect(stage.text('[data-next]')).toContain('Spot A')
  expect(stage.text('[data-next]')).not.toContain('Spot B')
  expect(stage.text('[data-next-in]')).toBe('4:12')
  expect(stage.text('[data-trouble]')).toBe('')
})

// Catches a count of many hours, which leaves the name no room from the evening on.
test('what comes tomorrow is named with its time, and not counted down', async () => {
  const stage = await openStage({ ads: [ad('Spot A', inMs(22 * 3_600_000), inMs(22 * 3_600_000 + 30_000))] })
  expect(stage.text('[data-next]')).toMatch(/^Next, .*Spot A$/)
  expect(stage.wrapper.find('[data-next-in]').exists()).toBe(false)
})

// Catches a person who talks on past the end because only a small number has changed.
test('the last minute and the time over it are marked, and said', async () => {
  const soon = await openStage({ broadcast: { plannedEndAt: inMs(59_000) } })
  expect(soon.wrapper.find('[data-left]').attributes('data-tone')).toBe('soon')
  soon.wrapper.unmount()
  const over = await openStage({ broadcast: { plannedEndAt: inMs(-65_000) } })
  expect(over.wrapper.find('[data-left]').attributes('data-tone')).toBe('over')
  expect(over.text('[data-left]')).toMatch(/^Over since.*\+1:05$/)
})

// Catches six dashes as the largest thing in the room, and a show that runs over its plan after it has ended.
test('after the end it says so, and counts nothing', async () => {
  const stage = await openStage({ broadcast: { plannedEndAt: inMs(-288_000) } })
  expect(stage.text('[data-left]')).toContain('+4:48')
  await stage.tell(status, 'status', { answer: answerOf({ data: { status: 'ended' } }, inMs(1)) })
  expect(stage.text('[data-clock]')).toBe('Ended')
  expect(stage.text('[data-left]')).toBe('')
})

// Catches an end that is invented, and a schedule that is said to be empty before anyone read it.
test('what is not known is said to be', async () => {
  const stage = await openStage({
    prepare: (memory) =>
      memory.answer('live.follow', () => ({
        values: [],
        budget: {
          environment: 'rehearsal',
          quick: true,
          perMinute: 90,
          reserve: 30,
          used: 0,
          usedByItself: 0,
          slowdown: 1,
          stretch: 1,
          watches: 2,
        },
      })),
  })
  expect(stage.text('[data-air]')).toBe('Not read yet')
  expect(stage.text('[data-clock]')).toBe('--:--:--')
  expect(stage.text('[data-left]')).toContain('No planned end')
  expect(stage.text('[data-next]')).toContain('Not read yet')
  await stage.tell(placements, 'figures', { answer: answerOf({ data: [] }) })
  expect(stage.text('[data-next]')).toContain('No ad scheduled')
})

// Catches an old value that passes for the present, in front of someone who can't look it up.
test('what is old is dim and says its age; a lost connection is said', async () => {
  const stage = await openStage({ ads: [ad('Spot A', inMs(252_000), inMs(282_000))] })
  const old = inMs(-605_000)
  const live = { data: { status: 'live', startedOn: inMs(-5_025_000) } }
  await stage.tell(status, 'status', { answer: answerOf(live, old) })
  expect(stage.text('[data-air]')).toBe('Last seen on air')
  expect(stage.wrapper.find('[data-air]').classes()).not.toContain('bg-tally')
  expect(stage.wrapper.find('[data-clock]').classes()).toContain('old')
  expect(stage.text('[data-age]')).toContain('10 min ago')
  expect(stage.wrapper.find('[data-next]').attributes('data-stale')).toBe('false')
  stage.bridge.setLink('lost')
  await settled()
  expect(stage.text('[data-trouble]')).toContain('Connection to Showdesk lost')
  expect(stage.wrapper.find('[data-next]').attributes('data-stale')).toBe('true')
  stage.bridge.setLink('open')
})

// Catches a message that comes unnoticed, one that shouts for the rest of the show, and one that stays after it was cleared.
test('a new message is outlined for a moment, an old one is not', async () => {
  const stage = await openStage({ show: { said: { text: 'Two minutes left', at: inMs(-60_000) } } })
  const message = () => stage.wrapper.find('[data-new]')
  expect(stage.text('[data-said]')).toBe('Two minutes left')
  expect(message().attributes('data-new')).toBe('false')
  stage.bridge.push('show.changed', { show: { ...show, said: { text: 'Wrap up', at: inMs(0) } } })
  await settled()
  expect(stage.text('[data-said]')).toBe('Wrap up')
  expect(message().attributes('data-new')).toBe('true')
  stage.bridge.push('show.changed', { show })
  await settled()
  expect(stage.text('[data-said]')).toBe('')
  expect(message().attributes('data-new')).toBe('false')
})

// Catches a white page beside the camera, and a full screen that a key can't reach.
test('it is dark in the light theme, and F fills the screen', async () => {
  const fill = vi.fn(() => Promise.resolve())
  document.documentElement.requestFullscreen = fill
  Object.assign(document, { fullscreenElement: null })
  const stage = await openStage({ prepare: (memory) => memory.answer('settings.get', () => undefined) })
  expect(stage.wrapper.find('[data-stage]').classes()).toContain('dark')
  expect(document.documentElement.classList).not.toContain('light')
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'f' }))
  expect(fill).toHaveBeenCalledOnce()
})
