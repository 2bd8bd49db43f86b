// Intents that are claimed together, sent one after the other and concluded together.
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Intent, IntentState } from '#contract/models.ts'
import type { WriteOutcome } from '../../../main/platform/client/types.ts'
import type { Bench } from './support.ts'
import { confirmed, create, createBench, cut, refused, settle, unreachable } from './support.ts'

let bench: Bench
let answers: Array<(outcome: WriteOutcome) => void>
beforeEach(async () => {
  bench = await createBench()
  answers = []
  bench.client.onRead = () => ({ items: [] })
})
afterEach(() => bench.end())

const names = 'abcdefgh'
const namesSent = () => bench.client.sent.map(({ request }) => (request.body as { name: string }).name).join('')
const states = (intents: readonly Intent[]): IntentState[] => intents.map(({ id }) => bench.ledger.get(id).state)

/** Eight of one lane; the first three have left, so that the next four are claimed together and the first of those is on the wire. */
async function onTheWay(): Promise<Intent[]> {
  bench.ledger.pause(true)
  const intents: Intent[] = []
  for (const name of names) intents.push(await bench.ledger.submit(create(name)))
  bench.client.onWrite = () => (bench.client.sent.length <= 3 ? confirmed() : new Promise((resolve) => answers.push(resolve)))
  bench.ledger.pause(false)
  await settle()
  expect(namesSent()).toBe('abcd')
  expect(states(intents)).toEqual(['confirmed', 'confirmed', 'confirmed', 'sending', 'sending', 'sending', 'sending', 'queued'])
  return intents
}

async function answer(outcome: WriteOutcome = confirmed()): Promise<void> {
  answers.shift()?.(outcome)
  await settle()
}

// Catches a train that sends two of a lane at once, in another order, or twice.
test('what is claimed together leaves one by one, in order', async () => {
  const intents = await onTheWay()
  const commits = bench.changes.length
  for (const sent of ['abcde', 'abcdef', 'abcdefg']) {
    await answer()
    expect(namesSent()).toBe(sent)
  }
  expect(bench.changes.length).toBe(commits)
  await answer()
  expect(states(intents).slice(3)).toEqual(['confirmed', 'confirmed', 'confirmed', 'confirmed', 'sending'])
  await answer()
  expect(namesSent()).toBe(names)
  expect(states(intents)).toEqual(Array(8).fill('confirmed'))
})

// Catches what waits claimed behind a slow answer where nobody can change it, and answers that are told late.
test('behind a slow answer nothing stays claimed, and what has ended is told', async () => {
  const intents = await onTheWay()
  await answer()
  await bench.clock.advance(50)
  expect(states(intents).slice(3)).toEqual(['confirmed', 'sending', 'queued', 'queued', 'queued'])
  expect(bench.ledger.get(intents[5]?.id ?? '')).toMatchObject({ attempts: 0, waiting: { reason: 'order' } })
  await answer()
  await answer()
  expect(namesSent()).toBe('abcdefg')
})

// Catches a lane that goes on behind a write whose effect is unknown, or that was not sent.
test.each<[string, WriteOutcome, IntentState]>([
  ['unknown', cut(), 'unknown'],
  ['unreachable', unreachable(), 'queued'],
])('behind an end as %s the rest is queued again', async (_, outcome, state) => {
  const intents = await onTheWay()
  await answer()
  await answer(outcome)
  expect(states(intents).slice(3)).toEqual(['confirmed', state, 'queued', 'queued', 'queued'])
  expect(namesSent()).toBe('abcde')
  expect(bench.ledger.counts()).toMatchObject({ sending: 0 })
})

// Catches a refusal that holds up those behind it.
test('behind a refusal the rest goes on', async () => {
  const intents = await onTheWay()
  await answer(refused())
  expect(states(intents).slice(3, 5)).toEqual(['rejected', 'sending'])
})

// Catches a person who can't hold, edit, move or take back what has not begun.
test('what is claimed and not begun can still be changed', async () => {
  const [, , , , e, f, g, h] = (await onTheWay()) as [Intent, Intent, Intent, Intent, Intent, Intent, Intent, Intent]
  await bench.ledger.move(f.id, -1)
  await bench.ledger.edit(e.id, { body: { name: 'E' } })
  await bench.ledger.cancel(g.id)
  await bench.ledger.hold(h.id, true)
  for (let n = 0; n < 4; n += 1) await answer()
  expect(namesSent()).toBe('abcdfE')
  expect(states([e, f, g, h])).toEqual(['confirmed', 'confirmed', 'cancelled', 'queued'])
})

// Catches a pause or a stop that lets the claimed ones go, or leaves them unknown although nothing of them was sent.
test('a pause and a stop put back what has not begun', async () => {
  const intents = await onTheWay()
  bench.ledger.pause(true)
  expect(states(intents).slice(3)).toEqual(['sending', 'queued', 'queued', 'queued', 'queued'])
  await answer()
  expect(namesSent()).toBe('abcd')
  bench.client.onWrite = () => new Promise(() => undefined)
  bench.ledger.pause(false)
  await settle()
  bench.paused = true
  await bench.restart()
  expect(states(intents).slice(3)).toEqual(['confirmed', 'unknown', 'queued', 'queued', 'queued'])
})

// Catches a crash after which something of a train is lost or sent without a look.
test('after a crash every claimed one is looked for before it goes', async () => {
  const intents = await onTheWay()
  bench.client.onWrite = () => confirmed()
  await bench.restart(false)
  expect(states(intents).slice(3)).toEqual(['unknown', 'unknown', 'unknown', 'unknown', 'queued'])
  expect(namesSent()).toBe('abcd')
  await bench.clock.advance(120_000)
  expect(states(intents)).toEqual(Array(8).fill('confirmed'))
  expect(namesSent()).toBe('abcddefgh')
})

// Catches a full disk at the end of a train that loses an outcome or sends one again.
test('outcomes that found no room are saved later, each once', async () => {
  const intents = await onTheWay()
  bench.database.statement('CREATE TRIGGER full BEFORE UPDATE ON intents BEGIN SELECT RAISE(ABORT, 0); END').run()
  for (let n = 0; n < 4; n += 1) await answer()
  expect(states(intents).slice(3)).toEqual(['sending', 'sending', 'sending', 'sending', 'queued'])
  bench.database.statement('DROP TRIGGER full').run()
  await bench.clock.advance(1_000)
  expect(states(intents).slice(3, 7)).toEqual(['confirmed', 'confirmed', 'confirmed', 'confirmed'])
  await answer()
  expect(namesSent()).toBe(names)
  expect(states(intents)[7]).toBe('confirmed')
})
