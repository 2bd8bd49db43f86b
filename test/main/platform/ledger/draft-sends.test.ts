import { afterEach, beforeEach, expect, test } from 'vitest'
import { confirmed, create, createBench, cut, refused, settle, update, type Bench } from './support.ts'

let bench: Bench
beforeEach(async () => {
  bench = await createBench()
  bench.client.onWrite = () => confirmed({ data: { id: 17, status: 'ok' } })
})
afterEach(() => bench.end())

const draft = (id: string, revision: number) => ({ draft: { id, revision } })

// Catches a sending that is written without its draft, one that is lost at a restart, and an order that is not newest first.
test('a draft knows its sendings, newest first, with what became of them', async () => {
  const first = await bench.ledger.submit(create('a'), draft('d1', 1))
  await bench.ledger.submit(create('other'), draft('d2', 1))
  await bench.ledger.submit(create('none'))
  bench.client.onWrite = refused
  const second = await bench.ledger.submit(update('17', 'b'), { ...draft('d1', 3), environment: 'production' })
  await bench.restart()
  expect(bench.ledger.sends('d1', 10)).toEqual([
    {
      revision: 3,
      intent: second.id,
      operation: 'PUT /api/notes/update',
      state: 'rejected',
      environment: 'production',
      at: second.sentAt,
      requestId: 'req-2',
    },
    {
      revision: 1,
      intent: first.id,
      operation: 'POST /api/notes/create',
      state: 'confirmed',
      environment: 'rehearsal',
      at: first.sentAt,
      requestId: 'req-1',
      recordId: '17',
    },
  ])
  expect(bench.ledger.sends('d1', 1)).toHaveLength(1)
  const newest = bench.ledger.newestSends(['d1', 'd2', 'd3'])
  expect([...newest].map(([id, sent]) => [id, sent.revision, sent.state])).toEqual([
    ['d1', 3, 'rejected'],
    ['d2', 1, 'confirmed'],
  ])
  expect(bench.ledger.list({ limit: 10, draft: 'd1' }).items.map(({ id }) => id)).toEqual([second.id, first.id])
  expect(bench.client.sent.map(({ environment }) => environment)).toEqual([
    'rehearsal',
    'rehearsal',
    'rehearsal',
    'production',
  ])
})

// Catches an event that looks confirmed in its list while one of its destinations is not.
test('of several sendings of a revision the list shows the one that needs a look first', async () => {
  bench.client.onWrite = refused
  await bench.ledger.submit(update('17', 'to one'), draft('d1', 2))
  bench.client.onWrite = () => confirmed({ data: { id: 18, status: 'ok' } })
  await bench.ledger.submit(update('18', 'to another'), draft('d1', 2))
  expect(bench.ledger.newestSends(['d1']).get('d1')?.state).toBe('rejected')
  await bench.ledger.submit(update('17', 'again'), draft('d1', 3))
  expect(bench.ledger.newestSends(['d1']).get('d1')).toMatchObject({ revision: 3, state: 'confirmed' })
})

// Catches a record id that is lost where a read, not the answer, confirmed the write, and one that a refusal seems to name.
test('the record is named by what confirmed it', async () => {
  bench.client.onWrite = cut
  bench.client.onRead = () => ({ items: [{ id: 'n5', name: 'found again' }] })
  await bench.ledger.submit(create('found again'), draft('d1', 1))
  await settle()
  expect(bench.ledger.sends('d1', 1)).toMatchObject([{ state: 'confirmed', recordId: 'n5' }])
  bench.client.onWrite = () => ({
    ...confirmed(),
    outcome: 'rejected',
    error: { code: 'invalid_request', message: 'No.', retryable: false },
    durationMs: 1,
  })
  await bench.ledger.submit(create('refused'), draft('d2', 1))
  expect(bench.ledger.sends('d2', 1)[0]?.recordId).toBeUndefined()
})
