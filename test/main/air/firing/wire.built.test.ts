// Starts and ends of the built desk against the rehearsal platform over real HTTP, with everything counted between them.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  openBroadcast,
  startCountedPlatform,
  type Broadcast,
  type CountedPlatform,
} from '../../../support/broadcast.ts'

const names = ['Alpha', 'Beta', 'Gamma']

let platform: CountedPlatform
let broadcast: Broadcast
beforeAll(async () => {
  platform = await startCountedPlatform()
})
afterAll(() => platform.close())
beforeEach(async () => {
  await platform.reset()
  broadcast = await openBroadcast(platform, names)
  return () => broadcast.end()
})

const once = (act: string): string[] => names.map((name) => `${act} ${name}`)

// Catches an update that a destination gets twice or not at all, and a start in another order.
test('a start and an end are one update for each destination', async () => {
  const started = await broadcast.fire('start')
  expect(started, JSON.stringify(started.steps)).toMatchObject({ state: 'done', kind: 'start' })
  expect(platform.updates).toEqual(once('start'))
  expect(await broadcast.fire('start')).toMatchObject({ state: 'done' })
  expect(platform.updates).toEqual(once('start'))
  expect(await broadcast.fire('end')).toMatchObject({ state: 'done' })
  // Stops leave side by side.
  expect(platform.updates.toSorted()).toEqual([...once('start'), ...once('stop')])
})

// Catches a second update after a lost answer, and one that is lost without a look at what the platform shows.
test('an answer that is lost is read back, and each update happened once', async () => {
  platform.fates = ['works', 'after']
  const { id } = await broadcast.fire('start')
  expect(await broadcast.finish(id)).toMatchObject({ state: 'done' })
  expect(platform.updates).toEqual(once('start'))
})

// Catches two windows that both start the broadcast.
test('two presses at once are one start', async () => {
  const other = await broadcast.desk.connect()
  const both = await Promise.allSettled([
    broadcast.connection.call('firing.fire', await broadcast.armed('start')),
    other.call('firing.fire', await broadcast.armed('start')),
  ])
  const [fired, ...more] = both.flatMap((one) => (one.status === 'fulfilled' ? [one.value.id] : []))
  expect(more).toEqual([])
  await broadcast.over(fired ?? '')
  expect(platform.updates).toEqual(once('start'))
})

// Catches a kill -9 that doubles an update or loses one, wherever it comes: between two steps, or with a request under way.
test.each([
  ['while the first is under way', 'start Alpha', 'within'],
  ['between the first and the second', 'start Beta', 'before'],
  ['while the second is under way', 'start Beta', 'within'],
  ['between the second and the third', 'start Gamma', 'before'],
  ['after the last', 'start Gamma', 'within'],
] as const)('killed %s, each update happens once', async (_, what, when) => {
  const killed = Promise.withResolvers<string>()
  if (when === 'within')
    platform.onUpdate = async (done) => {
      if (done !== what) return
      await broadcast.desk.kill()
      killed.resolve(done)
    }
  const { id } = await broadcast.connection.call('firing.fire', await broadcast.armed('start'))
  if (when === 'before') {
    const place = once('start').indexOf(what)
    await broadcast.connection.next('firing.changed', ({ firing }) => firing?.steps[place - 1]?.state === 'accepted')
    await broadcast.desk.kill()
    killed.resolve(what)
  }
  await killed.promise
  platform.onUpdate = () => undefined
  await broadcast.reopen()
  const { firing } = await broadcast.connection.call('firing.current')
  expect(firing).toMatchObject({ id, state: 'stopped', because: 'desk_stopped' })
  const done = await broadcast.finish(id)
  expect(done, JSON.stringify(done.steps)).toMatchObject({ state: 'done' })
  expect(platform.updates).toEqual(once('start'))
})

// Catches an end that gives up at the first destination that refuses, over the real wire.
test('an end in which one destination refuses ends the others, and the next press sends only to that one', async () => {
  await broadcast.fire('start')
  platform.updates.length = 0
  platform.fates = ['refuses']
  const ended = await broadcast.fire('end')
  expect(ended, JSON.stringify(ended.steps)).toMatchObject({ state: 'stopped', because: 'step_failed' })
  expect(platform.updates).toHaveLength(names.length - 1)
  await broadcast.finish(ended.id)
  expect(platform.updates.toSorted()).toEqual(once('stop'))
})
