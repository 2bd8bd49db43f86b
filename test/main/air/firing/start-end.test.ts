import { afterEach, expect, test } from 'vitest'
import { asDeskError } from '#contract/errors.ts'
import { createBench, keyOf, statesOf } from './support.ts'

type Bench = Awaited<ReturnType<typeof createBench>>
let bench: Bench | undefined
afterEach(async () => {
  await bench?.end()
  bench = undefined
})
const make = async (names?: readonly string[]): Promise<Bench> => (bench = await createBench(names))

async function reasonOf(work: Promise<unknown>): Promise<unknown> {
  const [settled] = await Promise.allSettled([work])
  return settled.status === 'fulfilled' ? 'nothing refused' : asDeskError(settled.reason).details.facts?.reason
}

// Catches a start in another order, a destination that is updated twice or not at all, and an end that stops the software first.
test('a start begins with the software and an end with the platform, each effect once', async () => {
  const { firings, software, platform, begin, rests } = await make()
  firings.choose({ environment: 'rehearsal', startScene: 'Main', endScene: 'Goodbye' })
  const started = await rests((await begin('start')).id)
  expect(started, JSON.stringify(started)).toMatchObject({ kind: 'start', state: 'done', environment: 'rehearsal' })
  expect(statesOf(started)).toEqual([
    'scene seen',
    'encoder seen',
    'sending seen',
    'destination-1 seen',
    'destination-2 seen',
    'live seen',
  ])
  expect(software.effects).toEqual(['encoder:scene Main', 'encoder:start'])
  expect(platform.effects).toEqual(['start Alpha', 'start Beta'])

  const ended = await rests((await begin('end')).id)
  expect(statesOf(ended)).toEqual([
    'destination-1 seen',
    'destination-2 seen',
    'live seen',
    'scene seen',
    'encoder seen',
    'sending seen',
  ])
  expect(platform.effects.slice(2)).toEqual(['stop Alpha', 'stop Beta'])
  expect(software.effects.slice(2)).toEqual(['encoder:scene Goodbye', 'encoder:stop'])
  expect(firings.current()).toBeNull()
})

// Catches a platform that is started although nothing is sent to it.
test('with a dead server the start ends at the software, and the platform is untouched', async () => {
  const { firings, software, platform, begin, rests } = await make()
  software.fates = ['dead']
  const started = await rests((await begin('start')).id)
  expect(started).toMatchObject({ state: 'stopped', because: 'step_failed' })
  expect(statesOf(started).slice(0, 3)).toEqual(['encoder contradicted', 'sending planned', 'destination-1 planned'])
  expect(platform.effects).toEqual([])
  expect(firings.current()?.id).toBe(started.id)
})

// Catches a second StartStream, which is an error, and a second update of what is live already.
test('what is on already is skipped', async () => {
  const { software, platform, begin, rests } = await make()
  software.state.active = true
  software.tell()
  Object.assign(platform.rows[0] ?? {}, { state: 'live' })
  const started = await rests((await begin('start')).id)
  expect(started.state).toBe('done')
  expect(statesOf(started)).toEqual([
    'encoder skipped',
    'sending seen',
    'destination-1 skipped',
    'destination-2 seen',
    'live seen',
  ])
  expect(software.effects).toEqual([])
  expect(platform.effects).toEqual(['start Beta'])
})

// Catches an order that can't be changed, and software that is touched although it is no part of the start.
test('the order and the part of the software can be set, for each environment', async () => {
  const { firings, begin, rests, waitFor } = await make(['Alpha'])
  firings.choose({ environment: 'rehearsal', startOrder: 'platformFirst', endsRecording: true })
  const started = await rests((await begin('start')).id)
  expect(started.steps.map(({ id }) => id)).toEqual(['destination-1', 'live', 'encoder', 'sending'])
  const end = await waitFor(firings.plan('end'))
  expect(end.steps.map(({ id }) => id)).toEqual(['destination-1', 'live', 'encoder', 'sending', 'recording'])
  firings.choose({ environment: 'rehearsal', withEncoder: false, startScene: null })
  expect((await waitFor(firings.plan('end'))).steps.map(({ id }) => id)).toEqual(['destination-1', 'live'])
  expect(firings.choices('development').startOrder).toBe('encoderFirst')
})

// Catches a start of half of what is needed, and an end that waits for software which is gone.
test('a plan names what is missing, and an end needs no software', async () => {
  const { firings, software, begin, waitFor, broadcast, platform, clock } = await make(['Alpha'])
  firings.choose({ environment: 'rehearsal', startScene: 'Gone' })
  expect((await waitFor(firings.plan('start'))).missing).toEqual(['encoder_scene_missing'])
  software.state.linked = false
  software.tell()
  expect((await waitFor(firings.plan('start'))).missing).toEqual(['encoder_not_connected'])
  expect(await reasonOf(begin('start'))).toBe('encoder_not_connected')
  expect((await waitFor(firings.plan('end'))).missing).toEqual(['encoder_not_connected'])
  const { stream } = broadcast
  delete broadcast.stream
  expect((await waitFor(firings.plan('end'))).missing).toEqual(['no_stream_chosen', 'encoder_not_connected'])
  Object.assign(broadcast, { stream })
  platform.rows = []
  await clock.advance(5_000)
  expect((await waitFor(firings.plan('end'))).missing).toEqual(['no_destinations', 'encoder_not_connected'])
  platform.readsWork = false
  await clock.advance(60_000)
  expect((await waitFor(firings.plan('end'))).missing).toEqual(['destinations_not_read', 'encoder_not_connected'])
})

// Catches two windows that both start, a press that starts twice, and one that is too old or means another environment.
test('two presses at once fire one start, and the same press is one', async () => {
  const { firings, software, platform, pressed, rests, waitFor, state, clock, shown: read } = await make(['Alpha'])
  const shown = await read('start')
  const [one, two] = [pressed(), pressed()]
  const both = await waitFor(
    Promise.allSettled([
      firings.begin({ kind: 'start', shown, ...one }),
      firings.begin({ kind: 'start', shown, ...two }),
      firings.begin({ kind: 'start', shown, ...one }),
    ]),
  )
  const fired = both.flatMap((settled) => (settled.status === 'fulfilled' ? [settled.value.id] : []))
  expect(new Set(fired).size).toBe(1)
  expect(fired.length).toBeGreaterThanOrEqual(1)
  await rests(fired[0] ?? '')
  expect(software.effects).toEqual(['encoder:start'])
  expect(platform.effects).toEqual(['start Alpha'])
  expect((await firings.begin({ kind: 'start', shown, ...one })).id).toBe(fired[0])
  expect(await reasonOf(firings.begin({ kind: 'end', shown, ...one }))).toBe('press_used')
  const old = pressed()
  await clock.advance(11_000)
  expect(await reasonOf(firings.begin({ kind: 'end', shown, ...old }))).toBe('press_too_old')
  expect(await reasonOf(firings.begin({ kind: 'end', shown, ...pressed(), saw: null }))).toBe('firing_newer')
  state.selected = 'development'
  expect(await reasonOf(firings.begin({ kind: 'end', shown, ...pressed(), environment: 'rehearsal' }))).toBe(
    'environment_changed',
  )
})

// Catches a destination that is started by a step although a person has just pressed something for it.
test('a step yields to a command of the same record that is newer than its moment', async () => {
  const { firings, ledger, begin, rests, platform, pressed, waitFor, clock, shown } = await make(['Alpha'])
  const body = {
    options: { providerName: 'Alpha', providerId: 'Alpha-id' },
    details: { streamId: 'str_1', videoId: 'Alpha-video', stopped: true },
  }
  const early = pressed()
  await clock.advance(50)
  await waitFor(ledger.submit({ operation: 'PUT /api/video/event/update', body }))
  firings.choose({ environment: 'rehearsal', startOrder: 'platformFirst' })
  Object.assign(platform.rows[0] ?? {}, { state: 'idle' })
  const seen = await shown('start')
  const { id } = await waitFor(firings.begin({ kind: 'start', shown: seen, ...early }))
  const stopped = await rests(id)
  expect(stopped.steps[0]).toMatchObject({ state: 'contradicted', reason: 'newer_intent' })
  expect(platform.effects).toEqual(['stop Alpha'])
  // A press of now goes on.
  await waitFor(firings.resume(id, pressed()))
  expect(await rests(id)).toMatchObject({ state: 'done' })
  expect(await reasonOf(begin('start'))).toBe('nothing refused')
  expect(keyOf('Alpha')).toBe('Alpha/Alpha-id/Alpha-video')
})
