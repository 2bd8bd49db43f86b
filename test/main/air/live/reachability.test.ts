import { expect, test } from 'vitest'
import { refusedBase } from '../../platform/client/support.ts'
import { createBench, hanging, json, signInPage, startPlatform, type Chosen } from './support.ts'

const production = (base: string): Chosen => ({
  environment: 'production',
  addresses: { production: base },
  embedded: '',
})

// Catches a desk that never asks, asks with a credential, or asks a second time for nothing.
test('asks once after the start, without a credential', async () => {
  const platform = await startPlatform()
  const { reachability, untilAsked, now, clock } = createBench(production(platform.base))
  reachability.start()
  expect(now()).toMatchObject({ state: 'unknown', sending: 'on', probing: 'on' })
  await untilAsked()
  expect(now()).toMatchObject({ state: 'reachable' })
  expect(now()).not.toHaveProperty('nextProbeAt')
  clock.advance(3_600_000)
  expect(platform.seen.map(({ method, url }) => `${method} ${url}`)).toEqual(['GET /api/account/types/get'])
  const { headers } = platform.seen[0] ?? {}
  expect(headers).not.toHaveProperty('x-service-api-key')
  expect(headers).not.toHaveProperty('authorization')
  expect(headers).not.toHaveProperty('cookie')
})

// Catches a dead platform that is asked again only hours later because the clock was set back meanwhile.
test.each([2, -2])('a clock that jumps by %i h leaves the pause before the next question as it is', async (hours) => {
  const platform = await startPlatform()
  const { reachability, request, untilAsked, nextIn, clock } = createBench(production(platform.base))
  await platform.stop()
  reachability.start()
  await request()
  await untilAsked()
  const before = nextIn()
  clock.jump(hours * 3_600_000)
  expect(nextIn()).toBe(before)
  await untilAsked()
  expect(nextIn()).toBe(8_000)
})

// Catches a probe that doubles what a real request just showed.
test('a real request at the start takes the place of the question', async () => {
  const platform = await startPlatform(json(200))
  const { reachability, request, clock, nextIn } = createBench(production(platform.base))
  reachability.start()
  clock.advance(500)
  await request()
  expect(nextIn()).toBeUndefined()
  clock.advance(60_000)
  expect(platform.seen.map(({ url }) => url)).toEqual(['/api/things/all'])
})

// Catches a desk that hammers a dead platform, or never comes back to it.
test('asks a dead platform after 2, 4, 8 ... 60 s and finds it when it is back', async () => {
  const platform = await startPlatform()
  const { reachability, request, untilAsked, nextIn, now, told } = createBench(production(platform.base))
  await platform.stop()
  reachability.start()
  await request()
  expect(now()).toMatchObject({
    state: 'unreachable',
    reason: expect.stringContaining('refuses connections') as unknown,
  })
  const waits: Array<number | undefined> = []
  while (waits.length < 7) {
    await untilAsked()
    waits.push(nextIn())
  }
  expect(waits).toEqual([4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000])
  await platform.start()
  await untilAsked()
  expect(now().state).toBe('reachable')
  expect(nextIn()).toBeUndefined()
  expect(told.at(-1)?.state).toBe('reachable')
  // The next failure begins at the shortest wait again.
  await platform.stop()
  await request()
  expect(nextIn()).toBe(2_000)
})

// Catches many desks of one venue that ask at the same moment.
test('waits are spread by up to a fifth', async () => {
  const { reachability, request, nextIn } = createBench(production(await refusedBase()), { jitter: 0.999 })
  reachability.start()
  await request()
  expect(nextIn()).toBeGreaterThan(2_000)
  expect(nextIn()).toBeLessThanOrEqual(2_400)
})

// Catches probes on top of a queue that is trying already, and a back-off that stands still meanwhile.
test('attempts of the queue take the place of questions', async () => {
  const platform = await startPlatform()
  const { reachability, request, clock, asked, now } = createBench(production(platform.base))
  await platform.stop()
  reachability.start()
  await request()
  for (const wait of [1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000, 30_000]) {
    clock.advance(wait)
    await request()
  }
  expect(asked).toHaveLength(0)
  expect(now()).toHaveProperty('nextProbeAt')
  clock.advance(62_000)
  expect(asked).toHaveLength(1)
})

// Catches a venue's sign-in page that passes for the platform, whichever way it comes.
test.each([
  ['a page', signInPage, 'sign-in page'],
  ['a redirect', json(302, { Location: 'http://login.example.org/' }), 'sign-in page'],
  ['the status for it', json(511), 'wants a sign-in'],
])('%s of the network is not the platform', async (_, manner, words) => {
  const platform = await startPlatform(manner)
  const { reachability, now, nextIn } = createBench(production(platform.base))
  reachability.start()
  await reachability.probe()
  expect(now()).toMatchObject({ state: 'unreachable', reason: expect.stringContaining(words) as unknown })
  expect(nextIn()).toBe(2_000)
  platform.behave(json(401))
  await reachability.probe()
  expect(now()).toMatchObject({ state: 'reachable' })
  expect(now()).not.toHaveProperty('reason')
})

// Catches a question that hangs with a platform that accepts and says nothing, and a late failure that wipes out what a real request showed.
test('a hanging port ends within five seconds, and a real answer meanwhile counts', async () => {
  const platform = await startPlatform(hanging)
  const { reachability, now, clock, request } = createBench(production(platform.base))
  reachability.start()
  const hung = reachability.probe()
  await platform.arrival()
  clock.advance(5_000)
  expect(await hung).toMatchObject({ state: 'unreachable', reason: expect.stringContaining('in time') as unknown })

  const again = reachability.probe()
  await platform.arrival()
  platform.behave(json(200))
  await request()
  expect(now().state).toBe('reachable')
  clock.advance(5_000)
  expect(await again).toMatchObject({ state: 'reachable' })
})

// Catches two questions on the wire for two presses.
test("a person's question is shared while it is under way", async () => {
  const platform = await startPlatform(hanging)
  const { reachability } = createBench(production(platform.base))
  const first = reachability.probe()
  const second = reachability.probe()
  await platform.arrival()
  platform.behave(json(401))
  await platform.stop()
  await Promise.all([first, second])
  expect(platform.seen).toHaveLength(1)
})

// Catches a pause that is not kept, or that a timer does not respect; a person may ask all the same.
test('paused asking stays paused over a restart, and resuming asks at once', async () => {
  const platform = await startPlatform()
  await platform.stop()
  const { reachability, request, now, clock, settings, told } = createBench(production(platform.base))
  reachability.start()
  await request()
  expect(reachability.configure({ probing: 'paused' })).toMatchObject({ probing: 'paused', sending: 'on' })
  expect(told.at(-1)).toMatchObject({ probing: 'paused' })
  expect(now()).not.toHaveProperty('nextProbeAt')
  clock.advance(3_600_000)
  expect((await reachability.probe()).state).toBe('unreachable')
  expect(now()).not.toHaveProperty('nextProbeAt')

  const later = createBench(production(platform.base), { settings })
  later.reachability.start()
  expect(later.now()).toMatchObject({ probing: 'paused' })
  expect(later.now()).not.toHaveProperty('nextProbeAt')
  await platform.start()
  later.reachability.configure({ probing: 'on' })
  expect(later.nextIn()).toBe(0)
  await later.untilAsked()
  expect(later.now().state).toBe('reachable')
  later.reachability.configure({ sending: 'paused' })
  expect(createBench(production(platform.base), { settings }).now()).toMatchObject({ sending: 'paused', probing: 'on' })
})

// Catches a choice that counts although it could not be written down.
test('a switch that could not be kept is not thrown', () => {
  const { reachability, settings, now } = createBench(production('http://127.0.0.1:9'))
  settings.set = () => {
    throw new Error('The disk is full')
  }
  expect(() => reachability.configure({ sending: 'paused' })).toThrow('full')
  expect(now()).toMatchObject({ sending: 'on' })
})

// Catches questions into a wait that the platform asked for.
test('waits for the gate of its product', async () => {
  const platform = await startPlatform(json(429, { 'Retry-After': '30' }))
  const { reachability, client, nextIn, now, clock, request } = createBench(production(platform.base))
  reachability.start()
  await reachability.probe()
  expect(now().state).toBe('reachable')
  expect(client.gates()).toMatchObject([{ product: 'Accounts', credential: 'none', source: 'retry-after' }])
  await platform.stop()
  await request()
  clock.advance(2_000)
  expect(nextIn()).toBe(28_000)
})

// Catches an outage in which the desk asks more than its share, or goes silent for half an hour because the share is used up.
test('keeps to its share of the hour without a long silence', async () => {
  const { reachability, untilAsked, clock, asked } = createBench(production(await refusedBase()), { jitter: 0.5 })
  reachability.start()
  const end = clock.now() + 5 * 3_600_000
  while (clock.now() < end) await untilAsked()
  for (const at of asked)
    expect(asked.filter((other) => other > at - 3_600_000 && other <= at).length).toBeLessThanOrEqual(30)
  const gaps = asked.slice(1).map((at, index) => at - (asked[index] ?? at))
  expect(Math.max(...gaps)).toBeLessThan(10 * 60_000)
})

// Catches a light that still speaks of the address before, and a late answer from there.
test('another address or environment is asked anew', async () => {
  const first = await startPlatform()
  const slow = await startPlatform(hanging)
  const chosen: Chosen = {
    environment: 'production',
    addresses: { production: first.base, development: slow.base },
    embedded: '',
  }
  const { reachability, untilAsked, now, told, client, clock } = createBench(chosen)
  reachability.start()
  await untilAsked()
  chosen.addresses.production = slow.base
  reachability.follow()
  expect(now()).toMatchObject({ state: 'unknown' })
  expect(now()).not.toHaveProperty('lastAnswerAt')

  const late = reachability.probe()
  await slow.arrival()
  chosen.addresses.production = first.base
  reachability.follow()
  clock.advance(5_000)
  await late
  expect(told.map(({ state }) => state)).not.toContain('unreachable')

  chosen.environment = 'development'
  reachability.follow()
  slow.behave(json(403))
  await untilAsked()
  expect(now()).toMatchObject({ environment: 'development', state: 'reachable' })
  expect(client.connection('rehearsal').state).toBe('unknown')
  const before = told.length
  reachability.follow()
  expect(told).toHaveLength(before)
})

// Catches faults of the rehearsal that are used up by questions nobody asked for, and a rehearsed outage that never ends on screen.
test('the platform inside the desk is asked only once it failed', async () => {
  const inside = await startPlatform()
  const { reachability, request, untilAsked, nextIn, now } = createBench({
    environment: 'rehearsal',
    addresses: {},
    embedded: inside.base,
  })
  reachability.start()
  expect(nextIn()).toBeUndefined()
  await inside.stop()
  await request()
  expect(nextIn()).toBe(2_000)
  await inside.start()
  await untilAsked()
  expect(now().state).toBe('reachable')
})

// Catches timers that outlive the desk.
test('nothing is asked after the stop', async () => {
  const { reachability, request, clock } = createBench(production(await refusedBase()))
  reachability.start()
  reachability.stop()
  expect(clock.pending()).toBe(0)
  await request()
  expect(clock.pending()).toBe(0)
})
