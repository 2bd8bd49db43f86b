import { afterEach, expect, test } from 'vitest'
import type { Firing } from '#contract/air/firing.ts'
import { createBench, statesOf, stepsOf, type PlatformFate } from './support.ts'

type Bench = Awaited<ReturnType<typeof createBench>>
let bench: Bench | undefined
afterEach(async () => {
  await bench?.end()
  bench = undefined
})
const five = ['Alpha', 'Beta', 'Delta', 'Epsilon', 'Gamma']

/** Everything on air, and the software sends. */
async function onAir(names: readonly string[] = five): Promise<Bench> {
  const made = (bench = await createBench(names))
  for (const row of made.platform.rows) row.state = 'live'
  made.software.state.active = true
  made.software.tell()
  return made
}
const onAirIn = ({ platform }: Bench): string[] =>
  platform.rows.flatMap(({ name, state }) => (state === 'live' ? [name] : []))
const stepOf = ({ steps }: Firing, id: string) => steps.find((step) => step.id === id)

// Catches an end that gives up at the first destination that refuses, is slow or can't be reached, and leaves the others
// and the software on.
test.each<[string, PlatformFate]>([
  ['refuses', 'refuses'],
  ['loses its request', 'cutBefore'],
  ['can not be reached', 'notSent'],
])('where one destination %s, all others and the software are ended', async (_, fate) => {
  const made = await onAir()
  made.platform.fates = [fate]
  const ended = await made.rests((await made.begin('end')).id)
  expect(onAirIn(made)).toEqual(['Alpha'])
  expect(made.software.state.active).toBe(false)
  expect(ended.state).toBe('stopped')
  expect(stepsOf(ended, 'seen')).toEqual([
    'destination-2',
    'destination-3',
    'destination-4',
    'destination-5',
    'encoder',
    'sending',
  ])
  expect(stepOf(ended, 'live')).toMatchObject({
    state: 'contradicted',
    reason: 'not_seen_at',
    facts: { names: 'Alpha' },
  })
  // The desk repeats nothing by itself; the person's press goes to what is still on.
  const before = [...made.platform.effects]
  await made.clock.advance(120_000)
  expect(made.platform.effects).toEqual(before)
  await made.waitFor(made.firings.resume(ended.id, made.pressed()))
  expect(await made.rests(ended.id)).toMatchObject({ state: 'done' })
  expect(made.platform.effects).toEqual([...before, 'stop Alpha'])
  expect(made.software.effects).toEqual(['encoder:stop'])
})

// Catches a scene that was renamed and keeps software or platform on air, and a plan that does not say so beforehand.
test.each(['platformFirst', 'encoderFirst'] as const)('a scene that fails ends nothing less: %s', async (endOrder) => {
  const made = await onAir()
  made.firings.choose({ environment: 'rehearsal', endScene: 'Gone', endOrder })
  expect((await made.waitFor(made.firings.plan('end'))).missing).toEqual(['encoder_scene_missing'])
  made.onArrive((what) => what === 'encoder:scene' && made.software.fates.push('refuses'))
  const ended = await made.rests((await made.begin('end')).id)
  expect(onAirIn(made)).toEqual([])
  expect(made.software.state.active).toBe(false)
  expect(stepsOf(ended, 'contradicted')).toEqual(['scene'])
})

// Catches software that is gone and keeps the platform on air.
test.each(['throws', 'refuses', 'cutBefore'] as const)('software that %s is no reason to stay on air', async (fate) => {
  const made = await onAir()
  made.firings.choose({ environment: 'rehearsal', endOrder: 'encoderFirst' })
  made.software.fates = [fate]
  const ended = await made.rests((await made.begin('end')).id)
  expect(onAirIn(made)).toEqual([])
  expect(ended).toMatchObject({ state: 'stopped' })
  expect(stepOf(ended, 'live')?.state).toBe('seen')
  await made.waitFor(made.firings.resume(ended.id, made.pressed()))
  expect(await made.rests(ended.id)).toMatchObject({ state: 'done' })
  expect(made.software.state.active).toBe(false)
  expect(made.platform.effects).toEqual(five.map((name) => `stop ${name}`))
})

// Catches software that sends on because nothing is known of the platform.
test('an end of software alone is fired, and says what it lacks', async () => {
  const made = await onAir(['Alpha'])
  made.platform.readsWork = false
  const plan = await made.waitFor(made.firings.plan('end'))
  expect(plan.missing).toEqual(['destinations_not_read'])
  const ended = await made.rests((await made.begin('end')).id)
  expect(made.software.state.active).toBe(false)
  // Nobody saw the platform.
  expect(ended).toMatchObject({ state: 'stopped', because: 'step_unknown' })
})

// Catches destinations of a start that wait for one that failed, and one that waits no more for software that must send.
test('in a start only what depends on what failed waits', async () => {
  const made = (bench = await createBench(five))
  made.platform.fates = ['refuses']
  const started = await made.rests((await made.begin('start')).id)
  expect(onAirIn(made)).toEqual(five.slice(1))
  expect(started).toMatchObject({ state: 'stopped', because: 'step_failed' })
  expect(stepOf(started, 'live')?.state).toBe('seen')
  await made.waitFor(made.firings.resume(started.id, made.pressed()))
  expect(await made.rests(started.id)).toMatchObject({ state: 'done' })
  expect(made.platform.effects.toSorted()).toEqual(five.map((name) => `start ${name}`).toSorted())

  const dark = (bench = await createBench(five))
  await made.end()
  dark.firings.choose({ environment: 'rehearsal', startScene: 'Main' })
  dark.software.fates = ['works', 'cutBefore']
  const held = await dark.rests((await dark.begin('start')).id)
  expect(held).toMatchObject({ state: 'stopped', because: 'step_unknown' })
  expect(dark.platform.effects).toEqual([])
})

// Catches an end or a start that is called seen by what the desk itself sent, where no list shows the event.
test('a destination that no list shows is unknown: neither seen nor skipped', async () => {
  const made = (bench = await createBench(['Alpha', 'Beta']))
  made.platform.fates = []
  await made.rests((await made.begin('start')).id)
  made.platform.hidden.add('Beta')
  made.platform.fates = ['works', 'lies']
  await made.clock.advance(5_000)
  const ended = await made.rests((await made.begin('end')).id)
  expect(onAirIn(made)).toEqual(['Beta'])
  expect(ended).toMatchObject({ state: 'stopped' })
  expect(stepOf(ended, 'live')).toMatchObject({ state: 'unknown', reason: 'not_seen_at', facts: { names: 'Beta' } })
  expect(stepOf(ended, 'destination-2')?.state).toBe('accepted')
  // What may still be on is sent once more by the person's press.
  await made.waitFor(made.firings.resume(ended.id, made.pressed()))
  await made.rests(ended.id)
  expect(onAirIn(made)).toEqual([])
  expect(made.platform.effects.filter((effect) => effect === 'stop Alpha')).toHaveLength(1)
  // A start of events that are all gone from the list skips none.
  made.platform.hidden.add('Alpha')
  await made.clock.advance(5_000)
  const again = await made.rests((await made.begin('start')).id)
  expect(again.state).toBe('stopped')
  expect(stepsOf(again, 'skipped').filter((id) => id.startsWith('destination'))).toEqual([])
})

// Catches an end that is called done although the stream itself says that it is live.
test('the stream’s own word counts against its destinations', async () => {
  const made = await onAir(['Alpha'])
  made.platform.status = 'live'
  const ended = await made.rests((await made.begin('end')).id)
  expect(stepOf(ended, 'live')).toMatchObject({ state: 'contradicted', facts: { names: 'Night show' } })
  made.platform.status = undefined
  await made.waitFor(made.firings.resume(ended.id, made.pressed()))
  expect(await made.rests(ended.id)).toMatchObject({ state: 'done' })
})

// Catches a stop that is withheld because of what an old reading said.
test('a reading that failed withholds no stop', async () => {
  const made = (bench = await createBench(['Alpha']))
  made.software.state.used = false
  made.software.tell()
  for (const row of made.platform.rows) row.state = 'ended'
  await made.waitFor(made.firings.plan('end'))
  for (const row of made.platform.rows) row.state = 'live'
  made.platform.readsWork = false
  await made.clock.advance(60_000)
  await made.rests((await made.begin('end')).id)
  expect(onAirIn(made)).toEqual([])
})

// Catches a lost stop that can't be pressed again: the desk sends nothing while it is unknown.
test('a stop whose request was lost goes out again on the person’s press', async () => {
  const made = await onAir(['Alpha', 'Beta'])
  made.platform.fates = ['works', 'cutBefore']
  made.onArrive(() => (made.platform.readsWork = false))
  const ended = await made.rests((await made.begin('end')).id)
  expect(stepOf(ended, 'destination-2')?.state).toBe('unknown')
  made.onArrive(() => undefined)
  made.platform.readsWork = true
  await made.waitFor(made.firings.resume(ended.id, made.pressed()))
  expect(await made.rests(ended.id)).toMatchObject({ state: 'done' })
  expect(made.platform.effects).toEqual(['stop Alpha', 'stop Beta'])
})

// Catches "seen" for what the platform only said, and a step that looks for a minute and names nobody.
test('a step is accepted until it is seen, and after 20 s it names whom it lacks', async () => {
  const made = (bench = await createBench(['Alpha', 'Beta']))
  made.platform.fates = ['works', 'lies']
  const began = made.clock.now()
  const started = await made.rests((await made.begin('start')).id)
  expect(made.clock.now() - began).toBeLessThan(25_000)
  expect(statesOf(started).slice(2)).toEqual(['destination-1 seen', 'destination-2 accepted', 'live contradicted'])
  expect(stepOf(started, 'live')).toMatchObject({ reason: 'not_seen_at', facts: { what: 'live', names: 'Beta' } })
  const told = made.heard.filter(({ id }) => id === started.id).map((one) => stepOf(one, 'destination-1')?.state)
  expect([...new Set(told)]).toEqual(['planned', 'taking', 'accepted', 'seen'])
})
