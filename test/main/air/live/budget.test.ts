import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { watchKey } from '#contract/watch-key.ts'
import type { Watch } from '#contract/live.ts'
import { failure } from '../../platform/client/support.ts'
import { createBench, failing, figures, list, mostInAMinute, status, tally, type Bench } from './watching-support.ts'

const byItself = ({ by }: { by: string }) => by === 'desk'
const kinds = [status, tally, figures, list]

/** How often each watch was answered since a moment. */
function reads(bench: Bench, watches: readonly Watch[], from: number): number[] {
  const times = new Map<string, number>()
  for (const { key } of bench.told.slice(from)) times.set(key, (times.get(key) ?? 0) + 1)
  return watches.map((watch) => times.get(watchKey(watch)) ?? 0)
}

describe('the budget', () => {
  // Catches every way over the budget: bursts at a start, many pages, reads that leave late, a person who is busy at the same time, sleep, gates,
  // failures, a changed environment, a budget that is made smaller or larger in the middle.
  test('is kept in any sixty seconds, whatever happens', async () => {
    const watch = fc.record({ kind: fc.nat(3), id: fc.nat(30) }).map(({ kind, id }) => kinds[kind]?.(id) ?? status(id))
    const page = fc.record({
      page: fc.constantFrom('a', 'b', 'c'),
      visible: fc.boolean(),
      watches: fc.array(watch, { maxLength: 40 }),
    })
    const step = fc.oneof(
      { weight: 4, arbitrary: fc.record({ do: fc.constant('follow' as const), page }) },
      {
        weight: 4,
        arbitrary: fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 20_000 }) }),
      },
      {
        weight: 2,
        arbitrary: fc.record({ do: fc.constant('person' as const), times: fc.integer({ min: 1, max: 8 }) }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('air' as const), on: fc.boolean() }) },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant('gate' as const), ms: fc.integer({ min: 1, max: 30_000 }) }),
      },
      {
        weight: 1,
        arbitrary: fc.record({ do: fc.constant('sleep' as const), ms: fc.integer({ min: 1, max: 300_000 }) }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('fail' as const), on: fc.boolean() }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant('flap' as const) }) },
      {
        weight: 1,
        arbitrary: fc.record({
          do: fc.constant('environment' as const),
          to: fc.constantFrom('production' as const, 'development' as const),
        }),
      },
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 5, maxLength: 60 }),
        fc
          .integer({ min: 6, max: 120 })
          .chain((perMinute) =>
            fc.record({ perMinute: fc.constant(perMinute), reserve: fc.integer({ min: 1, max: perMinute - 1 }) }),
          ),
        fc.integer({ min: 0, max: 5_000 }),
        fc.constantFrom(0, 3, 700),
        async (steps, allowance, latencyMs, leavingMs) => {
          const bench = createBench({ latencyMs })
          bench.state.leavingMs = leavingMs
          bench.watching.configure(allowance)
          const persons: number[] = []
          for (const one of steps) {
            if (one.do === 'follow') bench.follow(one.page.watches, one.page)
            else if (one.do === 'wait') await bench.clock.advance(one.ms)
            else if (one.do === 'person') {
              for (let time = 0; time < one.times; time += 1) {
                // As many as the reserve holds: beyond it a person goes over by choice.
                const now = bench.clock.now()
                if (persons.filter((at) => at >= now - 60_000).length >= allowance.reserve) continue
                persons.push(now)
                bench.depart('POST /api/video/create', 'person')
              }
            } else if (one.do === 'air') {
              bench.state.onAir = one.on
              bench.watching.changed()
            } else if (one.do === 'gate') bench.closeGate('Livestream', one.ms)
            else if (one.do === 'sleep') {
              bench.clock.leap(one.ms)
              bench.watching.resumed()
            } else if (one.do === 'fail') bench.state.answering = () => (one.on ? failing('server_error') : {})
            else if (one.do === 'flap') {
              bench.connect('unreachable')
              bench.connect('reachable')
            } else {
              bench.state.environment = one.to
              bench.watching.changed()
            }
          }
          await bench.clock.advance(30_000)
          for (const environment of ['production', 'development']) {
            const sent = bench.sent.filter((each) => each.environment === environment)
            expect(mostInAMinute(sent, byItself)).toBeLessThanOrEqual(allowance.perMinute - allowance.reserve)
            expect(mostInAMinute(sent)).toBeLessThanOrEqual(allowance.perMinute)
          }
          bench.watching.stop()
        },
      ),
      { numRuns: 300 },
    )
  }, 60_000)

  // Catches a watch that starves while others are read, and intervals that are not stretched alike.
  test('when it is short everything is read more slowly, each in proportion', async () => {
    const bench = createBench()
    const quick = Array.from({ length: 12 }, (_, id) => status(id))
    const slow = Array.from({ length: 12 }, (_, id) => figures(id))
    const sets = [{ watches: [...quick, ...slow] }]
    await bench.stay(120_000, sets)
    const from = bench.told.length
    await bench.stay(600_000, sets)
    const [quickReads, slowReads] = [reads(bench, quick, from), reads(bench, slow, from)]
    const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
    // 144 and 48 reads a minute are wanted, 60 are there.
    expect(sum(quickReads) + sum(slowReads)).toBeGreaterThan(480)
    expect(Math.max(...quickReads) - Math.min(...quickReads)).toBeLessThanOrEqual(3)
    expect(Math.max(...slowReads) - Math.min(...slowReads)).toBeLessThanOrEqual(2)
    expect(sum(quickReads) / sum(slowReads)).toBeGreaterThan(2.4)
    expect(sum(quickReads) / sum(slowReads)).toBeLessThan(3.6)
    expect(bench.watching.budget().stretch).toBeGreaterThan(3)
    // No silence after a burst.
    const times = bench.sent.filter(({ at }) => at > (bench.sent[0]?.at ?? 0) + 120_000).map(({ at }) => at)
    expect(Math.max(...times.slice(1).map((at, index) => at - (times[index] ?? 0)))).toBeLessThan(7_000)
  })

  // Catches an ordinary show that asks for more than its share, so that every value is late for the whole of it.
  test('has room for a show with destinations, a poll, ads, money and signal', async () => {
    const bench = createBench()
    const show = [
      status('stream'),
      { ...status('destinations'), pace: 'states' as const },
      { ...status('signal'), pace: 'states' as const },
      tally(),
      figures('goal'),
      figures('charges'),
      list('ads'),
    ]
    await bench.stay(120_000, [{ watches: show }])
    const from = bench.clock.now()
    await bench.stay(300_000, [{ watches: show }])
    const own = bench.sent.filter(({ at }) => at > from)
    expect(own.length / 5).toBeLessThanOrEqual(0.8 * 60)
    expect(own.length / 5).toBeGreaterThan(35)
    expect(bench.told.filter(({ waiting }) => waiting !== undefined)).toEqual([])
    expect(bench.watching.budget().stretch).toBe(1)
  })

  // Catches a program with the weakest grant that follows so much that the live desk is read once in 100 s.
  test('of grants is their own: the desk keeps its pace whatever they follow', async () => {
    const bench = createBench()
    const show = [status('stream'), tally(), figures('goal'), figures('charges'), list('ads')]
    const greedy = Array.from({ length: 60 }, (_, page) => ({
      page: `grant${page % 3}/page${page}`,
      watches: Array.from({ length: 64 }, (__, id) => status(`${page} ${id}`)),
    }))
    await bench.stay(60_000, [{ watches: show }])
    const alone = bench.sent.length
    const from = bench.clock.now()
    await bench.stay(300_000, [...greedy, { page: 'page', watches: show }])
    const sent = bench.sent.filter(({ at }) => at > from)
    const streams = bench.told.filter(({ key }) => key === watchKey(status('stream')))
    expect(streams.filter(({ answer }) => Date.parse(answer?.receivedAt ?? '') > from).length).toBeGreaterThanOrEqual(
      55,
    )
    expect(bench.watching.budget().stretch).toBeLessThan(1.1)
    // They get something too, and all of it together stays within the desk's share.
    expect(sent.length / 5).toBeGreaterThan(alone + 5)
    expect(mostInAMinute(bench.sent, byItself)).toBeLessThanOrEqual(60)
  })

  // Catches a view whose first values come only after everything that is due before them, while the budget is short.
  test('what is new on screen is read before what is read again', async () => {
    const bench = createBench()
    const busy = Array.from({ length: 40 }, (_, id) => status(id))
    await bench.stay(200_000, [{ watches: busy }, { page: 'tab', watches: [figures(0)], visible: false }])
    bench.follow([figures(0)], { page: 'tab', visible: true })
    const opened = Array.from({ length: 4 }, (_, id) => list(id))
    bench.follow(opened, { page: 'new' })
    await bench.clock.advance(8_000)
    for (const watch of [...opened, figures(0)])
      expect(bench.told.some(({ key, answer }) => key === watchKey(watch) && answer !== undefined)).toBe(true)
  })

  // Catches an order that forgets who waits longest, or lets a new view wait behind what is only read again.
  test('what waited is read in the order in which it became due, after what is new', async () => {
    const bench = createBench()
    const old = [figures(1), status(1)]
    bench.follow(old)
    await bench.clock.advance(1_000)
    for (let time = 0; time < 100; time += 1) bench.depart('POST /api/video/create', 'person')
    await bench.stay(50_000, [{ watches: old }])
    bench.follow([list(1)], { page: 'new' })
    await bench.clock.advance(9_500)
    const from = bench.sent.length
    await bench.clock.advance(1_000)
    expect(bench.sent.slice(from).map(({ operation }) => operation)).toEqual(
      [list(1), status(1), figures(1)].map(({ operation }) => operation),
    )
  })

  // Catches a desk that wakes up and spreads over a minute what it could read at once, or takes the reserve for it.
  test('after sleep everything that the budget holds is read at once', async () => {
    const bench = createBench()
    const sets = [{ watches: Array.from({ length: 60 }, (_, id) => (id % 2 === 0 ? list(id) : figures(id))) }]
    bench.state.onAir = false
    await bench.stay(300_000, sets)
    bench.clock.leap(600_000)
    bench.watching.resumed()
    const from = bench.sent.length
    await bench.stay(2_000, sets)
    expect(bench.sent.slice(from)).toHaveLength(60)
  })

  // Catches a person who is held up by the desk's budget, and a desk that goes on as if nobody had used the minute.
  test('a person is counted, never held up, and what is beyond the reserve is missing to the desk', async () => {
    const bench = createBench()
    const sets = [{ watches: Array.from({ length: 20 }, (_, id) => status(id)) }]
    await bench.stay(120_000, sets)
    for (let time = 0; time < 100; time += 1) bench.depart('POST /api/video/create', 'person')
    const from = bench.sent.length
    expect(bench.watching.budget()).toMatchObject({ perMinute: 90, reserve: 30 })
    expect(bench.watching.budget().used).toBeGreaterThanOrEqual(140)
    const refreshed = bench.watching.refresh(watchKey(status(1)))
    await bench.clock.advance(200)
    expect(await refreshed).toMatchObject({ answer: { data: { items: [] } } })
    await bench.stay(50_000, sets)
    expect(bench.sent.slice(from).filter(byItself)).toEqual([])
    expect(bench.watching.budget().stretch).toBeGreaterThan(10)
    await bench.stay(30_000, sets)
    expect(bench.sent.slice(from).filter(byItself).length).toBeGreaterThan(5)
  })

  // Catches a budget that is forgotten at a restart, one that leaves the desk nothing, and a refusal that changes it all the same.
  test('is kept in the settings, and checked', async () => {
    const settings = new Map<string, Json>()
    const bench = createBench({ settings })
    expect(bench.watching.configure({ perMinute: 40 })).toMatchObject({ perMinute: 40, reserve: 30 })
    expect(await failure(() => bench.watching.configure({ perMinute: 30 }))).toMatchObject({
      code: 'invalid_input',
      details: { fields: [{ path: 'perMinute' }] },
    })
    expect(await failure(() => bench.watching.configure({ reserve: 40 }))).toMatchObject({
      code: 'invalid_input',
      details: { fields: [{ path: 'reserve' }] },
    })
    expect(bench.watching.configure({ perMinute: 20, reserve: 5 })).toMatchObject({ perMinute: 20, reserve: 5 })
    expect(createBench({ settings }).watching.budget()).toMatchObject({ perMinute: 20, reserve: 5 })
    for (const broken of ['no', { perMinute: 5, reserve: 9 }, { perMinute: '90', reserve: 1 }, null]) {
      expect(createBench({ settings: new Map<string, Json>([['budget', broken]]) }).watching.budget()).toMatchObject({
        perMinute: 90,
        reserve: 30,
      })
    }
  })

  // Catches a budget event for each request, one that repeats itself, and a last change that is never told.
  test('is told at most once a second, only where it changed, and to its end', async () => {
    const bench = createBench()
    const at: number[] = []
    bench.watching.onBudget(() => at.push(bench.clock.now()))
    await bench.stay(30_000, [{ watches: Array.from({ length: 20 }, (_, id) => status(id)) }])
    expect(at.length).toBeGreaterThan(5)
    expect(Math.min(...at.slice(1).map((time, index) => time - (at[index] ?? 0)))).toBeGreaterThanOrEqual(1_000)
    for (const [index, budget] of bench.budgets.slice(1).entries()) expect(budget).not.toEqual(bench.budgets[index])
    bench.depart('POST /api/video/create', 'person')
    bench.depart('POST /api/video/create', 'person')
    await bench.clock.advance(1_000)
    expect(bench.budgets.at(-1)).toEqual(bench.watching.budget())
  })
})
