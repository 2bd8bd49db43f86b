import { afterEach, beforeEach, expect, test } from 'vitest'
import { createIds } from '../../../../main/platform/ledger/ids.ts'
import { confirmed, create, createBench, refund, refused, stage, unreachable, type Bench } from './support.ts'

let bench: Bench
beforeEach(async () => {
  bench = await createBench()
  bench.client.onWrite = ({ request }) => {
    if (request.operation.includes('refund')) return refused()
    if (request.operation.includes('stage')) return unreachable()
    return confirmed({ data: { id: 'n1', status: 'ok', text: '100% done_now' } })
  }
})
afterEach(() => bench.end())

const names = (page: { items: Array<{ request: { body?: unknown } }> }) =>
  page.items.map(({ request }) => (request.body as { name?: string }).name)

// Catches pages that repeat an intent, skip one, or mix up the order.
test('pages follow each other newest first, by state or not', async () => {
  for (let n = 0; n < 7; n += 1) {
    await bench.ledger.submit(create(`note ${n}`))
    await bench.ledger.submit(refund(n + 1))
  }
  const seen: string[] = []
  let before: string | undefined
  do {
    const page = bench.ledger.list({
      limit: 3,
      state: ['confirmed', 'rejected'],
      ...(before !== undefined && { before }),
    })
    seen.push(...page.items.map(({ id }) => id))
    before = page.next
  } while (before !== undefined)
  expect(seen).toHaveLength(14)
  expect(seen).toEqual([...seen].sort().reverse())
  const confirmedOnly = bench.ledger.list({ limit: 5, state: 'confirmed' })
  expect(names(confirmedOnly)).toEqual(['note 6', 'note 5', 'note 4', 'note 3', 'note 2'])
  expect(bench.ledger.list({ limit: 2, state: 'confirmed', before: confirmedOnly.next ?? '' }).next).toBeUndefined()
  expect(bench.ledger.list({ limit: 14 }).next).toBeUndefined()
})

// Catches a page whose long requests and answers fill the memory, or that can't be answered at all, and one that loses some.
test('a page ends where it gets too long, and the next one goes on there', async () => {
  const text = 'x'.repeat(5_000_000)
  bench.client.onWrite = () => confirmed({ data: { id: 'n1', status: 'ok', text } })
  const made: string[] = []
  for (let n = 0; n < 5; n += 1) made.unshift((await bench.ledger.submit(create(`note ${n}`))).id)
  for (const state of [undefined, 'confirmed' as const, ['confirmed' as const, 'rejected' as const]]) {
    const first = bench.ledger.list({ limit: 10, state })
    expect(first.items).toHaveLength(3)
    const rest = bench.ledger.list({ limit: 10, state, before: first.next })
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(made)
    expect(rest.next).toBeUndefined()
  }
  // One that alone is too long for a page is a page.
  bench.client.onWrite = () => confirmed({ data: { id: 'n1', status: 'ok', text: text.repeat(4) } })
  const { id } = await bench.ledger.submit(create('long'))
  expect(bench.ledger.list({ limit: 10 })).toMatchObject({ items: [{ id }], next: id })
})

// Catches a search that reads % and _ as anything, or misses a place that is promised.
test('filters and words narrow the list', async () => {
  await bench.ledger.submit(create('one'))
  await bench.ledger.submit(refund(5))
  await bench.ledger.submit(stage('s1', true))
  const count = (filter: object) => bench.ledger.list({ limit: 10, ...filter }).items.length
  expect(count({ product: 'Payments' })).toBe(1)
  expect(count({ environment: 'production' })).toBe(0)
  expect(count({ query: 'create note' })).toBe(1)
  expect(count({ query: 'REFUND' })).toBe(1)
  expect(count({ query: '100%' })).toBe(1)
  expect(count({ query: '1%0' })).toBe(0)
  expect(count({ query: 'done_now' })).toBe(1)
  expect(count({ query: 'doneXnow' })).toBe(0)
  expect(count({ query: 'req-2' })).toBe(1)
  expect(count({ query: 'name is too long' })).toBe(1)
  // By the words of what was done.
  await bench.ledger.submit(create('two'), { deed: { code: 'record', facts: { name: 'Sunday quiz' } } })
  expect(count({ query: 'sunday QUIZ' })).toBe(1)
  expect(count({ query: 'facts' })).toBe(0)
  expect(count({ query: 'unreachable' })).toBe(1)
  expect(count({ query: "'; DROP TABLE intents" })).toBe(0)
})

// Catches a list that tells another story than the intent itself.
test('an intent in a list is the intent', async () => {
  const intent = await bench.ledger.submit(refund(5))
  expect(bench.ledger.list({ limit: 1 }).items).toEqual([intent])
  expect(bench.ledger.get(intent.id)).toEqual(intent)
  await bench.restart()
  expect(bench.ledger.get(intent.id)).toEqual(intent)
})

// Catches counts that drift from what is on disk.
test('the counts are those of the table', async () => {
  bench.client.onWrite = unreachable
  await bench.ledger.submit(create('a'))
  const second = await bench.ledger.submit(create('b'))
  await bench.ledger.cancel(second.id)
  const inTable = (state: string) =>
    Number(bench.database.statement('SELECT count(*) AS n FROM intents WHERE state = ?').get(state)?.n)
  expect(bench.ledger.counts()).toEqual({
    queued: inTable('queued'),
    sending: inTable('sending'),
    accepted: inTable('accepted'),
    unknown: inTable('unknown'),
  })
  await bench.restart()
  expect(bench.ledger.counts().queued).toBe(inTable('queued'))
})

// Catches ids out of order within a millisecond, after many, or after the clock was set back.
test('ids sort in the order they were made', () => {
  let now = 1_000
  const next = createIds(() => now, undefined)
  const made = Array.from({ length: 40_000 }, () => next())
  now = 500
  made.push(next())
  const later = createIds(() => now, made.at(-1))
  made.push(later())
  now = 5_000
  made.push(later())
  expect(made).toEqual([...made].sort())
  expect(new Set(made).size).toBe(made.length)
  expect(made.every((id) => id.length === 26)).toBe(true)
})
