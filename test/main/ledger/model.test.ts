import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import type { Intent } from '#contract/models.ts'
import type { WriteOutcome } from '../../../main/platform/client/types.ts'
import type { Bench, Sent } from './support.ts'
import { confirmed, create, createBench, cut, limited, refund, refused, settle, stage, timedOut, unreachable, update } from './support.ts'

/** What the platform does with a write: `late` applies it only after the desk has given up, the two `hang`s never answer. */
const fates = ['confirm', 'refuse', 'unreachable', 'limit', 'cutBefore', 'cutAfter', 'late', 'hangBefore', 'hangAfter'] as const
type Fate = (typeof fates)[number]

type Step =
  | { do: 'submit'; what: 'create' | 'update' | 'stage' | 'refund'; key: number; fate: Fate }
  | { do: 'retry' | 'cancel' | 'confirm' | 'reject' | 'reconcile'; pick: number; fate: Fate }
  | { do: 'advance'; ms: number; fate: Fate }
  | { do: 'wake' | 'crash' | 'restart' | 'readsFail' | 'readsWork' }

const fate = fc.constantFrom(...fates)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: fc.constant('submit'), what: fc.constantFrom('create', 'update', 'stage', 'refund'), key: fc.nat(2), fate }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('retry', 'cancel', 'confirm', 'reject', 'reconcile'), pick: fc.nat(9), fate }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('advance'), ms: fc.constantFrom(500, 2_000, 5_000, 65_000), fate }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('wake', 'crash', 'restart', 'readsFail', 'readsWork') }) },
)

/** A platform that keeps what was applied, and the book-keeping of what a person allowed. */
function createWorld(bench: Bench) {
  const applied = new Map<string, number>()
  const sends = new Map<string, number>()
  const allowed = new Map<string, number>()
  const decided = new Set<string>()
  const confirmedRefs = new Set<string>()
  const notes = new Map<string, JsonObject>()
  const refunds: JsonObject[] = []
  let nextFate: Fate = 'confirm'
  let readsFail = false
  let count = 0

  function apply({ request, reference }: Sent): Json {
    applied.set(reference, (applied.get(reference) ?? 0) + 1)
    count += 1
    const body = request.body as JsonObject
    const stamp = { createdAt: new Date(bench.clock.now()).toISOString() }
    if (request.operation.includes('refund')) {
      const record = { ...body, ...stamp, id: `r${count}` }
      refunds.push(record)
      return { data: record }
    }
    const id = typeof body.id === 'string' ? body.id : `n${count}`
    notes.set(id, { ...notes.get(id), ...stamp, ...body, id })
    return { data: { id, status: 'ok' } }
  }

  bench.client.onWrite = (sent): WriteOutcome | Promise<WriteOutcome> => {
    if (confirmedRefs.has(sent.reference)) throw new Error('Sent again after it was confirmed.')
    sends.set(sent.reference, (sends.get(sent.reference) ?? 0) + 1)
    switch (nextFate) {
      case 'confirm':
        return confirmed(apply(sent))
      case 'refuse':
        return refused()
      case 'unreachable':
        return unreachable()
      case 'limit':
        return limited(2_000)
      case 'cutBefore':
        return cut()
      case 'cutAfter':
        apply(sent)
        return cut()
      case 'late':
        bench.clock.after(20_000, () => void apply(sent))
        return timedOut()
      case 'hangAfter':
        apply(sent)
        return new Promise(() => undefined)
      case 'hangBefore':
        return new Promise(() => undefined)
    }
  }
  bench.client.onRead = (request) => {
    if (readsFail) throw new DeskError('unreachable', 'Nothing answers.')
    return { data: { items: request.operation.includes('refund') ? refunds : [...notes.values()] } }
  }
  return {
    applied,
    sends,
    allowed,
    decided,
    confirmedRefs,
    setFate: (fate: Fate) => void (nextFate = fate),
    setReads: (fail: boolean) => void (readsFail = fail),
  }
}

async function run(bench: Bench, steps: readonly Step[]) {
  const world = createWorld(bench)
  const all = () => bench.ledger.list({ limit: 500 }).items
  const picked = (pick: number): Intent | undefined => {
    const items = all()
    return items[pick % Math.max(1, items.length)]
  }
  let number = 0
  for (const one of steps) {
    if ('fate' in one) world.setFate(one.fate)
    switch (one.do) {
      case 'submit': {
        number += 1
        const request = { create: create(`note ${number}`), update: update(`u${one.key}`, `text ${number}`), stage: stage(`s${one.key}`, number % 2 === 0), refund: refund(100 + one.key) }[one.what]
        bench.ledger.submit(request).catch(() => undefined)
        break
      }
      case 'retry': {
        const intent = picked(one.pick)
        if (intent === undefined) break
        world.allowed.set(intent.reference, (world.allowed.get(intent.reference) ?? 0) + 1)
        bench.ledger.retry(intent.id).catch(() => undefined)
        break
      }
      case 'cancel':
        await bench.ledger.cancel(picked(one.pick)?.id ?? '').catch(() => undefined)
        break
      case 'confirm':
      case 'reject': {
        const intent = picked(one.pick)
        if (intent?.state !== 'unknown') break
        world.decided.add(intent.reference)
        await bench.ledger.resolve(intent.id, one.do === 'confirm' ? 'confirmed' : 'rejected')
        break
      }
      case 'reconcile':
        bench.ledger.reconcile(picked(one.pick)?.id ?? '').catch(() => undefined)
        break
      case 'advance':
        await bench.clock.advance(one.ms)
        break
      case 'wake':
        bench.ledger.wake()
        break
      case 'crash':
      case 'restart':
        await bench.restart(one.do === 'restart')
        break
      case 'readsFail':
      case 'readsWork':
        world.setReads(one.do === 'readsFail')
        break
    }
    await settle()
    for (const intent of all()) if (intent.state === 'confirmed') world.confirmedRefs.add(intent.reference)
  }
  // The platform is well again; a restart ends what hangs.
  world.setFate('confirm')
  world.setReads(false)
  await bench.restart()
  await bench.clock.advance(300_000)
  return { world, all }
}

// Catches, over random histories: a second application without the person, money or a live command sent again by itself,
// a send after a confirmation, an intent that is lost or stuck, and counts that drift.
test('whatever happens, nothing is lost and nothing is done twice without the person', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
      const bench = await createBench()
      try {
        const { world, all } = await run(bench, steps)
        expect(all()).toHaveLength(new Set(all().map(({ id }) => id)).size)
        expect(all()).toHaveLength(steps.filter((one) => one.do === 'submit').length)
        for (const intent of all()) {
          const label = `${intent.operation} ${intent.state} ${JSON.stringify(intent.evidence.map(({ event, verdict }) => verdict ?? event))}`
          const allowed = world.allowed.get(intent.reference) ?? 0
          const sends = world.sends.get(intent.reference) ?? 0
          const applied = world.applied.get(intent.reference) ?? 0
          const queueable = /notes\/(create|update)/.test(intent.operation)
          if (!queueable) expect(sends, label).toBeLessThanOrEqual(1 + allowed)
          if (intent.operation.includes('create')) expect(applied, label).toBeLessThanOrEqual(1 + allowed)
          if (intent.state === 'confirmed' && !world.decided.has(intent.reference) && !intent.operation.includes('update')) expect(applied, label).toBeGreaterThan(0)
          if (intent.state === 'rejected' && allowed === 0 && !world.decided.has(intent.reference)) expect(applied, label).toBe(0)
          if (intent.state === 'cancelled' && allowed === 0) expect(applied, label).toBe(0)
          expect(['confirmed', 'rejected', 'cancelled', 'unknown', 'queued'], label).toContain(intent.state)
        }
        for (let left = all().filter(({ state }) => state === 'unknown'); left.length > 0; left = all().filter(({ state }) => state === 'unknown')) {
          for (const { id } of left) await bench.ledger.resolve(id, 'rejected').catch(() => undefined)
          await bench.clock.advance(120_000)
        }
        expect(all().filter(({ state }) => state === 'queued' || state === 'sending')).toEqual([])
        expect(bench.ledger.counts()).toEqual({ queued: 0, sending: 0, unknown: 0 })
      } finally {
        await bench.end()
      }
    }),
    { numRuns: Number(process.env.MODEL_RUNS ?? 60) },
  )
}, 600_000)
