import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { EnvironmentId } from '#contract/models.ts'
import { createLedger, type Ledger } from '../../../../main/platform/ledger/index.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import { createFakeVault, quietLog, settle } from '../../platform/ledger/support.ts'
import { create, createBench, json, operations, startPlatform } from './support.ts'

const write = { operation: create.key, body: { name: 'Doors open' } }

/** A queue on a real ledger, whose environment is asked by reachability; with time that tests move. */
async function openQueue(options: { environment?: EnvironmentId; affordable?: () => boolean; jitter?: number } = {}) {
  const platform = await startPlatform((request, response) => {
    if (request.method === 'GET') return json(401)(request, response)
    response
      .writeHead(200, { 'Content-Type': 'application/json' })
      .end('{"data":{"id":"1","status":"created"},"requestId":"r"}')
  })
  let ledger: Ledger | undefined
  const bench = createBench(
    { environment: 'production', addresses: { production: platform.base, development: platform.base }, embedded: '' },
    {
      waits: (environment) => ledger?.queue().some((lane) => lane.environment === environment) === true,
      affordable: options.affordable ?? (() => true),
      jitter: options.jitter ?? 0,
    },
  )
  const { clock, client, reachability } = bench
  const folder = await mkdtemp(join(tmpdir(), 'queue-probe-'))
  const database = await openProfile({ folder, clock, log: quietLog })
  const opened = (ledger = createLedger({
    database,
    client,
    operations,
    vault: createFakeVault(),
    clock,
    log: quietLog,
    redact: (value) => value,
    environment: () => options.environment ?? 'production',
    account: () => undefined,
    asked: (environment) => reachability.asks(environment),
  }))
  reachability.onChange(({ state }) => state === 'reachable' && opened.wake())
  opened.onChange(({ environment }) => reachability.queueChanged(environment))
  opened.start()
  reachability.start()
  onTestFinished(async () => {
    await opened.stop(0)
    database.close()
    await rm(folder, { recursive: true, force: true })
  })
  /** Moves on second by second, so that each question comes to its end before the next is due. */
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      clock.advance(1_000)
      await bench.answered()
      await settle()
    }
  }
  return { ...bench, platform, ledger: opened, pass }
}

// Catches a queue that leaves half a minute after the platform is back, one whose evidence grows with the outage, and a desk that asks a dead platform for ever as quickly.
test('while something waits the platform is asked every 5 s, after 10 minutes every 30 s, and no intent is tried for it', async () => {
  const { platform, ledger, clock, asked, pass } = await openQueue()
  await platform.stop()
  const first = await ledger.submit(write)
  expect(first).toMatchObject({ state: 'queued', waiting: { reason: 'offline' } })
  const evidence = ledger.get(first.id).evidence.length
  const began = clock.now()
  await pass(720)
  const gaps = asked.slice(1).map((at, index) => ({ after: at - began, ms: at - (asked[index] ?? 0) }))
  expect(gaps.filter(({ after }) => after < 590_000).every(({ ms }) => ms <= 5_000)).toBe(true)
  expect(gaps.filter(({ after }) => after > 640_000).map(({ ms }) => ms)).toEqual(expect.arrayContaining([30_000]))
  expect(gaps.filter(({ after }) => after > 640_000).every(({ ms }) => ms === 30_000)).toBe(true)
  expect(ledger.get(first.id)).toMatchObject({ attempts: 1, state: 'queued' })
  expect(ledger.get(first.id).evidence).toHaveLength(evidence)
})

// Catches the 30 s that a queue waited after the platform was back.
test.each([['production' as const], ['development' as const]])(
  'the queue of %s leaves within 5 s of the platform being back',
  async (environment) => {
    const { platform, ledger, client, clock, pass } = await openQueue({ environment })
    await platform.stop()
    const intent = await ledger.submit(write)
    await pass(123)
    await platform.start()
    const back = clock.now()
    while (client.connection(environment).state !== 'reachable' && clock.now() - back < 60_000) await pass(1)
    expect(clock.now() - back).toBeLessThanOrEqual(5_000)
    await expect.poll(() => ledger.get(intent.id)).toMatchObject({ state: 'confirmed', attempts: 2 })
  },
)

// Catches a queue that asks although the person has paused asking, or beyond the budget; a paused desk finds out by trying one intent, as a person would.
test('neither the pause of asking nor the budget is passed over', async () => {
  let room = false
  const poor = await openQueue({ affordable: () => room })
  await poor.platform.stop()
  await poor.ledger.submit(write)
  await poor.pass(60)
  expect(poor.asked).toEqual([])
  room = true
  await poor.pass(6)
  expect(poor.asked.length).toBeGreaterThan(0)

  const paused = await openQueue()
  await paused.platform.stop()
  paused.reachability.configure({ probing: 'paused' })
  const intent = await paused.ledger.submit(write)
  await paused.pass(10)
  paused.reachability.online()
  expect(paused.asked).toEqual([])
  expect(paused.ledger.get(intent.id).attempts).toBeGreaterThan(1)
})

// Catches something that is queued late in an outage and waits for a question that was planned for an idle desk, and a network that is back and not used.
test('a new intent hurries the next question, and so does a network that is back', async () => {
  const { platform, ledger, reachability, request, nextIn, untilAsked, asked } = await openQueue()
  await platform.stop()
  await request()
  while ((nextIn() ?? 0) < 32_000) await untilAsked()
  await ledger.submit(write)
  expect(nextIn()).toBeLessThanOrEqual(5_000)
  const before = asked.length
  reachability.online()
  reachability.online()
  expect(asked).toHaveLength(before + 1)
})
