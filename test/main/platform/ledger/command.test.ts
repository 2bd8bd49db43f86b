// A command belongs to its place, its moment and what the person saw: every refusal with its facts, and that nothing of it went.
import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Decision } from '#contract/command.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import { createDesk, input } from '../../writing/drafts/support.ts'
import {
  confirmed,
  create,
  createBench,
  cut,
  refund,
  refused,
  settle,
  stage,
  unreachable,
  update,
  type Bench,
} from './support.ts'

let bench: Bench
let chosen: EnvironmentId
beforeEach(async () => {
  chosen = 'rehearsal'
  bench = await createBench({ environment: () => chosen })
  bench.client.onWrite = () => confirmed()
  bench.client.onRead = () => ({ items: [{ id: 'x', note: 'nothing to compare' }] })
})
afterEach(() => bench.end())

const submit = (request: OperationRequest, decision: Decision, press?: string) =>
  bench.ledger.submit(request, { decision, ...(press !== undefined && { press }) })
const pressed = (ageMs: number) => new Date(bench.clock.now() - ageMs).toISOString()
const rows = () => bench.ledger.list({ limit: 100 }).items
const newest = (request: OperationRequest) => bench.ledger.newest(request).id
const refusal = (code: string, facts: object) => ({ code, details: { facts } })

/** A write that stays on the wire until the test ends it. */
function onWire() {
  const wire = Promise.withResolvers<ReturnType<typeof confirmed>>()
  bench.client.onWrite = () => wire.promise
  return () => {
    bench.client.onWrite = () => confirmed()
    wire.resolve(confirmed())
  }
}

async function nothingMade(asked: Promise<unknown>, code: string, facts: object): Promise<void> {
  const [rowsBefore, sentBefore] = [rows().length, bench.client.sent.length]
  await expect(asked).rejects.toMatchObject(refusal(code, facts))
  expect([rows().length, bench.client.sent.length]).toEqual([rowsBefore, sentBefore])
}

// Catches a command that goes where another window has just switched to (finding 4).
test.each([
  ['a live command', stage('s1', true)],
  ['money', refund(5)],
  ['a plain edit', update('n1', 'x')],
])('%s that was confirmed for another environment is refused', async (_, request) => {
  chosen = 'development'
  await nothingMade(submit(request, { environment: 'rehearsal' }), 'conflict', {
    reason: 'environment_changed',
    told: 'rehearsal',
    now: 'development',
  })
  expect(await submit(request, { environment: 'development' })).toMatchObject({
    state: 'confirmed',
    environment: 'development',
  })
})

// Catches a retry of a live command from a desk that shows another environment, and a queued edit that loses its own.
test("a retry goes to its intent's environment, and for live commands that must be the chosen one", async () => {
  bench.client.onWrite = unreachable
  const live = await bench.ledger.submit(stage('s1', true))
  chosen = 'development'
  bench.client.onWrite = () => confirmed()
  await expect(bench.ledger.retry(live.id, { environment: 'development' })).rejects.toMatchObject(
    refusal('conflict', { reason: 'environment_changed', told: 'development', now: 'rehearsal' }),
  )
  await expect(bench.ledger.retry(live.id, { environment: 'rehearsal' })).rejects.toMatchObject(
    refusal('conflict', { reason: 'environment_changed', told: 'rehearsal', now: 'development' }),
  )
  expect(bench.ledger.get(live.id)).toMatchObject({ state: 'rejected', attempts: 1 })
  const edit = await bench.ledger.submit(update('n1', 'x'), {
    environment: 'rehearsal',
    decision: { environment: 'rehearsal' },
  })
  expect(edit).toMatchObject({ environment: 'rehearsal' })
})

// Catches a switch between the arrival and the socket.
test('an environment that changes while the credential is fetched cancels the command', async () => {
  bench.client.beforeWrite = () => void (chosen = 'development')
  const made = await submit(stage('s1', true), { environment: 'rehearsal' })
  expect(made).toMatchObject({
    state: 'cancelled',
    error: { code: 'conflict', facts: { reason: 'environment_changed', told: 'rehearsal', now: 'development' } },
  })
  expect(bench.client.sent).toHaveLength(0)
})

// Catches a command that goes to the audience after the grant that asked for it was revoked: on arrival, in its turn, or
// while its credential is fetched.
test('a grant that ends before the socket opens cancels its command', async () => {
  let held = false
  const ask = () => bench.ledger.submit(stage('s1', true), { by: 'Deck', mayGo: () => held })
  const ended = { code: 'cancelled', facts: { reason: 'grant_ended' } }
  await nothingMade(ask(), ended.code, ended.facts)
  held = true
  bench.client.beforeWrite = () => void (held = false)
  expect(await ask()).toMatchObject({ state: 'cancelled', error: ended })
  bench.client.beforeWrite = () => undefined
  const first = onWire()
  const before = bench.ledger.submit(stage('s1', false))
  await settle()
  held = true
  const waits = ask()
  await settle()
  held = false
  first()
  expect((await before).state).toBe('confirmed')
  expect(await waits).toMatchObject({ state: 'cancelled', error: ended })
  expect(bench.client.sent).toHaveLength(1)
})

// Catches a command that fires 36 s after its press, because the desk stood still in between (finding 5).
test.each([
  [10_001, 'press_too_old'],
  [60_000, 'press_too_old'],
  [-1_001, 'press_in_future'],
])('pressed %i ms before it arrives: refused as %s', async (ageMs, reason) => {
  await nothingMade(
    submit(stage('s1', true), { pressedAt: pressed(ageMs) }),
    'cancelled',
    ageMs > 0 ? { reason, ageMs } : { reason, aheadMs: -ageMs },
  )
})

test.each([10_000, 0, -1_000])('pressed %i ms before it arrives: sent', async (ageMs) => {
  expect(await submit(stage('s1', true), { pressedAt: pressed(ageMs) })).toMatchObject({ state: 'confirmed' })
})

// Catches an edit that is lost because it waited.
test('a queued edit never grows old, and newer edits of its record do not cancel it', async () => {
  bench.client.onWrite = unreachable
  const first = await submit(update('n1', 'one'), { environment: 'rehearsal', pressedAt: pressed(0), saw: null })
  const second = await submit(update('n1', 'two'), { environment: 'rehearsal', pressedAt: pressed(0), saw: first.id })
  await bench.clock.advance(60_000)
  bench.clock.jump(3_600_000)
  chosen = 'development'
  bench.client.onWrite = () => confirmed()
  bench.ledger.wake()
  await bench.clock.advance(60_000)
  expect([first, second].map(({ id }) => bench.ledger.get(id).state)).toEqual(['confirmed', 'confirmed'])
  expect(new Set(bench.client.sent.map(({ environment }) => environment))).toEqual(new Set(['rehearsal']))
})

// Catches a second press that is checked as if it were a new one: its answer would be lost.
test('a known press is answered first, whatever else it says', async () => {
  const press = randomUUID()
  const made = await submit(stage('s1', true), { environment: 'rehearsal', pressedAt: pressed(0), saw: null }, press)
  await submit(stage('s1', false), {})
  chosen = 'development'
  expect(
    await submit(stage('s1', true), { environment: 'production', pressedAt: pressed(900_000), saw: null }, press),
  ).toMatchObject({ id: made.id, state: 'confirmed' })
  await bench.restart()
  expect(
    await submit(stage('s1', true), { environment: 'rehearsal', pressedAt: pressed(900_000), saw: null }, press),
  ).toMatchObject({ id: made.id })
  expect(bench.client.sent).toHaveLength(2)
})

// Catches a decision on what was there before somebody else acted.
test('what was decided over something older is refused, and a record of another name is not meant', async () => {
  const first = await submit(stage('s1', true), { saw: null })
  expect(newest(stage('s1', false))).toBe(first.id)
  await nothingMade(submit(stage('s1', false), { saw: null }), 'conflict', {
    reason: 'newer_intent',
    intent: first.id,
    saw: null,
  })
  expect(await submit(stage('s2', false), { saw: null })).toMatchObject({ state: 'confirmed' })
  const second = await submit(stage('s1', false), { saw: first.id })
  await nothingMade(submit(stage('s1', true), { saw: first.id }), 'conflict', {
    reason: 'newer_intent',
    intent: second.id,
    saw: first.id,
  })
  await bench.restart()
  await nothingMade(submit(stage('s1', true), { saw: first.id }), 'conflict', {
    reason: 'newer_intent',
    intent: second.id,
  })
  expect(bench.ledger.newest(stage('s1', true))).toMatchObject({
    id: second.id,
    intent: { id: second.id, state: 'confirmed' },
  })
  expect(bench.ledger.newest(stage('s1', true), 'production')).toEqual({ id: null })
})

// Catches a history that is thinned and makes every command of its record impossible.
test('an intent that was pruned is no conflict', async () => {
  const first = await submit(stage('s1', true), { saw: null })
  await submit({ operation: 'PUT /api/stage/update', body: { id: 's1', stageId: 'e1' } }, {})
  const further = () => bench.database.statement('SELECT count(*) AS n FROM intent_records').get()?.n
  expect(further()).toBe(1)
  bench.database.statement('DELETE FROM intents').run()
  expect(further()).toBe(0)
  expect(await submit(stage('s1', false), { saw: first.id })).toMatchObject({ state: 'confirmed' })
})

// Catches new records that conflict with each other.
test('a new record has none before it', async () => {
  for (const name of ['a', 'b']) {
    expect(newest(create(name))).toBeNull()
    expect(await submit(create(name), { saw: null })).toMatchObject({ state: 'confirmed' })
  }
})

// Catches a command that waits for its turn and fires over what came after it was decided.
test('a command that waits for its turn is cancelled by a newer one on its record', async () => {
  const end = onWire()
  const first = bench.ledger.submit(stage('s1', true))
  await settle()
  const waiting = submit(stage('s1', false), { saw: newest(stage('s1', false)) })
  await settle()
  const third = submit(stage('s1', true), { saw: newest(stage('s1', false)) })
  await settle()
  end()
  expect(await first).toMatchObject({ state: 'confirmed' })
  expect(await third).toMatchObject({ state: 'confirmed' })
  expect(await waiting).toMatchObject({
    state: 'cancelled',
    attempts: 0,
    error: { code: 'conflict', facts: { reason: 'newer_intent', intent: (await third).id } },
  })
  expect(bench.client.sent).toHaveLength(2)
})

// Catches a newer command that arrives while the credential of an older one is fetched.
test('the last look is right before the socket', async () => {
  let later: Promise<Intent> | undefined
  bench.client.beforeWrite = async () => {
    bench.client.beforeWrite = () => undefined
    later = bench.ledger.submit(stage('s1', false))
    await settle()
  }
  const made = await submit(stage('s1', true), { saw: null })
  expect(made).toMatchObject({
    state: 'cancelled',
    error: { code: 'conflict', facts: { reason: 'newer_intent', intent: (await later)?.id } },
  })
  expect(bench.client.sent).toHaveLength(1)
})

// Catches a press for three destinations of one event of which only the first goes; and two people who share a moment but not a press.
test('siblings of one press do not count; the very same record does', async () => {
  const pressedAt = pressed(0)
  const two = (id: string, other: string): OperationRequest => ({
    operation: 'PUT /api/stage/update',
    body: { id, stageId: other },
  })
  const decision = { pressedAt, saw: null }
  const made = await Promise.all(['a', 'b', 'c'].map((id) => submit(two(id, 'e1'), decision)))
  expect(made.map(({ state }) => state)).toEqual(['confirmed', 'confirmed', 'confirmed'])
  await expect(submit(two('a', 'e1'), decision)).rejects.toMatchObject({ code: 'conflict' })
  const money = await Promise.allSettled([1, 2].map((amount) => submit(refund(amount), decision)))
  expect(money.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

// Catches a lid that was closed between the press and the socket: the monotonic clock stood still meanwhile.
test.each([30_000, -30_000, 2_001])(
  'a wall clock that moved by %i ms since the press cancels a live command',
  async (ms) => {
    bench.client.beforeWrite = () => bench.clock.jump(ms)
    const made = await submit(stage('s1', true), { pressedAt: pressed(0) })
    expect(made).toMatchObject({
      state: 'cancelled',
      error: { code: 'cancelled', facts: { reason: 'clock_moved', movedMs: ms } },
    })
    expect(bench.client.sent).toHaveLength(0)
  },
)

// Catches a credential that takes half a minute, after which the command still fires.
test('what was fetched for too long is cancelled, and an edit is not', async () => {
  const waiting = Promise.withResolvers<undefined>()
  bench.client.beforeWrite = () => waiting.promise
  const [live, edit] = [submit(stage('s1', true), {}), submit(update('n1', 'x'), { pressedAt: pressed(0), saw: null })]
  await bench.clock.advance(21_000)
  waiting.resolve(undefined)
  expect(await live).toMatchObject({
    state: 'cancelled',
    error: { code: 'cancelled', facts: { reason: 'waited_too_long', waitedMs: 21_000 } },
  })
  expect(await edit).toMatchObject({ state: 'confirmed' })
})

// Catches a retry over a newer movement of money, and one that no longer may be sent.
test('a retry is decided over that intent or a newer one', async () => {
  bench.client.onWrite = unreachable
  const first = await submit(refund(5), { saw: null })
  expect(first.state).toBe('rejected')
  const second = await submit(refund(6), { saw: first.id })
  bench.client.onWrite = () => confirmed()
  await expect(bench.ledger.retry(first.id, { saw: first.id })).rejects.toMatchObject(
    refusal('conflict', { reason: 'newer_intent', intent: second.id, saw: first.id }),
  )
  await expect(bench.ledger.retry(first.id, { saw: second.id, pressedAt: pressed(11_000) })).rejects.toMatchObject(
    refusal('cancelled', { reason: 'press_too_old', ageMs: 11_000 }),
  )
  expect(bench.ledger.get(first.id)).toMatchObject({ state: 'rejected', attempts: 1 })
  expect(await bench.ledger.retry(first.id, { saw: second.id, pressedAt: pressed(0) })).toMatchObject({
    state: 'confirmed',
    attempts: 2,
  })
})

// Catches an intent that somebody sends again while another person, who saw it fail, does the same by a new one.
test('what was sent again since the press counts as newer', async () => {
  bench.client.onWrite = unreachable
  const first = await bench.ledger.submit(refund(5))
  const end = onWire()
  const again = bench.ledger.retry(first.id)
  await settle()
  const second = submit(refund(5), { saw: first.id, pressedAt: pressed(1) })
  await expect(second).rejects.toMatchObject(
    refusal('conflict', { reason: 'newer_intent', intent: first.id, saw: first.id }),
  )
  end()
  expect(await again).toMatchObject({ state: 'confirmed' })
})

// Catches two people who look at one unknown intent and both send it again: the second press was made before the first one's sending was lost too.
test.each([
  ['money', refund(5)],
  ['a plain edit', update('n1', 'x')],
])('%s: a retry that was pressed before its unknown intent was sent again is refused', async (_, request) => {
  bench.client.onWrite = cut
  const lost = await bench.ledger.submit(request)
  await bench.clock.advance(100)
  const other: Decision = { environment: 'rehearsal', pressedAt: pressed(0), saw: lost.id }
  await bench.clock.advance(100)
  expect(await bench.ledger.retry(lost.id, { ...other, pressedAt: pressed(0) })).toMatchObject({
    state: 'unknown',
    attempts: 2,
  })
  bench.client.onWrite = () => confirmed()
  await expect(bench.ledger.retry(lost.id, other)).rejects.toMatchObject(
    refusal('conflict', { reason: 'newer_intent', intent: lost.id, saw: lost.id }),
  )
  expect(bench.ledger.get(lost.id)).toMatchObject({ state: 'unknown', attempts: 2 })
  await bench.clock.advance(100)
  expect(await bench.ledger.retry(lost.id, { ...other, pressedAt: pressed(0) })).toMatchObject({
    state: 'confirmed',
    attempts: 3,
  })
})

// Catches a rejected intent whose retry is refused while it waits, and that counts as never sent and can't be sent any more.
test('a retry of what was rejected that is refused in its turn stays rejected', async () => {
  bench.client.onWrite = refused
  const first = await bench.ledger.submit(stage('s1', true))
  const end = onWire()
  const second = bench.ledger.submit(stage('s1', false))
  await settle()
  const again = bench.ledger.retry(first.id, { saw: newest(stage('s1', true)), pressedAt: pressed(0) })
  await settle()
  expect(bench.ledger.get(first.id).state).toBe('queued')
  const third = bench.ledger.submit(stage('s1', false))
  await settle()
  end()
  await Promise.all([second, third])
  expect(await again).toMatchObject({
    state: 'rejected',
    attempts: 1,
    error: { code: 'conflict', facts: { reason: 'newer_intent', intent: (await third).id } },
  })
  expect(await bench.ledger.retry(first.id)).toMatchObject({ state: 'confirmed', attempts: 2 })
})

// Catches a refused retry of an unknown intent that counts as settled.
test('a retry of what is unknown that is refused right before the socket stays unknown', async () => {
  bench.client.onWrite = cut
  const lost = await bench.ledger.submit(stage('s1', true))
  bench.client.onWrite = () => confirmed()
  bench.client.beforeWrite = () => bench.clock.jump(60_000)
  expect(await bench.ledger.retry(lost.id, { pressedAt: pressed(0) })).toMatchObject({
    state: 'unknown',
    error: { facts: { reason: 'clock_moved' } },
  })
  expect(bench.client.sent).toHaveLength(1)
})

// Catches a double refund by another route or with another reason (finding 12).
test('a charge with an unknown movement of money accepts no other, over a restart too', async () => {
  bench.client.onWrite = cut
  const lost = await bench.ledger.submit(refund(5))
  bench.client.onWrite = () => confirmed()
  const other: OperationRequest = {
    operation: 'POST /api/payment/refund/create',
    body: { chargeId: 'ch_1', amount: 5, reason: 'asked for' },
  }
  for (const restart of [false, true]) {
    if (restart) await bench.restart()
    expect(await bench.ledger.submit(other)).toMatchObject({
      state: 'rejected',
      error: { code: 'conflict', facts: { reason: 'unsettled_money', intent: lost.id, record: 'ch_1' } },
    })
  }
  await bench.ledger.resolve(lost.id, 'rejected')
  expect(await bench.ledger.submit(other)).toMatchObject({ state: 'confirmed' })
})

// Catches a draft that is sent elsewhere than the person was told, or without what the person decided.
test('a draft carries the decision, and its own environment counts', async () => {
  const desk = await createDesk()
  desk.client.onWrite = () => confirmed()
  const own = await desk.drafts.save(
    input({ operation: 'PUT /api/stage/update', body: { id: 's1', started: true }, environment: 'production' }),
  )
  await expect(desk.drafts.submit(own.id, undefined, { environment: 'rehearsal' })).rejects.toMatchObject(
    refusal('conflict', { reason: 'environment_changed', told: 'rehearsal', now: 'production' }),
  )
  const draft = await desk.drafts.save(input({ operation: 'PUT /api/stage/update', body: { id: 's1', started: true } }))
  const at = (ageMs: number) => new Date(desk.clock.now() - ageMs).toISOString()
  await expect(desk.drafts.submit(draft.id, undefined, { pressedAt: at(20_000) })).rejects.toMatchObject(
    refusal('cancelled', { reason: 'press_too_old', ageMs: 20_000 }),
  )
  const before = await desk.ledger.submit(stage('s1', false))
  await expect(desk.drafts.submit(draft.id, undefined, { saw: null })).rejects.toMatchObject(
    refusal('conflict', { reason: 'newer_intent', intent: before.id }),
  )
  expect(
    await desk.drafts.submit(draft.id, undefined, { environment: 'rehearsal', pressedAt: at(0), saw: before.id }),
  ).toMatchObject({ state: 'confirmed' })
  expect(desk.client.sent).toHaveLength(2)
})
