import { beforeEach, expect, test } from 'vitest'
import {
  confirmed,
  create,
  cut,
  refund,
  refused,
  settle,
  stage as live,
  unreachable,
  update,
} from '../../platform/ledger/support.ts'
import { createStage, type Stage } from './support.ts'

let stage: Stage
beforeEach(async () => {
  stage = await createStage()
  stage.bench.client.onWrite = () => confirmed()
  stage.bench.client.onRead = () => ({ items: [{ id: 'x' }] })
})

const minute = () => stage.bench.clock.advance(60_000)
const begin = async () => (await stage.show.enter({ title: 'Night' })).show?.id ?? ''

// Catches a report that leaves out, adds, mixes up or counts wrongly what was done.
test('the report holds every write of the show, oldest first, with its record and how it ended', async () => {
  await stage.submit(update('n0', 'before'))
  await minute()
  const id = await begin()
  await minute()
  const made = await stage.submit(create('made'))
  await stage.submit(live('s1', true))
  stage.bench.client.onWrite = refused
  await stage.submit(update('n1', 'no'))
  stage.bench.client.onWrite = cut
  await stage.submit(refund(500))
  stage.environments.configure('rehearsal', 'https://practice.example.org')
  stage.bench.client.onWrite = () => confirmed()
  await stage.bench.ledger.submit(create('elsewhere'), { environment: 'rehearsal' })
  const soFar = await stage.show.report(id)
  expect(soFar.endedAt).toBeUndefined()
  expect(soFar.durationMs).toBe(60_000)
  const report = await stage.show.leave()
  await minute()
  await stage.submit(update('n2', 'after'))

  expect(report.entries).toMatchObject([
    {
      id: made.id,
      name: 'Create Note',
      operation: 'POST /api/notes/create',
      state: 'confirmed',
      risk: 'edit',
      record: 'n1',
      requestId: 'req-1',
    },
    { name: 'Update Stage', state: 'confirmed', risk: 'onair', record: 's1' },
    { name: 'Update Note', state: 'rejected', record: 'n1', error: { code: 'invalid_request' } },
    { name: 'Create Refund', state: 'unknown', risk: 'money', error: { code: 'unknown_outcome' } },
  ])
  expect(report.counts).toEqual({
    queued: 0,
    sending: 0,
    accepted: 0,
    confirmed: 2,
    rejected: 1,
    unknown: 1,
    cancelled: 0,
  })
  expect(report).toEqual({ ...soFar, endedAt: report.endedAt })
  expect(await stage.show.report(id)).toEqual(report)
})

// Catches a change that waited from before, left during the show, and is missing in what was done.
test('what was made before and left, or was settled, during the show belongs to it', async () => {
  stage.bench.client.onWrite = unreachable
  const waited = await stage.submit(create('waited'))
  const cancelled = await stage.submit(update('n9', 'cancelled'))
  await stage.bench.ledger.hold(cancelled.id, true)
  await minute()
  await begin()
  stage.bench.client.onWrite = () => confirmed()
  stage.bench.ledger.wake()
  await settle()
  await stage.bench.ledger.cancel(cancelled.id)
  const { entries, counts } = await stage.show.leave()
  expect(entries.map(({ id, state }) => [id, state])).toEqual([
    [waited.id, 'confirmed'],
    [cancelled.id, 'cancelled'],
  ])
  expect(counts).toMatchObject({ confirmed: 1, cancelled: 1 })
})

// Catches a secret that leaves by way of the report.
test('a report holds no secret', async () => {
  await begin()
  await stage.submit({ operation: 'PUT /api/stage/update', body: { id: 's1', streamKey: 'live-key-123456' } })
  expect(JSON.stringify(await stage.show.leave())).not.toContain('live-key-123456')
})

// Catches a report over a long show that keeps the desk from everything else while it is put together.
test('a report over ten thousand writes lets other work have its turn', async () => {
  const insert = stage.bench.database.statement(
    `INSERT INTO intents (id, reference, operation, state, environment, product, risk, place, attempts, created_at, evidence, answer, request)
     VALUES (?, ?, 'PUT /api/notes/update', 'confirmed', 'production', 'Events', 'edit', 1, 1, ?, '[]', ?, ?)`,
  )
  const id = await begin()
  await minute()
  const at = new Date(stage.bench.clock.now()).toISOString()
  const text = 'x'.repeat(2_000)
  stage.bench.database.transaction(() => {
    for (let n = 0; n < 10_000; n += 1)
      insert.run(
        `1${String(n).padStart(6, '0')}`,
        `r${n}`,
        at,
        JSON.stringify({ id: `n${n}`, text }),
        JSON.stringify({ body: { id: `n${n}`, text } }),
      )
    insert.run(
      '2',
      'r-large',
      at,
      JSON.stringify({ id: 'large', text: text.repeat(1_000) }),
      JSON.stringify({ body: { id: 'large', text: text.repeat(1_000) } }),
    )
  })
  let turns = 0
  let done = false
  const count = () => {
    turns += 1
    if (!done) setImmediate(count)
  }
  setImmediate(count)
  const report = await stage.show.report(id)
  done = true
  expect(report.counts.confirmed).toBe(10_001)
  expect(report.entries.at(9_999)).toMatchObject({ record: 'n9999' })
  expect(report.entries.at(-1)).not.toHaveProperty('record')
  expect(turns).toBeGreaterThan(3)
})

// Catches a report that leaves out what the rundown planned, or gives a cue the time of another show.
test('the report lists the cues that were fired with planned and actual times', async () => {
  const cue = (id: string, firedAt: string) =>
    ({ ...{ rundown: 'r', cue: id, title: `Cue ${id}`, firedAt, plannedMs: 60_000 }, state: 'done' }) as const
  const now = () => new Date(stage.bench.clock.now()).toISOString()
  stage.cues.push(cue('before', now()))
  await minute()
  await begin()
  stage.cues.push(cue('a', now()))
  await minute()
  await minute()
  stage.cues.push({ ...cue('b', now()), plannedAt: now() })
  await minute()
  const { cues = [] } = await stage.show.leave()
  expect(
    cues.map(({ cue: id, actualMs, plannedMs, plannedAt }) => [id, actualMs, plannedMs, plannedAt !== undefined]),
  ).toEqual([
    ['a', 120_000, 60_000, false],
    ['b', 60_000, 60_000, true],
  ])
})
