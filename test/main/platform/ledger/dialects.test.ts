// Lost writes on a platform that answers in any of the eight dialects.
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import type { Intent } from '#contract/models.ts'
import { dialects } from '../../../preload/answers/dialects.ts'
import { confirmed, create, createBench, cut, refund, settle, type Bench } from './support.ts'

let bench: Bench
beforeEach(async () => {
  bench = await createBench()
})
afterEach(() => bench.end())
const now = (intent: Intent) => bench.ledger.get(intent.id)
const answerIn = (dialect: string, records: JsonObject[], noun: string) => dialects[dialect]?.(records, noun) ?? null
const others = [
  { id: 'n1', name: 'closing' },
  { id: 'n2', name: 'interval' },
]

const refunded = { id: 'r9', chargeId: 'ch_1', amount: 500, currency: 'EUR', reason: 'late' }

describe.each(Object.keys(dialects))('%s', (dialect) => {
  // Catches a lost create that stays unknown for ever, or is made twice.
  test('a create whose answer was cut is found', async () => {
    bench.client.onWrite = cut
    bench.client.onRead = () =>
      answerIn(
        dialect,
        [...others, { id: 'n7', name: 'opening', createdAt: new Date(bench.clock.now()).toISOString() }],
        'note',
      )
    const intent = await bench.ledger.submit(create('opening'))
    await settle()
    expect(now(intent)).toMatchObject({ state: 'confirmed', attempts: 1 })
    expect(now(intent).answer).toMatchObject({ name: 'opening' })
    expect(bench.client.sent).toHaveLength(1)
  })

  test('one that never arrived goes again, after two whole lists without it', async () => {
    bench.client.onWrite = cut
    bench.client.onRead = () => answerIn(dialect, others, 'note')
    const intent = await bench.ledger.submit(create('opening'))
    await bench.clock.advance(3_000)
    bench.client.onWrite = () => confirmed()
    await bench.clock.advance(1_000)
    expect(now(intent)).toMatchObject({ state: 'confirmed', attempts: 2 })
  })

  test('a lost refund is found, and never sent again', async () => {
    bench.client.onWrite = cut
    bench.client.onRead = () =>
      answerIn(dialect, [{ ...refunded, createdAt: new Date(bench.clock.now()).toISOString() }], 'refund')
    const intent = await bench.ledger.submit(refund(500))
    await settle()
    expect(now(intent).state).toBe('confirmed')
    expect(bench.client.sent).toHaveLength(1)
  })

  // Catches an older refund of the charge that confirms one which never arrived.
  test('a refund that does not say when it was made is left to the person', async () => {
    bench.client.onWrite = cut
    bench.client.onRead = () => answerIn(dialect, [refunded], 'refund')
    const intent = await bench.ledger.submit(refund(500))
    await settle()
    expect(now(intent).state).toBe('unknown')
    expect(now(intent).evidence.at(-1)).toMatchObject({ code: 'created_undated', verdict: 'unclear' })
  })
})

// Catches a list under a name that says nothing that proves an absence: the record may stand elsewhere.
test('what can only be guessed at is left to the person, whatever they chose', async () => {
  await bench.end()
  bench = await createBench({
    choiceOf: (environment, operation) => ({
      environment,
      operation,
      fields: {},
      list: 'lampshades',
      updatedAt: '2026-03-01T12:00:00.000Z',
    }),
  })
  bench.client.onWrite = cut
  bench.client.onRead = () => ({ lampshades: others })
  const intent = await bench.ledger.submit(create('opening'))
  await bench.clock.advance(600_000)
  expect(now(intent)).toMatchObject({ state: 'unknown', attempts: 1 })
  expect(bench.client.sent).toHaveLength(1)
})
