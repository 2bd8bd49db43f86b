// What an end left on air is told until it is off or put away, over restarts.
import { afterEach, expect, test } from 'vitest'
import { createBench, keyOf } from './support.ts'

let bench: Awaited<ReturnType<typeof createBench>>
afterEach(() => bench.end())

/** An end that was shown without Gamma and Delta, which are on air. */
async function leftBehind() {
  bench = await createBench()
  for (const row of bench.platform.rows) row.state = 'live'
  await bench.clock.advance(5_000)
  const seen = await bench.shown('end')
  bench.platform.rows.push({ name: 'Gamma', state: 'live' }, { name: 'Delta', state: 'live' })
  await bench.clock.advance(5_000)
  const firing = await bench.rests((await bench.begin('end', seen)).id)
  expect(firing.state).toBe('done')
  return firing
}
const names = (): string[][] => bench.firings.left().map(({ destinations }) => destinations.map(({ name }) => name))

// Catches an end that is forgotten with what it left on air: once it is done, after a cue, and after a crash.
test('what an end left is told after it is done, after a cue and after a crash', async () => {
  const firing = await leftBehind()
  const left = [
    {
      firing: firing.id,
      environment: 'rehearsal',
      stream: { id: 'str_1', name: 'Night show' },
      destinations: ['Delta', 'Gamma'].map((name) => ({ record: keyOf(name), name })),
      at: firing.firedAt,
    },
  ]
  expect(bench.firings.left()).toEqual(left)
  await bench.rests((await bench.fire([{ id: 'm', name: 'm', action: { kind: 'mark', title: 'm' } }])).id)
  expect(bench.firings.left()).toEqual(left)
  await bench.kill()
  expect(bench.firings.current()).toBeNull()
  expect(bench.firings.left()).toEqual(left)
})

// Catches a note that stays although everything is seen to be off, and one that goes with an old reading or an unread list.
test('what is seen to be off is told no more', async () => {
  await leftBehind()
  const heard: number[] = []
  bench.firings.onLeft((left) => heard.push(left.length))
  const looked = async () => {
    await bench.clock.advance(5_000)
    await bench.shown('end')
    return names()
  }
  expect(await looked()).toEqual([['Delta', 'Gamma']])
  bench.platform.hidden.add('Gamma')
  expect(await looked()).toEqual([['Delta', 'Gamma']])
  Object.assign(bench.platform.rows[3] ?? {}, { state: 'ended' })
  expect(await looked()).toEqual([['Gamma']])
  bench.platform.hidden.clear()
  bench.platform.readsWork = false
  Object.assign(bench.platform.rows[2] ?? {}, { state: 'ended' })
  expect(await looked()).toEqual([['Gamma']])
  bench.platform.readsWork = true
  expect(await looked()).toEqual([])
  expect(heard).toEqual([1, 0])
  await bench.kill()
  expect(names()).toEqual([])
})

// Catches a note that a person can't put away, that comes back with a restart, or that an end of everything leaves standing.
test('a person puts it away, and the next end says anew what it leaves', async () => {
  const { id } = await leftBehind()
  await bench.rests((await bench.begin('end')).id)
  expect(bench.platform.effects.slice(2)).toEqual(['stop Delta', 'stop Gamma'])
  expect(names()).toEqual([])
  expect(() => bench.firings.dismissLeft(id)).toThrow('Nothing is told')
  await bench.end()
  const again = await leftBehind()
  expect(bench.firings.dismissLeft(again.id)).toEqual([])
  await bench.kill()
  expect(names()).toEqual([])
})
