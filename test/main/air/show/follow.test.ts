// What a show's report says was read: fed with values of the live reader, over a real profile.
import { beforeEach, expect, test } from 'vitest'
import type { Json, JsonObject } from '#contract/json.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { watchKey } from '#contract/watch-key.ts'
import { createStage, type Stage } from './support.ts'

let stage: Stage
beforeEach(async () => {
  stage = await createStage()
  stage.platform.connection = { ...stage.platform.connection, clockOffsetMs: 0 }
})

const stream = { id: 'str_1', name: 'Night show main' }
const status = 'POST /api/video/stream/getStatus'
const analytics = 'POST /api/video/stream/getAnalytics'
const charges = 'POST /api/payment/charge/all'
const now = (): string => new Date(stage.bench.clock.now()).toISOString()
const wait = (seconds: number) => stage.bench.clock.advance(seconds * 1_000)
const begin = async () => (await stage.show.enter({ title: 'Night' })).show?.id ?? ''
const followed = async (id: string) => (await stage.show.report(id)).followed

function read(
  operation: string,
  body: JsonObject,
  data: Json,
  { environment = 'production', receivedAt = now() }: { environment?: EnvironmentId; receivedAt?: string } = {},
): void {
  stage.show.take({
    key: watchKey({ operation, body }),
    environment,
    pace: 'status',
    answer: { status: 200, data, receivedAt, durationMs: 1 },
    reading: false,
  })
}
const state = (word: string, more: JsonObject = {}) =>
  read(status, { streamId: 'str_1' }, { data: { status: word, ...more } })
const measured = (more: JsonObject) => read(analytics, { streamId: 'str_1' }, { data: more })

// Catches a time on air that counts from the first reading, ends with a pause or a failed reading, or is made up.
test('time on air is from the platform to the first reading that says it is over', async () => {
  const id = await begin()
  expect(await followed(id)).toEqual(undefined)
  await wait(60)
  state('idle')
  await wait(60)
  state('live', { startedOn: '2026-03-01T12:01:55.000Z' })
  await wait(60)
  state('paused', { startedOn: '2026-03-01T12:01:55.000Z' })
  await wait(60)
  state('live', { startedOn: '2026-03-01T12:01:55.000Z' })
  state('a word of its own')
  stage.show.take({
    key: watchKey({ operation: status, body: { streamId: 'str_1' } }),
    environment: 'production',
    pace: 'status',
    reading: false,
  })
  expect((await followed(id))?.air).toEqual([
    { stream, from: '2026-03-01T12:01:55.000Z', seenAt: '2026-03-01T12:04:00.000Z' },
  ])
  await wait(60)
  state('stopped', { startedOn: '2026-03-01T12:01:55.000Z' })
  await wait(60)
  // The same start as before is no second broadcast's.
  state('live', { startedOn: '2026-03-01T12:01:55.000Z' })
  await wait(10)
  state('stopped', { stoppedOn: '2026-03-01T12:06:06.000Z' })
  expect(await followed(id)).toMatchObject({
    state: { state: 'stopped', readAt: '2026-03-01T12:06:10.000Z' },
    air: [
      { from: '2026-03-01T12:01:55.000Z', to: '2026-03-01T12:05:00.000Z' },
      { from: '2026-03-01T12:06:00.000Z', to: '2026-03-01T12:06:06.000Z' },
    ],
    paused: [{ from: '2026-03-01T12:03:00.000Z', to: '2026-03-01T12:04:00.000Z' }],
  })
})

// Catches a platform whose clock is wrong by minutes and a report whose times then do not fit each other.
test("the platform's times are told by this machine's clock", async () => {
  stage.platform.connection = { ...stage.platform.connection, clockOffsetMs: -90_000 }
  const id = await begin()
  await wait(60)
  state('live', { startedOn: '2026-03-01T12:02:20.000Z' })
  expect((await followed(id))?.air[0]?.from).toBe('2026-03-01T12:00:50.000Z')
})

// Catches numbers of another environment, another stream or of before the show in its report.
test('only the chosen stream of the show counts, from the show on', async () => {
  const early = now()
  await wait(1)
  const id = await begin()
  read(status, { streamId: 'str_1' }, { data: { status: 'live' } }, { receivedAt: early })
  read(status, { streamId: 'str_1' }, { data: { status: 'live' } }, { environment: 'development' })
  read(status, { streamId: 'str_2' }, { data: { status: 'live' } })
  expect(await followed(id)).toBeUndefined()

  state('live')
  stage.broadcast.stream = { id: 'str_2', name: 'Second' }
  await wait(60)
  // The second stream is off, which says nothing of the first.
  read(status, { streamId: 'str_2' }, { data: { status: 'idle' } })
  read(analytics, { streamId: 'str_2' }, { data: { viewers: 900 } })
  expect(await followed(id)).toMatchObject({
    state: { stream: { id: 'str_2' }, state: 'off' },
    air: [{ stream, from: '2026-03-01T12:00:01.000Z', seenAt: '2026-03-01T12:00:01.000Z' }],
  })
  expect((await followed(id))?.viewers).toBeUndefined()
})

// Catches a highest number that falls, is from while nothing was on air, or has the time of a later reading.
test('the highest number of viewers while on air, with its time', async () => {
  const id = await begin()
  measured({ viewers: 5_000 })
  state('live')
  measured({ viewers: 300 })
  await wait(30)
  measured({ viewers: 412 })
  await wait(30)
  measured({ viewers: 290 })
  state('ended')
  measured({ viewers: 9_000 })
  expect((await followed(id))?.viewers).toEqual({ highest: 412, at: '2026-03-01T12:00:30.000Z' })
})

// Catches a lost signal that is missing among the incidents, and one told of a stream that was not on air.
test('the signal is lost while the bitrate is 0 on air', async () => {
  const id = await begin()
  measured({ bitrateKbps: 0 })
  state('live')
  measured({ bitrateKbps: 6_000 })
  await wait(30)
  measured({ bitrateKbps: 0 })
  await wait(5)
  measured({ bitrateKbps: 0 })
  await wait(5)
  measured({ bitrate: '4500' })
  await wait(60)
  // Once the state itself has a bitrate, older analytics do not contradict it.
  state('live', { bitrateKbps: 0 })
  measured({ bitrateKbps: 6_000 })
  await wait(5)
  state('stopped')
  expect((await followed(id))?.signalLost).toEqual([
    { stream, from: '2026-03-01T12:00:30.000Z', seenAt: '2026-03-01T12:00:35.000Z', to: '2026-03-01T12:00:40.000Z' },
    { stream, from: '2026-03-01T12:01:40.000Z', seenAt: '2026-03-01T12:01:40.000Z', to: '2026-03-01T12:01:45.000Z' },
  ])
})

// Catches a poll that is lost when the next one is chosen, votes that nobody counted, and a voter's name in the report.
test('the last tally of each chosen poll', async () => {
  const id = await begin()
  const embed = (id: string, more: JsonObject) =>
    read(
      'POST /api/vote/embed/get',
      { embedId: id },
      {
        data: {
          id,
          question: `Question ${id}`,
          options: [
            { id: 'a', text: 'Ada' },
            { id: 'b', text: 'Bo' },
          ],
          ...more,
        },
      },
    )
  embed('emb_1', {})
  expect(await followed(id)).toBeUndefined()
  embed('emb_1', { results: { a: 1, b: 2 }, totalVotes: 3 })
  await wait(10)
  embed('emb_1', { results: { a: 5, b: 2, 'Jane Doe': 1 }, totalVotes: 8 })
  embed('emb_9', { results: { a: 70, b: 2 }, totalVotes: 72 })
  stage.broadcast.poll = { id: 'emb_2', name: 'Second poll' }
  await wait(10)
  embed('emb_2', {})
  read(
    'POST /api/vote/cast/getall',
    { embedId: 'emb_2', limit: 1, offset: 0 },
    { data: [], counts: { a: 4 }, totalVotes: 4 },
  )
  const { polls = [] } = (await followed(id)) ?? {}
  expect(polls).toEqual([
    {
      id: 'emb_1',
      question: 'Question emb_1',
      options: [
        { text: 'Ada', votes: 5 },
        { text: 'Bo', votes: 2 },
      ],
      total: 8,
      readAt: '2026-03-01T12:00:10.000Z',
    },
    {
      id: 'emb_2',
      question: 'Question emb_2',
      options: [{ text: 'Ada', votes: 4 }, { text: 'Bo' }],
      total: 4,
      readAt: '2026-03-01T12:00:20.000Z',
    },
  ])
})

const charge = (id: number, amount: string, more: JsonObject = {}) => ({
  id: `chg_${id}`,
  amount,
  currency: 'EUR',
  status: 'succeeded',
  createdAt: '2026-03-01T12:00:30.000Z',
  customerName: 'Jane Doe',
  ...more,
})
const list = (items: Json[], total = items.length, body: JsonObject = { limit: 100, offset: 0 }) =>
  read(charges, body, { items, total })

// Catches yesterday's money, a first page or a search in the evening's sum, and who paid in the report.
test('money in is what was charged during the show, from a complete list', async () => {
  const id = await begin()
  await wait(60)
  list([
    charge(1, '12.50'),
    charge(2, '7.50'),
    charge(3, '3.00', { currency: 'USD' }),
    charge(4, '99.00', { createdAt: '2026-03-01T11:59:59.000Z' }),
    charge(5, '50.00', { status: 'failed' }),
  ])
  const money = {
    net: false,
    sums: [
      { currency: 'EUR', minor: 2_000, count: 2 },
      { currency: 'USD', minor: 300, count: 1 },
    ],
    readAt: '2026-03-01T12:01:00.000Z',
  }
  expect((await followed(id))?.money).toEqual(money)
  await wait(60)
  list([charge(1, '12.50')], 240)
  list([charge(1, '12.50')], 1, { limit: 100, offset: 0, customerId: 'cus_1' })
  const report = await stage.show.leave()
  expect(report.followed?.money).toEqual(money)
  expect(JSON.stringify(report)).not.toContain('Jane')
})

// Catches an account with many charges whose report never has money, and one whose page may miss some of the show.
test('a page is enough where it is sorted from the newest and reaches back before the show', async () => {
  const id = await begin()
  await wait(60)
  const before = charge(9, '99.00', { createdAt: '2026-03-01T11:50:00.000Z' })
  const later = charge(2, '1.00', { createdAt: '2026-03-01T12:00:40.000Z' })
  for (const page of [
    [charge(1, '12.50'), later, before],
    [before, later, charge(1, '12.50')],
    [later, charge(1, '12.50')],
  ]) {
    list(page, 240)
    expect((await followed(id))?.money).toBeUndefined()
    await wait(15)
  }
  list([later, charge(1, '12.50'), before], 240)
  expect((await followed(id))?.money?.sums).toEqual([{ currency: 'EUR', minor: 1_350, count: 2 }])
})

const stored = (id: string): unknown =>
  stage.bench.database.statement('SELECT followed FROM shows WHERE id = ?').get(id)?.followed

// Catches a report that is empty after a crash, and a profile that is written to with every reading.
test('what was read is kept over a crash, and written at most every few seconds', async () => {
  const id = await begin()
  state('live')
  measured({ viewers: 100 })
  expect(stored(id)).toBeNull()
  await wait(5)
  const first = stored(id)
  expect(first).not.toBeNull()
  state('live')
  measured({ viewers: 200 })
  expect(stored(id)).toBe(first)
  stage.bench.clock.clear()
  await stage.restart(false)
  expect((await followed(id))?.viewers?.highest).toBe(100)
  await wait(60)
  measured({ viewers: 300 })
  stage.show.stop()
  await stage.restart()
  expect((await followed(id))?.viewers?.highest).toBe(300)
  state('stopped')
  await stage.show.leave()
  expect((await followed(id))?.air).toHaveLength(1)
  await wait(60)
  state('live')
  expect((await followed(id))?.air).toHaveLength(1)
})

// Catches an answer or a row that keeps the other listeners of a reading, or the whole report, from working.
test('what is damaged or hostile is passed over', async () => {
  const id = await begin()
  stage.show.take({
    key: `${status} [{`,
    environment: 'production',
    pace: 'status',
    answer: { status: 200, data: {}, receivedAt: now(), durationMs: 1 },
    reading: false,
  })
  for (const data of [null, 'text', 7, [], { data: [[[]]] }]) {
    await wait(1)
    for (const operation of [status, analytics, charges]) read(operation, { streamId: 'str_1' }, data)
    read('POST /api/vote/embed/get', { embedId: 'emb_1' }, data)
  }
  expect(await followed(id)).toBeUndefined()
  state('live')
  await wait(5)
  await stage.show.leave()
  stage.bench.database.statement('UPDATE shows SET followed = ? WHERE id = ?').run('{"air":7}', id)
  expect(await followed(id)).toBeUndefined()
})
