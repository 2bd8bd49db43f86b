import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BridgeParams } from '#contract/bridge.ts'
import { environmentIds, intentStates, type IntentState } from '#contract/models.ts'
import { historyOutcomes, type HistoryEntry, type HistoryOutcome } from '#contract/requests.ts'
import { operations } from '../../../../main/platform/catalog/index.ts'
import { handedOut } from '../requests/support.ts'
import { createBench, note, type Bench } from './support.ts'

type Filter = BridgeParams<'history.list'>

const reads = ['GET /api/team/general/all', 'GET /api/events/general/all', 'POST /api/payment/charge/all']
const writes = ['PUT /api/team/general/update', 'POST /api/payment/refund/create', 'POST /api/team/general/create']
const outcomeOf: Record<IntentState, HistoryOutcome> = {
  confirmed: 'answered',
  rejected: 'refused',
  unknown: 'unknown',
  accepted: 'open',
  queued: 'open',
  sending: 'open',
  cancelled: 'cancelled',
}
const words = ['team', 'GET', 'all', 'req-2', 'rate', 'Cut_off', '100%', '_', 'ÜBUNG', 'show', 'zzz']

interface Made {
  kind: 'read' | 'write'
  operation: number
  environment: number
  ending: number
  requestId: number
  minutes: number
  failure: number
  pinned: boolean
}
const some = (max: number) => fc.integer({ min: 0, max })
const made = fc.record<Made>({
  kind: fc.constantFrom('read', 'write'),
  operation: some(2),
  environment: some(2),
  ending: some(20),
  requestId: some(3),
  minutes: some(3),
  failure: some(3),
  pinned: fc.boolean(),
})
const minute = (n: number) => new Date(Date.parse('2026-11-22T12:00:00.000Z') + n * 60_000)
const filter = fc.record<Partial<Filter>>(
  {
    query: fc.array(fc.constantFrom(...words), { maxLength: 2 }).map((list) => list.join(' ')),
    kind: fc.constantFrom('read' as const, 'write' as const),
    product: fc.constantFrom('Teams' as const, 'Payments' as const, 'Polls' as const),
    operation: fc.constantFrom(...reads, ...writes),
    outcome: fc.constantFrom(...historyOutcomes),
    environment: fc.constantFrom(...environmentIds),
    from: some(12).map((n) => minute(n).toISOString().replace('.000', '')),
    to: some(12).map((n) => minute(n).toISOString()),
    pinned: fc.boolean(),
  },
  { requiredKeys: [] },
)

const failures = [
  undefined,
  { code: 'rate_limited', message: 'Wait a while' },
  { code: 'unreachable', message: 'Nothing answers 100%' },
  { code: 'bad_response', message: 'It was cut_off' },
] as const

type Expected = HistoryEntry & { message?: string | undefined }

/** Puts one into the desk; answers what its entry must be. */
async function put(bench: Bench, one: Made): Promise<Expected> {
  await bench.clock.advance(one.minutes * 60_000)
  const at = new Date(bench.clock.now()).toISOString()
  const key = (one.kind === 'read' ? reads : writes)[one.operation] ?? ''
  const operation = operations.get(key)
  const environment = environmentIds[one.environment] ?? 'rehearsal'
  const failure = failures[one.failure]
  const requestId = one.requestId === 0 ? {} : { requestId: `req-${one.requestId}` }
  if (operation === undefined) throw new Error(`${key} is not in the catalog.`)
  const shared = {
    at,
    operation: key,
    product: operation.product,
    environment,
    risk: operation.risk,
    attempts: 1,
    kept: false,
    pinned: false,
    ...requestId,
    ...(failure && { error: failure.code, message: failure.message }),
  }
  let entry: Expected
  if (one.kind === 'read') {
    const outcome = (['answered', 'refused', 'failed'] as const)[one.ending % 3] ?? 'answered'
    const id = note(bench, {
      at,
      operation: key,
      product: operation.product,
      environment,
      outcome,
      status: 200,
      durationMs: 5,
      bytes: 3,
      request: {},
      ...(one.requestId === 0 ? { requestId: '' } : requestId),
      ...(failure && { error: failure.code, message: failure.message }),
    })
    entry = {
      ...shared,
      ...(one.requestId === 0 && { requestId: '' }),
      id,
      kind: 'read',
      outcome,
      status: 200,
      durationMs: 5,
      bytes: 3,
    }
  } else {
    const state = intentStates[one.ending % intentStates.length] ?? 'queued'
    const { id } = bench.write({
      operation: key,
      product: operation.product,
      environment,
      risk: operation.risk,
      state,
      ...requestId,
      ...(failure && { error: { ...failure, retryable: false } }),
    })
    entry = { ...shared, id, kind: 'write', outcome: outcomeOf[state], status: 200 }
  }
  if (one.pinned) await bench.history.mark({ id: entry.id, pinned: true })
  return { ...entry, pinned: one.pinned }
}

function expected(all: readonly Expected[], filter: Partial<Filter>): HistoryEntry[] {
  const has = (entry: Expected, word: string) =>
    [entry.operation, operations.get(entry.operation)?.name, entry.error, entry.message, entry.requestId].some((text) =>
      text?.toLowerCase().includes(word.toLowerCase()),
    )
  return all
    .filter(
      (entry) =>
        (filter.kind === undefined || entry.kind === filter.kind) &&
        (filter.product === undefined || entry.product === filter.product) &&
        (filter.operation === undefined || entry.operation === filter.operation) &&
        (filter.outcome === undefined || entry.outcome === filter.outcome) &&
        (filter.environment === undefined || entry.environment === filter.environment) &&
        (filter.pinned === undefined || entry.pinned === filter.pinned) &&
        (filter.from === undefined || Date.parse(entry.at) >= Date.parse(filter.from)) &&
        (filter.to === undefined || Date.parse(entry.at) <= Date.parse(filter.to)) &&
        (filter.query ?? '')
          .split(' ')
          .filter(Boolean)
          .every((word) => has(entry, word)),
    )
    .toSorted((a, b) => (a.id < b.id ? 1 : -1))
    .map((entry) => {
      const shown = { ...entry }
      delete shown.message
      return shown
    })
}

// Catches a filter that lets through what it should not, a page that repeats or skips, and a search that reads % and _ as anything.
test('pages of any filter are what a plain model says', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(made, { minLength: 1, maxLength: 40 }),
      fc.array(fc.tuple(filter, some(6)), { minLength: 10, maxLength: 10 }),
      async (list, filters) => {
        const bench = await createBench()
        try {
          const all: Expected[] = []
          for (const one of list) all.push(await put(bench, one))
          for (const [wanted, size] of filters) {
            const found: HistoryEntry[] = []
            let before: string | undefined
            do {
              const page = await bench.history.list({
                ...wanted,
                limit: size + 1,
                ...(before !== undefined && { before }),
              })
              expect(page.items.length).toBeLessThanOrEqual(size + 1)
              found.push(...page.items)
              before = page.next
            } while (before !== undefined)
            expect(found).toEqual(expected(all, wanted))
          }
        } finally {
          bench.database.close()
        }
      },
    ),
    { numRuns: 40, plugins: [fc.interruptAfterTimeLimit(12_000)] },
  )
})

// Catches a record that tells another story than the ledger.
test('a write is opened with its intent and its answer', async () => {
  const bench = await createBench()
  const intent = bench.write({ answer: { data: { id: 'n1' } }, state: 'confirmed' })
  const record = await bench.history.get(intent.id)
  expect(record).toMatchObject({
    kind: 'write',
    outcome: 'answered',
    kept: true,
    intent,
    request: intent.request,
    body: { length: 20 },
  })
  expect(handedOut(bench.answers, record)).toBe('{"data":{"id":"n1"}}')
  await expect(bench.history.get('nowhere')).rejects.toMatchObject({ code: 'not_found_here' })
})

// Catches a pin that a restart forgets, that is not taken away, or that an entry that is gone can get.
test('pins are kept, each for itself', async () => {
  const bench = await createBench()
  const read = note(bench)
  await bench.clock.advance(1)
  const { id } = bench.write()
  expect(await bench.history.mark({ id: read, pinned: true })).toMatchObject({ id: read, pinned: true })
  await bench.history.stop()
  bench.database.close()
  const again = await createBench({ folder: bench.folder })
  expect((await again.history.list({ limit: 5 })).items.map((item) => [item.id, item.pinned])).toEqual([
    [id, false],
    [read, true],
  ])
  expect(await again.history.mark({ id: read, pinned: false })).toMatchObject({ pinned: false })
  expect(again.count('marks')).toBe(0)
  await expect(again.history.mark({ id: 'nowhere', pinned: true })).rejects.toMatchObject({ code: 'not_found_here' })
})

// Catches operations that come twice, in the wrong order, from another environment, or after all of their uses were forgotten.
test('recent operations are distinct and in the order of their last use', async () => {
  const bench = await createBench()
  const [teams, events] = ['GET /api/team/general/all', 'GET /api/events/general/all']
  const recent = async () => (await bench.history.recent('rehearsal', 10)).map(({ operation }) => operation)
  const step = () => bench.clock.advance(1_000)
  note(bench, { operation: teams })
  await step()
  bench.write({ operation: 'PUT /api/team/general/update' })
  await step()
  expect(await recent()).toEqual(['PUT /api/team/general/update', teams])
  note(bench, { operation: events, environment: 'production' })
  await step()
  note(bench, { operation: events })
  await step()
  note(bench, { operation: teams })
  await step()
  expect(await recent()).toEqual([teams, events, 'PUT /api/team/general/update'])
  bench.write({ operation: 'PUT /api/team/general/update' })
  expect(await recent()).toEqual(['PUT /api/team/general/update', teams, events])
  expect(await bench.history.recent('rehearsal', 1)).toEqual([
    { operation: 'PUT /api/team/general/update', at: new Date(bench.clock.now()).toISOString() },
  ])
  await bench.history.forget({ environment: 'rehearsal', reads: 'all' })
  expect(await recent()).toEqual(['PUT /api/team/general/update'])
  expect((await bench.history.recent('production', 10)).map(({ operation }) => operation)).toEqual([events])
})
