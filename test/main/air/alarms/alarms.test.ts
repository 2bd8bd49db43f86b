import { expect, test } from 'vitest'
import type { Alarm } from '#contract/air/alarms.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import type { Broadcast, LiveValue, Watch } from '#contract/live.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import { watchKey } from '#contract/watch-key.ts'
import { createCrossCheck } from '../../../../main/air/alarms/cross-check.ts'
import { createAlarms } from '../../../../main/air/alarms/index.ts'
import { createSoftware } from '../firing/software.ts'
import { createFakeClock, quietLog } from '../../platform/ledger/support.ts'

const black: Alarm = { code: 'program_black', level: 'alarm', since: '2026-03-01T12:00:00.000Z' }

// Catches a finding that stays after its page is gone, two pages that replace each other, and a list that is told without a change.
test('what a source reports counts for five seconds, and one code is one alarm', async () => {
  const clock = createFakeClock()
  const alarms = createAlarms({ clock, log: quietLog })
  const told: string[][] = []
  alarms.onChange((list) => told.push(list.map(({ code, since }) => `${code} ${since.slice(17, 19)}`)))
  alarms.report('page', [black])
  await clock.advance(4_000)
  alarms.report('page', [black])
  alarms.report('stage', [{ ...black, since: '2026-03-01T12:00:07.000Z' }])
  await clock.advance(4_000)
  expect(alarms.list()).toEqual([black])
  alarms.report('page', [])
  expect(told).toEqual([['program_black 00'], ['program_black 07']])
  await clock.advance(6_000)
  expect(told.at(-1)).toEqual([])
  expect(alarms.list()).toEqual([])
})

// Catches what only needs attention above what is an alarm.
test('alarms stand before what needs attention', () => {
  const alarms = createAlarms({ clock: createFakeClock(), log: quietLog })
  const reconnecting: Alarm = { code: 'encoder_reconnecting', level: 'attention', since: '2026-03-01T11:00:00.000Z' }
  alarms.report('check', [reconnecting])
  alarms.report('page', [black])
  expect(alarms.list().map(({ code }) => code)).toEqual(['program_black', 'encoder_reconnecting'])
})

function createBench() {
  const clock = createFakeClock()
  const software = createSoftware(clock)
  const alarms = createAlarms({ clock, log: quietLog })
  const state = {
    selected: 'rehearsal' as EnvironmentId,
    status: 'idle',
    destination: 'idle',
    /** Nothing is read any more. */
    silent: false,
    follows: [] as number[],
    writes: [] as Intent[],
  }
  const broadcast: Broadcast = { environment: 'rehearsal', stream: { id: 'str_1', name: 'Night show' } }
  const kept = new Map<string, LiveValue>()
  const answerTo = (operation: string): Json =>
    operation.startsWith('POST')
      ? { data: { status: state.status } }
      : { data: { items: [{ id: 'd', streamId: 'str_1', providerName: 'Alpha', status: state.destination }] } }
  let changed: () => void = () => undefined
  const stop = createCrossCheck({
    writes: () => state.writes,
    onWrite(listener) {
      changed = listener
      return () => undefined
    },
    alarms,
    encoders: software.encoders,
    watching: {
      follow({ watches }) {
        state.follows.push(watches.length)
        const values = watches.map((watch: Watch): LiveValue => {
          const key = watchKey(watch)
          const known = kept.get(key)
          const value: LiveValue =
            state.silent && known !== undefined
              ? known
              : {
                  key,
                  environment: state.selected,
                  pace: watch.pace,
                  reading: false,
                  answer: {
                    status: 200,
                    data: answerTo(watch.operation),
                    receivedAt: new Date(clock.now()).toISOString(),
                    durationMs: 1,
                  },
                }
          kept.set(key, value)
          return value
        })
        return { values, budget: {} as never }
      },
    },
    selected: () => state.selected,
    broadcast: () => broadcast,
    choiceOf: () => undefined,
    mayBeOnAir: () => state.status === 'live',
    showIsOn: () => true,
    clock,
  })
  /** The software is read every two seconds. */
  async function pass(seconds: number): Promise<string[]> {
    for (let second = 0; second < seconds; second += 1) {
      if (software.state.linked) await Promise.all([software.encoders.read(), clock.advance(10)])
      software.tell()
      await clock.advance(990)
    }
    return alarms.list().map(({ code }) => code)
  }
  /** The desk's newest command to the destination. */
  function commanded(details: JsonObject): void {
    const write = {
      id: `i-${state.writes.length}`,
      reference: 'r',
      operation: 'PUT /api/video/event/update',
      state: 'confirmed',
      environment: 'rehearsal',
      product: 'Livestream',
      risk: 'onair',
      request: { body: { options: { providerName: 'Alpha' }, details: { streamId: 'str_1', ...details } } },
      attempts: 1,
      createdAt: new Date(clock.now()).toISOString(),
      evidence: [],
    } satisfies Intent
    state.writes = [write, ...state.writes]
    changed()
  }
  return { clock, software, alarms, state, broadcast, pass, stop, commanded }
}

// Catches software that breaks down in a show, which tells nothing any more.
test('software that was sending and is gone is an alarm within 12 s, also after a look at another environment', async () => {
  const { software, state, pass, stop } = createBench()
  software.state.active = true
  Object.assign(state, { status: 'live', destination: 'live' })
  expect(await pass(10)).toEqual([])
  software.state.linked = false
  expect(await pass(12)).toEqual(['encoder_gone_while_live'])
  state.selected = 'development'
  expect(await pass(1)).toEqual([])
  state.selected = 'rehearsal'
  expect(await pass(12)).toEqual(['encoder_gone_while_live'])
  software.state.linked = true
  expect(await pass(2)).toEqual([])
  stop()
})

// Catches software that is stopped by hand while the audience waits, an alarm that no restart of it ends, and one that is
// raised by what another environment shows.
test('stopped by hand it is an alarm within 12 s, until both agree again', async () => {
  const { software, state, pass, alarms, stop } = createBench()
  Object.assign(software.state, { active: true })
  Object.assign(state, { status: 'live', destination: 'live' })
  expect(await pass(30)).toEqual([])
  software.state.active = false
  software.tell()
  expect(await pass(12)).toEqual(['platform_without_encoder'])
  state.selected = 'development'
  expect(await pass(1)).toEqual([])
  state.selected = 'rehearsal'
  expect(await pass(12)).toEqual(['platform_without_encoder'])
  software.state.active = true
  expect(await pass(2)).toEqual([])
  expect(alarms.list()).toEqual([])
  stop()
})

// Catches an alarm that is raised from old answers, or without a chosen stream, and a poll of the platform that nobody needs.
test('old values raise nothing, nor does a desk without a stream, and an idle desk asks nothing', async () => {
  const { software, state, broadcast, pass, stop } = createBench()
  expect(await pass(30)).toEqual([])
  expect(state.follows).toEqual([])
  software.state.active = true
  state.silent = true
  expect(await pass(1)).toEqual([])
  // The last answer says idle, and is not read again.
  expect(await pass(5)).toEqual([])
  delete broadcast.stream
  expect(await pass(60)).toEqual([])
  expect(state.follows.at(-1)).toBe(0)
  Object.assign(broadcast, { stream: { id: 'str_1', name: 'Night show' } })
  expect(await pass(40)).toEqual([])
  state.silent = false
  expect(await pass(25)).toEqual(['encoder_without_platform'])
  stop()
})

// Catches a desk without streaming software that wakes once a second for nothing, and one that stays asleep once it has some.
test('without software nothing wakes, and with it the check goes on', async () => {
  const { clock, software, state, pass, stop } = createBench()
  software.state.used = false
  software.tell()
  await clock.advance(2_000)
  const after = clock.after.bind(clock)
  let wakes = 0
  clock.after = (ms, run) => after(ms, () => (wakes++, run()))
  await clock.advance(60_000)
  expect(wakes).toBe(0)
  software.state.used = true
  software.state.active = true
  software.tell()
  state.destination = 'ended'
  expect(await pass(22)).toEqual(['encoder_without_platform'])
  stop()
})

// Catches a destination that is live while its stream says idle, which is no disagreement.
test('one live destination is enough', async () => {
  const { software, state, pass, stop } = createBench()
  software.state.active = true
  state.destination = 'live'
  expect(await pass(40)).toEqual([])
  state.destination = 'ended'
  expect(await pass(22)).toEqual(['encoder_without_platform'])
  software.state.reconnecting = true
  expect(await pass(1)).toContain('encoder_reconnecting')
  stop()
})

// Catches a destination that comes back on air, or never went off, after it was ended by a desk without streaming software.
test('on air although it was ended is an alarm without software too, until it is off or started', async () => {
  const { software, state, pass, stop, commanded, alarms, clock } = createBench()
  software.state.used = false
  software.tell()
  Object.assign(state, { destination: 'live' })
  commanded({ started: true })
  expect(await pass(30)).toEqual([])
  commanded({ started: true, stopped: true })
  state.destination = 'ended'
  expect(await pass(30)).toEqual([])
  state.destination = 'live'
  expect(await pass(12)).toEqual(['on_air_after_end'])
  expect(alarms.list()).toMatchObject([{ level: 'alarm', facts: { stream: 'Night show', names: 'Alpha' } }])
  state.destination = 'ended'
  expect(await pass(2)).toEqual([])
  state.destination = 'live'
  expect(await pass(12)).toEqual(['on_air_after_end'])
  commanded({ started: true })
  expect(await pass(2)).toEqual([])
  // Long after the last stop nobody asks the platform any more.
  commanded({ started: true, stopped: true })
  state.destination = 'ended'
  await pass(2)
  await clock.advance(20 * 60_000)
  const { length } = state.follows
  await clock.advance(60_000)
  expect(state.follows).toHaveLength(length)
  stop()
})
