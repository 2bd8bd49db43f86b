import { expect, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import { watchKey } from '#contract/watch-key.ts'
import { failure } from '../../platform/client/support.ts'
import { createBench, failing, figures, list, status, tally } from './watching-support.ts'

const video = 'POST /api/video/all'
const poll = 'POST /api/poll/all'
const gaps = (times: number[]) => times.slice(1).map((at, index) => at - (times[index] ?? 0))

// Catches a pace that is not kept, a value that is told twice for one read, and an answer that is told only where it changed.
test('a visible value is read at its pace and told once a read', async () => {
  const bench = createBench()
  await bench.stay(30_000, [{ watches: [status()] }])
  const times = bench.times(video)
  expect(times.length).toBeGreaterThanOrEqual(5)
  expect(gaps(times).every((gap) => gap >= 5_000 && gap < 5_300)).toBe(true)
  expect(bench.told).toHaveLength(times.length)
  expect(bench.told.at(-1)).toMatchObject({
    key: watchKey(status()),
    environment: 'production',
    pace: 'status',
    answer: { data: { items: [] } },
    reading: false,
  })
  expect(bench.told.at(-1)).not.toHaveProperty('waiting')
})

// Catches quick reading off air, or a show that quickens only after the old, long interval has passed.
test('off air it is slower, and a show quickens it at once', async () => {
  const bench = createBench()
  bench.state.onAir = false
  await bench.stay(60_000, [{ watches: [status(), list()] }])
  expect(bench.times(video)).toHaveLength(6)
  expect(bench.watching.budget()).toMatchObject({ quick: false, watches: 2 })
  bench.state.onAir = true
  bench.watching.changed()
  await bench.stay(20_000, [{ watches: [status(), list()] }])
  expect(bench.times(video).length).toBeGreaterThanOrEqual(9)
  expect(bench.times('POST /api/payment/all')).toHaveLength(2)
})

// Catches a hidden desk that keeps on asking, one that reads on air what nobody sees as if it were seen, and one that comes back with old values.
test('hidden it is stopped, hidden during a show it is slow, and seen again it is read at once', async () => {
  const bench = createBench()
  bench.state.onAir = false
  const [value] = bench.follow([status()], { visible: false }).values
  expect(value).toMatchObject({ waiting: 'hidden', reading: false })
  await bench.stay(60_000, [{ watches: [status()], visible: false }])
  expect(bench.sent).toEqual([])
  bench.state.onAir = true
  bench.watching.changed()
  await bench.stay(60_000, [{ watches: [status()], visible: false }])
  expect(bench.sent).toHaveLength(3)
  await bench.clock.advance(6_000)
  expect(bench.sent).toHaveLength(4)
  bench.follow([status()], { visible: true })
  await bench.clock.advance(100)
  expect(bench.sent).toHaveLength(5)
})

// Catches two pages that cost twice, and a slow page that slows down a quick one.
test('pages share a value, and the quickest pace wins', async () => {
  const bench = createBench()
  const slow = { ...status(), pace: 'list' as const }
  await bench.stay(30_000, [
    { page: 'a', watches: [slow] },
    { page: 'b', watches: [status()] },
  ])
  const shared = bench.sent.length
  expect(shared).toBeGreaterThanOrEqual(5)
  expect(shared).toBeLessThanOrEqual(7)
  expect(bench.watching.budget().watches).toBe(1)
  await bench.stay(60_000, [
    { page: 'a', watches: [slow] },
    { page: 'b', watches: [] },
  ])
  expect(bench.sent.length - shared).toBeLessThanOrEqual(2)
})

// Catches a page that crashed and costs requests for ever, and timers that go on with nobody there.
test('a page that is gone stops costing after 30 s, and its values are kept for a while', async () => {
  const bench = createBench()
  bench.follow([status()])
  await bench.clock.advance(29_000)
  const before = bench.sent.length
  expect(before).toBeGreaterThanOrEqual(5)
  await bench.clock.advance(60_000)
  expect(bench.sent.length - before).toBeLessThanOrEqual(1)
  expect(bench.watching.budget().watches).toBe(0)
  const [value] = bench.follow([status()]).values
  expect(value).toMatchObject({ answer: { data: { items: [] } }, reading: true })
  await bench.clock.advance(600_000)
  expect(bench.clock.pending()).toBe(0)
  await expect(bench.watching.refresh(watchKey(status()))).rejects.toMatchObject({ code: 'not_found_here' })
})

// Catches a scheduler that could be made to write, and a bad set that takes the page's good one away.
test('only reads of the catalog are watched', async () => {
  const bench = createBench()
  bench.follow([status()])
  for (const operation of ['POST /api/video/create', 'GET /api/nothing']) {
    const error = await failure(() => bench.follow([tally(), { operation, pace: 'list' }]))
    expect(error).toMatchObject({ code: 'invalid_input', details: { fields: [{ path: 'watches.1.operation' }] } })
  }
  expect(bench.watching.budget().watches).toBe(1)
})

// Catches hammering after an error, a last answer that vanishes with it, and a value that never recovers.
test('a failing read waits ever longer, beside what was known', async () => {
  const bench = createBench()
  await bench.stay(10_000, [{ watches: [status()] }])
  bench.state.answering = () => failing('server_error')
  const from = bench.sent.length
  await bench.stay(300_000, [{ watches: [status()] }])
  const waits = gaps(bench.sent.slice(from).map(({ at }) => at)).map((gap) => Math.round(gap / 1_000))
  expect(waits).toEqual([5, 8, 16, 32, 60, 60, 60])
  expect(bench.told.at(-1)).toMatchObject({
    waiting: 'failed',
    error: { code: 'server_error' },
    answer: { data: { items: [] } },
    nextAt: expect.any(String) as unknown,
  })
  bench.state.answering = () => ({ fine: true })
  await bench.stay(70_000, [{ watches: [status()] }])
  expect(bench.told.at(-1)).toMatchObject({ answer: { data: { fine: true } } })
  expect(bench.told.at(-1)).not.toHaveProperty('error')
  expect(gaps(bench.sent.slice(-3).map(({ at }) => at)).every((gap) => gap < 5_300)).toBe(true)
})

// Catches a 429 that stops the other products or is shown as an empty value, reads sent against a closed gate, and a pace that is kept up after it.
test('a closed gate makes its product wait, the others go on, and everything slows down for a while', async () => {
  const bench = createBench()
  const sets = [{ watches: [status(), tally()] }]
  await bench.stay(10_000, sets)
  bench.closeGate('Livestream', 20_000)
  await bench.clock.advance(100)
  const before = bench.times(video).length
  const polls = bench.times(poll).length
  expect(bench.told.at(-1)).toMatchObject({ key: watchKey(status()), waiting: 'gate', answer: { data: { items: [] } } })
  expect(Date.parse(bench.told.at(-1)?.nextAt ?? '')).toBeGreaterThanOrEqual(bench.clock.now() + 19_000)
  expect(bench.watching.budget().slowdown).toBe(2)
  await bench.stay(19_800, sets)
  expect(bench.times(video)).toHaveLength(before)
  expect(bench.times(poll).length - polls).toBeGreaterThanOrEqual(1)
  expect(bench.times(poll).length - polls).toBeLessThanOrEqual(2)
  await bench.stay(2_000, sets)
  expect(bench.times(video)).toHaveLength(before + 1)
  await bench.stay(70_000, sets)
  expect(bench.watching.budget().slowdown).toBe(1)
})

// Catches a slowdown without an end, one that is gone at once, and many products that close together counted as many complaints.
test('every 429 doubles the slowdown up to eight, and each quiet minute halves it', async () => {
  const bench = createBench()
  const sets = [{ watches: [status()] }]
  bench.follow([status()])
  bench.closeGate('Polls', 1_000)
  bench.closeGate('Ads', 1_000)
  const seen = [bench.watching.budget().slowdown]
  for (let time = 0; time < 4; time += 1) {
    await bench.stay(10_000, sets)
    bench.closeGate('Polls', 1_000)
    seen.push(bench.watching.budget().slowdown)
  }
  for (let time = 0; time < 4; time += 1) {
    await bench.stay(62_000, sets)
    seen.push(bench.watching.budget().slowdown)
  }
  expect(seen).toEqual([2, 4, 8, 8, 8, 4, 2, 1, 1])
})

// Catches a burst into a product whose gate just opened, and an answer of 429 counted as a failure with a wait of its own.
test('after a 429 in the middle the product begins again one by one', async () => {
  const bench = createBench({ latencyMs: 2_000 })
  const watches = Array.from({ length: 8 }, (_, id) => status(id))
  let left = 2
  bench.state.answering = () =>
    --left >= 0 ? new DeskError('rate_limited', 'Wait.', { retryAfterMs: 5_000 }) : { items: [] }
  const sets = [{ watches }]
  await bench.stay(6_900, sets)
  expect(bench.sent).toHaveLength(2)
  await bench.stay(30_000, sets)
  const after = bench.sent.slice(2).map(({ at }) => at)
  expect(after.length).toBeGreaterThanOrEqual(8)
  expect(Math.min(...gaps(after))).toBeGreaterThanOrEqual(2_000)
  for (const watch of watches)
    expect(bench.told.findLast(({ key }) => key === watchKey(watch))).toMatchObject({ answer: { data: { items: [] } } })
})

// Catches reads against a platform that is away, and values that stay old for a whole interval after it is back.
test('offline nothing is sent, and back online everything is read at once', async () => {
  const bench = createBench()
  const sets = [{ watches: [status(), list(), figures()] }]
  await bench.stay(10_000, sets)
  bench.connect('unreachable')
  await bench.clock.advance(3_000)
  const before = bench.sent.length
  expect(bench.told.slice(-3).map(({ waiting }) => waiting)).toEqual(['offline', 'offline', 'offline'])
  await bench.stay(120_000, sets)
  expect(bench.sent).toHaveLength(before)
  bench.connect('reachable')
  await bench.clock.advance(200)
  expect(bench.sent.length - before).toBe(3)
  expect(bench.told.at(-1)).not.toHaveProperty('waiting')
})

// Catches a keychain that is asked by every value again and again, and values that don't notice that a key was saved.
test('without a credential a product waits until that changes', async () => {
  const bench = createBench()
  bench.state.mayLeave = false
  const sets = [{ watches: [status(1), status(2), status(3)] }]
  await bench.stay(120_000, sets)
  expect(bench.sent).toEqual([])
  expect(bench.follow(sets[0]?.watches ?? []).values.map(({ waiting }) => waiting)).toEqual([
    'credential',
    'credential',
    'credential',
  ])
  expect(bench.told.filter(({ error }) => error?.code === 'no_credentials')).toHaveLength(2)
  bench.state.mayLeave = true
  bench.watching.credentialsChanged('development')
  await bench.clock.advance(100)
  expect(bench.sent).toEqual([])
  bench.watching.credentialsChanged('production')
  await bench.clock.advance(200)
  expect(bench.sent).toHaveLength(3)
})

// Catches a desk that wakes up and shows the state from before for a whole interval, reads for pages as if they were gone, or does not notice by itself.
test.each([
  ['told by the system', 3_600_000, true],
  ['by the clock alone', 3_600_000, false],
  ['after a clock was set back', -3_600_000, false],
])('after sleep everything is read again at once: %s', async (_, leapMs, telling) => {
  const bench = createBench()
  const watches = [status(), list(), figures(), tally()]
  await bench.stay(20_000, [{ watches }])
  bench.clock.leap(leapMs)
  const before = bench.sent.length
  if (telling) {
    bench.watching.resumed()
    await bench.clock.advance(200)
  } else await bench.clock.advance(5_200)
  expect(new Set(bench.sent.slice(before).map(({ operation }) => operation)).size).toBe(4)
  expect(bench.watching.budget().watches).toBe(4)
  await bench.stay(20_000, [{ watches }])
  expect(
    gaps(
      bench.sent
        .slice(before)
        .filter(({ operation }) => operation === video)
        .map(({ at }) => at),
    ).every((gap) => gap < 6_000),
  ).toBe(true)
})

// Catches a request that hung through sleep and holds its value back, and its late answer put over the newer one.
test('a read that was on the way when the machine slept is not waited for', async () => {
  const bench = createBench()
  const waiting = bench.answerByHand()
  bench.follow([status()])
  await bench.clock.advance(10)
  bench.clock.leap(60_000)
  bench.watching.resumed()
  await bench.clock.advance(10)
  expect(waiting).toHaveLength(2)
  await waiting[1]?.answer({ newer: true })
  await waiting[0]?.answer({ newer: false })
  expect(bench.told.map(({ answer }) => answer?.data)).toEqual([{ newer: true }])
})

// Catches an answer of one environment shown as another's, a set that is read in the wrong environment, and a budget that is not each one's own.
test('a changed environment drops everything of the old one', async () => {
  const bench = createBench()
  const waiting = bench.answerByHand()
  bench.follow([status(), tally()])
  await bench.clock.advance(10)
  const refreshed = bench.watching.refresh(watchKey(tally())).catch((error: unknown) => error)
  await bench.clock.advance(10)
  bench.state.environment = 'development'
  bench.watching.changed()
  expect(bench.watching.budget()).toMatchObject({ environment: 'development', used: 0, usedByItself: 0, watches: 0 })
  for (const { answer } of waiting) await answer({ of: 'production' })
  await bench.clock.advance(60_000)
  expect(await refreshed).toMatchObject({ code: 'cancelled' })
  expect(bench.told).toEqual([])
  expect(waiting).toHaveLength(3)
  bench.follow([status()])
  await bench.clock.advance(10)
  await waiting[3]?.answer({ of: 'development' })
  expect(bench.told).toMatchObject([{ environment: 'development', answer: { data: { of: 'development' } } }])
  bench.state.address = 'https://other.example.org'
  bench.watching.changed()
  expect(bench.follow([status()]).values[0]).not.toHaveProperty('answer')
})

// Catches a credential that was missing in one environment and is taken for missing in another.
test('a late failure of the old environment says nothing of the new one', async () => {
  const bench = createBench()
  Object.assign(bench.state, { mayLeave: false, leavingMs: 500 })
  bench.follow([status()])
  await bench.clock.advance(100)
  bench.state.environment = 'development'
  bench.watching.changed()
  await bench.clock.advance(1_000)
  Object.assign(bench.state, { mayLeave: true, leavingMs: 0 })
  bench.follow([status()])
  await bench.clock.advance(100)
  expect(bench.sent).toMatchObject([{ environment: 'development' }])
})

// Catches a refresh that is refused while the desk rests, that doubles with the desk's own read, or whose answer is overtaken by an older one.
test('a person reads at once, also what is stopped, and in place of the desk', async () => {
  const bench = createBench()
  const waiting = bench.answerByHand()
  bench.state.onAir = false
  bench.follow([status()], { visible: false })
  const first = bench.watching.refresh(watchKey(status()))
  await bench.clock.advance(10)
  await waiting[0]?.answer({ read: 1 })
  expect(await first).toMatchObject({ answer: { data: { read: 1 } }, waiting: 'hidden' })
  expect(bench.sent.map(({ by }) => by)).toEqual(['person'])

  bench.state.onAir = true
  bench.follow([status()])
  await bench.clock.advance(10_000)
  expect(bench.sent.map(({ by }) => by)).toEqual(['person', 'desk'])
  const second = bench.watching.refresh(watchKey(status()))
  await bench.clock.advance(10)
  // Two that come meanwhile share one more read: the one under way may miss what they want to see.
  const third = bench.watching.refresh(watchKey(status()))
  const fourth = bench.watching.refresh(watchKey(status()))
  await waiting[2]?.answer({ read: 3 })
  await waiting[1]?.answer({ read: 2 })
  expect(await second).toMatchObject({ answer: { data: { read: 3 } } })
  await bench.clock.advance(10)
  expect(waiting).toHaveLength(4)
  await waiting[3]?.answer({ read: 4 })
  expect([await third, await fourth]).toMatchObject([
    { answer: { data: { read: 4 } } },
    { answer: { data: { read: 4 } } },
  ])
  expect(bench.sent.map(({ by }) => by)).toEqual(['person', 'desk', 'person', 'person'])
})

// Catches a refresh that throws instead of saying in the value what happened, and one that takes the last answer away.
test('a refresh that fails says so in the value', async () => {
  const bench = createBench()
  bench.follow([status()])
  await bench.clock.advance(100)
  bench.state.answering = () => failing('not_found')
  const refreshed = bench.watching.refresh(watchKey(status()))
  await bench.clock.advance(100)
  expect(await refreshed).toMatchObject({
    error: { code: 'not_found' },
    waiting: 'failed',
    answer: { data: { items: [] } },
    failedAt: expect.any(String) as unknown,
  })
})

// Catches one product that hangs and takes every place under way with it.
test('a product that does not answer does not hold up the others', async () => {
  const bench = createBench()
  bench.state.answering = ({ operation }) => (operation === video ? new Promise(() => undefined) : { items: [] })
  const watches = [...Array.from({ length: 10 }, (_, id) => ({ ...status(id), pace: 'list' as const })), tally()]
  await bench.stay(30_000, [{ watches }])
  expect(bench.times(video)).toHaveLength(2)
  expect(bench.times(poll).length).toBeGreaterThanOrEqual(5)
})

// Catches a desk that opens a connection for everything at once, and a value that is read twice at the same time.
test('only a few reads are under way at the same time, one for each value', async () => {
  const bench = createBench()
  const waiting = bench.answerByHand()
  const watches = [1, 2, 3].flatMap((id) => [status(id), tally(id), figures(id), list(id)])
  await bench.stay(30_000, [{ watches }])
  expect(waiting).toHaveLength(6)
  expect(new Set(bench.sent.map(({ operation }) => operation)).size).toBeGreaterThanOrEqual(3)
})

// Catches values that are told before a page has asked, after the end, and timers that keep a process alive.
test('after the end nothing is read or told', async () => {
  const bench = createBench()
  bench.follow([status()])
  bench.watching.stop()
  await bench.clock.advance(60_000)
  expect(bench.told).toEqual([])
  expect(bench.sent.length).toBeLessThanOrEqual(1)
  expect(bench.clock.pending()).toBe(0)
})

// Catches a read that ends after the desk closed its profile, asks it, and takes the process with it.
test('a read that ends after the stop is forgotten', async () => {
  const bench = createBench()
  bench.follow([status()], { visible: true })
  await bench.clock.advance(10)
  expect(bench.sent).toHaveLength(1)
  bench.watching.stop()
  let asked = 0
  Object.defineProperty(bench.state, 'onAir', { get: () => (asked += 1) > 0 })
  await bench.clock.advance(100)
  expect(asked).toBe(0)
})

// Catches a script that names another page with each call, so that the desk reads for hundreds of pages that are gone.
test('pages of one grant are few, and those of others stay', async () => {
  const bench = createBench()
  bench.watching.follow({ page: 'own', visible: true, watches: [status('own')] })
  bench.watching.follow({ page: 'other/1', visible: true, watches: [status('other')] })
  for (let n = 0; n < 200; n += 1)
    bench.watching.follow({ page: `grant/${n}`, visible: true, watches: [status(`value ${n}`)] })
  // A page that says it again is a new one.
  bench.watching.follow({ page: 'grant/195', visible: true, watches: [status('value 195')] })
  expect(bench.watching.budget().watches).toBe(2 + 8)
  await expect(bench.watching.refresh(watchKey(status('value 10')))).rejects.toMatchObject({ code: 'not_found_here' })
})
