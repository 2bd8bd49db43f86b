import { expect, test } from 'vitest'
import { poll, stream, createBench } from './support.ts'

const status = 'POST /api/video/stream/getStatus'
const ofStream = { body: { streamId: stream.id } }
const embed = 'POST /api/vote/embed/get'
const votes = 'POST /api/vote/cast/getall'
const ofPoll = { body: { embedId: poll.id } }
const revealed = {
  data: {
    id: poll.id,
    question: 'Who?',
    status: 'revealed',
    options: [
      { id: 'a', text: 'A' },
      { id: 'b', text: 'B' },
    ],
  },
}
const live = { data: { status: 'live' } }

// Catches an overlay that costs requests after its window was closed, and one that ends while it is there.
test('a kind is followed for 30 s after somebody asked, and told each second', () => {
  const { overlays, clock, told, watched, leases } = createBench()
  expect(leases).toEqual([])
  expect(overlays.follow('onair')).toEqual({
    kind: 'onair',
    environment: 'rehearsal',
    everyMs: 10_000,
    ageMs: null,
    value: null,
    because: 'waiting',
  })
  expect(leases[0]?.page).toBe('overlays')
  expect(watched()).toEqual([status])
  told.length = 0
  clock.advance(20_000)
  expect(told).toHaveLength(20)
  overlays.follow('onair')
  clock.advance(29_000)
  expect(watched()).toEqual([status])
  clock.advance(3_000)
  expect(watched()).toEqual([])
  expect(clock.pending()).toBe(0)
  told.length = 0
  clock.advance(60_000)
  expect(told).toEqual([])
})

// Catches a page that shows nothing of what the desk itself knows, because no read gives it an age.
test('what comes from no read is never old', () => {
  const { overlays, state, clock } = createBench()
  const cue = { id: 'a', kind: 'cue' as const, title: 'Opening', note: '', colour: 'grey' as const }
  state.position = {
    ...{ rundown: 'r', title: 'Evening', revision: 1, position: 0, environment: 'rehearsal', fired: [], shown: {} },
    ...{ day: new Date(clock.now()).toISOString(), next: { ...cue, linked: false, skip: false, steps: [] } },
  }
  expect(overlays.follow('next')).toMatchObject({ ageMs: 0, value: { kind: 'next', next: { title: 'Opening' } } })
})

// Catches a lease that ends under a follower: the scheduler's is as long as the overlay's own.
test('the lease with the scheduler is renewed while it is needed', () => {
  const { overlays, clock, leases } = createBench()
  overlays.follow('onair')
  clock.advance(25_000)
  expect(leases.length).toBeGreaterThanOrEqual(3)
  expect(leases.length).toBeLessThanOrEqual(4)
})

// Catches a number that waits for the next second, and one that is told again with each read that changes nothing.
test('a change is told at once', () => {
  const { overlays, clock, told, answer } = createBench()
  overlays.follow('onair')
  told.length = 0
  answer(status, live, ofStream)
  expect(told).toMatchObject([{ kind: 'onair', ageMs: 0, value: { onAir: true } }])
  clock.advance(300)
  answer(status, live, ofStream)
  expect(told).toHaveLength(1)
  clock.advance(300)
  answer(status, { data: { status: 'idle' } }, ofStream)
  expect(told.at(-1)).toMatchObject({ value: { onAir: false } })
})

// Catches an old number that is shown as if it were so, also where its value is told again while it waits.
test('a value that is too old is not shown', () => {
  const { overlays, clock, told, answer, events } = createBench()
  overlays.follow('onair')
  answer(status, live, ofStream)
  const again = () => overlays.follow('onair')
  clock.advance(20_000)
  expect(again()).toMatchObject({ ageMs: 20_000, value: { onAir: true } })
  const before = told.length
  const { key } = { key: `${status} [{},{},{"streamId":"${stream.id}"}]` }
  events.emit('live.value', { key, environment: 'rehearsal', pace: 'status', reading: true, waiting: 'gate' })
  // Without its answer a value says nothing.
  expect(told.length).toBe(before + 1)
  expect(told.at(-1)).toMatchObject({ value: null, because: 'waiting' })
  answer(status, live, ofStream)
  clock.advance(29_000)
  again()
  clock.advance(1_000)
  expect(again()).toMatchObject({ ageMs: 30_000, value: { onAir: true } })
  clock.advance(1_000)
  expect(told.at(-1)).toMatchObject({ ageMs: 31_000, value: null, because: 'stale' })
})

// Catches an answer that looks young because a read failed after it, or because it is told again.
test('an answer grows older while reads fail', () => {
  const { overlays, clock, answer, fail, told, events } = createBench()
  overlays.follow('onair')
  fail(status, ofStream)
  expect(told.at(-1)).toMatchObject({ value: null, because: 'failed' })
  answer(status, live, ofStream)
  const receivedAt = new Date(clock.now()).toISOString()
  for (let second = 0; second < 40; second += 10) {
    clock.advance(10_000)
    overlays.follow('onair')
    events.emit('live.value', {
      key: `${status} [{},{},{"streamId":"${stream.id}"}]`,
      environment: 'rehearsal',
      pace: 'status',
      answer: { status: 200, data: live, receivedAt, durationMs: 5 },
      error: { code: 'unreachable', message: 'Again.', retryable: true },
      failedAt: new Date(clock.now()).toISOString(),
      reading: false,
    })
  }
  expect(overlays.follow('onair')).toMatchObject({ ageMs: 40_000, value: null, because: 'stale' })
})

// Catches an interval of half a minute in a show, which an overlay would take for a frozen desk.
test('during a show values are read and told to be read more often', () => {
  const { overlays, state, leases } = createBench()
  expect(overlays.follow('goal').everyMs).toBe(10_000)
  expect(leases.at(-1)?.watches).toMatchObject([{ pace: 'tally' }])
  state.quick = true
  expect(overlays.follow('goal').everyMs).toBe(15_000)
  expect(overlays.follow('poll').everyMs).toBe(5_000)
})

// Catches a poll whose votes are never read, or read though the poll has them itself.
test('a read that only an answer asks for is followed with it', () => {
  const { overlays, clock, answer, watched, told } = createBench()
  overlays.follow('poll')
  expect(watched()).toEqual([embed])
  answer(embed, revealed, ofPoll)
  // Not within the scheduler's own turn.
  expect(watched()).toEqual([embed])
  clock.advance(0)
  expect(watched()).toEqual([embed, votes])
  expect(told.at(-1)).toMatchObject({ value: null, because: 'waiting' })
  clock.advance(4_000)
  answer(votes, { data: { counts: { a: 1, b: 1 }, totalVotes: 2 } }, ofPoll)
  // The age is that of the oldest part.
  expect(told.at(-1)).toMatchObject({ ageMs: 4_000, value: { votes: 2 } })
  answer(embed, { data: { ...revealed.data, tally: { a: 2, b: 3 }, totalVotes: 5 } }, ofPoll)
  clock.advance(0)
  expect(watched()).toEqual([embed])
})

// Catches the numbers of a rehearsal on the picture of a broadcast.
test('another environment empties the overlay at once, and an overlay of the one before stays empty', () => {
  const { overlays, clock, answer, select, told, state } = createBench()
  overlays.follow('onair', 'rehearsal')
  answer(status, live, ofStream)
  told.length = 0
  select('production')
  expect(told).toMatchObject([{ kind: 'onair', environment: 'rehearsal', value: null, because: 'environment' }])
  expect(overlays.follow('onair', 'rehearsal')).toMatchObject({
    environment: 'rehearsal',
    value: null,
    because: 'environment',
  })
  state.broadcast = {}
  clock.advance(1_000)
  expect(told.at(-1)).toMatchObject({ environment: 'production', value: null, because: 'nothing' })
  // Without a follower of its own nothing goes on for it.
  clock.advance(31_000)
  told.length = 0
  overlays.follow('onair', 'rehearsal')
  clock.advance(10_000)
  expect(told).toEqual([])
})

// Catches values of the address before, and a lease that the scheduler dropped with it.
test('another address of the same environment begins anew', () => {
  const { overlays, clock, answer, select, leases, watched } = createBench()
  overlays.follow('onair')
  answer(status, live, ofStream)
  const before = leases.length
  select('rehearsal', 'http://127.0.0.1:2')
  clock.advance(0)
  expect(leases.length).toBeGreaterThan(before)
  expect(watched()).toEqual([status])
  expect(overlays.follow('onair')).toMatchObject({ value: null, because: 'waiting' })
})

// Catches an overlay that shows the poll of before until its next read.
test('another choice is taken at once', () => {
  const { overlays, answer, told, events, state, watched } = createBench()
  overlays.follow('poll')
  answer(embed, { data: { ...revealed.data, status: 'open' } }, ofPoll)
  expect(told.at(-1)?.value).toMatchObject({ question: 'Who?' })
  state.broadcast = { poll: { id: 'emb_3', name: 'Encore' } }
  events.emit('broadcast.changed', { environment: 'rehearsal', ...state.broadcast })
  expect(told.at(-1)).toMatchObject({ value: null, because: 'waiting' })
  state.broadcast = {}
  events.emit('broadcast.changed', { environment: 'rehearsal' })
  expect(told.at(-1)).toMatchObject({ value: null, because: 'nothing' })
  expect(watched()).toEqual([])
})

// Catches a hostile answer that stops the scheduler's other listeners.
test('an answer that breaks its reader shows nothing and is named in the log once', () => {
  const { overlays, answer, clock, told, warnings } = createBench()
  overlays.follow('onair')
  const broken = new Proxy({} as { data: null }, {
    ownKeys: () => {
      throw new Error('broken')
    },
  })
  answer(status, broken, ofStream)
  expect(told.at(-1)).toMatchObject({ value: null, because: 'not_understood' })
  clock.advance(3_000)
  expect(warnings).toHaveLength(1)
})
