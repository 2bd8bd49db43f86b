// What a live command carries of the person's decision, and what a clock that is set back does to what is shown.
import { expect, test, vi } from 'vitest'
import type { EnvironmentId, Environment, Intent } from '#contract/models.ts'
import { useEnvironments } from '../../../renderer/kit/stores/environments.ts'
import { stopClock } from '../support/clock.ts'
import { answerOf, fire, liveAnswers, openLive, settled, status } from './desk.ts'

stopClock()
const stop = '[data-transport="stop"]'
const sent = (id: string, at: string): Intent => ({
  id,
  reference: `sd-${id}`,
  operation: 'PUT /api/video/event/update',
  state: 'confirmed',
  environment: 'rehearsal',
  product: 'Livestream',
  risk: 'onair',
  request: {},
  attempts: 1,
  createdAt: at,
  settledAt: at,
  evidence: [],
})
const two = () => ({
  ...liveAnswers(),
  'GET /api/video/details/all': {
    data: {
      items: ['1', '2'].map((n) => ({
        id: `det_${n}`,
        providerName: `Stage ${n}`,
        providerId: `out-${n}`,
        streamId: 'str_1',
        videoId: `vid-${n}`,
        status: 'live',
        started: true,
        paused: false,
        stopped: false,
      })),
    },
  },
})

// Catches one id for all: each destination has a newest command of its own, and one that knows none says so.
test('a stop of several destinations says for each what was seen of it', async () => {
  const asked: unknown[] = []
  const desk = await openLive({
    answers: two(),
    prepare: (bridge) =>
      bridge.answer('command.newest', (params) => {
        asked.push(params)
        const first = JSON.stringify(params).includes('out-1')
        return first
          ? { id: 'intent-1', intent: sent('intent-1', new Date(Date.now() - 12_000).toISOString()) }
          : { id: null }
      }),
  })
  await desk.wrapper.find(`${stop} [data-arm]`).trigger('click')
  await settled()
  expect(desk.text(`${stop} [data-last-sent]`)).toMatch(/^Last: confirmed 12 s ago, ./)
  await desk.wrapper.find(`${stop} [data-fire]`).trigger('click')
  await settled()
  expect(asked).toHaveLength(2)
  expect(desk.runs.map(({ environment, pressedAt, saw }) => ({ environment, pressedAt, saw }))).toEqual([
    { environment: 'rehearsal', pressedAt: new Date().toISOString(), saw: 'intent-1' },
    { environment: 'rehearsal', pressedAt: new Date().toISOString(), saw: null },
  ])
  expect(desk.runs.map(({ record, shown }) => [record, shown?.destinations])).toEqual(
    ['1', '2'].map((n) => {
      const key = `Stage ${n}/out-${n}/vid-${n}`
      return [key, [{ key, event: `det_${n}` }]]
    }),
  )
})

/** Another window selects another environment. */
function select(
  push: (event: 'environments.changed', payload: { environments: Environment[] }) => void,
  id: EnvironmentId,
): void {
  push('environments.changed', {
    environments: useEnvironments().list.map((one) => ({ ...one, selected: one.id === id })),
  })
}

// Catches what was armed in rehearsal and fires on air.
test('what is armed is gone with the environment', async () => {
  const desk = await openLive()
  await desk.wrapper.find(`${stop} [data-arm]`).trigger('click')
  await settled()
  select(desk.bridge.push, 'development')
  // In the same moment, before anything was drawn anew.
  const late = desk.wrapper.find(`${stop} [data-fire]`)
  if (late.exists()) await late.trigger('click')
  await settled()
  expect(desk.wrapper.find(`${stop} [data-fire]`).exists()).toBe(false)
  expect(desk.runs).toEqual([])
})

// Catches an on-air light that stays filled red for an hour, since the last answer is "from the future".
test('a clock that is set back leaves nothing fresh', async () => {
  const desk = await openLive()
  const air = () => desk.wrapper.find('[data-air]')
  expect(air().attributes('data-fresh')).toBe('true')
  vi.setSystemTime(Date.now() - 3_600_000)
  await expect.poll(() => air().attributes('data-fresh')).toBe('false')
  expect(desk.wrapper.html()).not.toContain('bg-tally')
  expect(desk.text('[data-panel="destinations"]')).toContain('stale')
  await desk.tell(status, 'status', { answer: answerOf({ data: { id: 'str_1', status: 'live' } }) })
  expect(air().attributes('data-fresh')).toBe('true')
})

test('a clip and a poll say where they go', async () => {
  const desk = await openLive()
  await fire(desk, '[data-poll="close"]')
  await desk.wrapper.find('[data-clip]').trigger('click')
  await settled()
  expect(desk.runs.map(({ command, environment, saw }) => [command, environment, saw])).toEqual([
    ['close', 'rehearsal', null],
    ['clip', 'rehearsal', undefined],
  ])
})
