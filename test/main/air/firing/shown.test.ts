// What a start and an end fire is what was shown when they were armed.
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

async function factsOf(work: Promise<unknown>): Promise<unknown> {
  const [settled] = await Promise.allSettled([work])
  if (settled.status === 'fulfilled') return 'nothing refused'
  const { code, details } = asDeskError(settled.reason)
  return { code, ...details.facts }
}

// Catches a plan that does not say what it acts on.
test('a plan shows stream, destinations with their events, software and how it goes', async () => {
  const { firings, shown } = await make()
  firings.choose({ environment: 'rehearsal', endScene: 'Goodbye', endsRecording: true })
  const both = {
    stream: 'str_1',
    destinations: ['Alpha', 'Beta'].map((name) => ({ key: keyOf(name), event: `det_${name}` })),
    encoder: 'e1',
  }
  expect(await shown('start')).toEqual({ ...both, scene: null, order: 'encoderFirst' })
  expect(await shown('end')).toEqual({ ...both, scene: 'Goodbye', order: 'platformFirst', recording: true })
  firings.choose({ environment: 'rehearsal', withEncoder: false })
  expect(await shown('end')).toEqual({ ...both, encoder: null })
})

// Catches a start of what nobody saw: a stream, a destination, an event, software, a scene or an order that was chosen,
// or that the platform began to list, between plan and press.
test('a start for something else than was shown is a conflict that names both, and sends nothing', async () => {
  const { firings, platform, software, broadcast, shown, begin, clock } = await make()
  const seen = await shown('start')
  const { stream } = broadcast
  const changes: Array<[part: string, change: () => void, back: () => void]> = [
    [
      'stream',
      () => Object.assign(broadcast, { stream: { id: 'str_2', name: 'Secret test' } }),
      () => Object.assign(broadcast, { stream }),
    ],
    ['stream', () => delete broadcast.stream, () => Object.assign(broadcast, { stream })],
    ['destinations', () => platform.rows.push({ name: 'Gamma', state: 'idle' }), () => void platform.rows.pop()],
    [
      'destinations',
      () => (platform.rows = ['Pi', 'Qu'].map((name) => ({ name, state: 'idle' }))),
      () => (platform.rows = ['Alpha', 'Beta'].map((name) => ({ name, state: 'idle' }))),
    ],
    [
      'encoder',
      () => firings.choose({ environment: 'rehearsal', withEncoder: false }),
      () => firings.choose({ environment: 'rehearsal', withEncoder: true }),
    ],
    [
      'scene',
      () => firings.choose({ environment: 'rehearsal', startScene: 'Main' }),
      () => firings.choose({ environment: 'rehearsal', startScene: null }),
    ],
    [
      'order',
      () => firings.choose({ environment: 'rehearsal', startOrder: 'platformFirst' }),
      () => firings.choose({ environment: 'rehearsal', startOrder: 'encoderFirst' }),
    ],
  ]
  for (const [part, change, back] of changes) {
    change()
    await clock.advance(5_000)
    expect(await factsOf(begin('start', seen)), part).toMatchObject({ code: 'conflict', part })
    back()
    await clock.advance(5_000)
  }
  Object.assign(broadcast, { stream: { id: 'str_2', name: 'Secret test' } })
  expect(await factsOf(begin('start', seen))).toMatchObject({ shown: ['Night show'], instead: ['Secret test'] })
  Object.assign(broadcast, { stream })
  expect([platform.effects, software.effects, firings.current()]).toEqual([[], [], null])
  await begin('start', seen)
})

// Catches an end that stops another broadcast.
test('an end armed for one stream does not stop another', async () => {
  const { broadcast, platform, software, shown, begin } = await make()
  const seen = await shown('end')
  Object.assign(broadcast, { stream: { id: 'str_2', name: 'The other broadcast' } })
  expect(await factsOf(begin('end', seen))).toMatchObject({
    ...{ code: 'conflict', part: 'stream', reason: 'shown_changed' },
    ...{ shown: ['Night show'], instead: ['The other broadcast'] },
  })
  expect([platform.effects, software.effects]).toEqual([[], []])
})

// Catches an end that fails, or that stops what was not shown, because the list of its stream changed.
test('an end stops what was shown, listed or not, and names what came since', async () => {
  const { platform, shown, begin, rests, clock } = await make()
  for (const row of platform.rows) row.state = 'live'
  await clock.advance(5_000)
  const seen = await shown('end')
  platform.rows.push({ name: 'Gamma', state: 'live' })
  await clock.advance(5_000)
  const ended = await rests((await begin('end', seen)).id)
  expect(platform.effects).toEqual(['stop Alpha', 'stop Beta'])
  expect(ended).toMatchObject({ state: 'done', left: [{ record: keyOf('Gamma'), name: 'Gamma' }] })
  // One press away.
  const rest = await rests((await begin('end')).id)
  expect(rest.left).toBeUndefined()
  expect(platform.effects.slice(2)).toEqual(['stop Gamma'])
})

// Catches an end that leaves on air what the platform does not list any more.
test('what vanished from the list is stopped all the same', async () => {
  const { platform, shown, begin, rests, clock, software } = await make()
  for (const row of platform.rows) row.state = 'live'
  await clock.advance(5_000)
  const seen = await shown('end')
  platform.hidden.add('Beta')
  await clock.advance(5_000)
  await rests((await begin('end', seen)).id)
  expect(platform.effects).toEqual(['stop Alpha', 'stop Beta'])
  expect(software.effects).toEqual([])
})

// Catches an end that goes by choices which nobody saw.
test('an end goes as it was shown, whatever was chosen for it since', async () => {
  const { firings, shown, begin, rests } = await make(['Alpha'])
  firings.choose({ environment: 'rehearsal', endScene: 'Goodbye' })
  const seen = await shown('end')
  firings.choose({ environment: 'rehearsal', endScene: 'Wrong', endOrder: 'encoderFirst', endsRecording: true })
  const ended = await rests((await begin('end', seen)).id)
  expect(ended.steps.map(({ id, name }) => `${id} ${name}`).slice(-3)).toEqual([
    'scene Goodbye',
    'encoder Studio PC',
    'sending Studio PC',
  ])
})

// Catches a firing that turns to another stream in the middle.
test('a firing stays with its stream when another one is chosen meanwhile', async () => {
  const { broadcast, platform, begin, rests, onArrive } = await make()
  let arrived = 0
  onArrive((what) => {
    if (!what.startsWith('update') || (arrived += 1) !== 1) return
    Object.assign(broadcast, { stream: { id: 'str_2', name: 'Secret test' } })
  })
  const started = await rests((await begin('start')).id)
  expect(statesOf(started).slice(-3)).toEqual(['destination-1 seen', 'destination-2 seen', 'live seen'])
  expect(platform.effects).toEqual(['start Alpha', 'start Beta'])
  expect(started).toMatchObject({ state: 'done', stream: { id: 'str_1' }, encoder: 'e1' })
})
