import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import type { Intent } from '#contract/models.ts'
import type { WriteOutcome } from '../../../../main/platform/client/types.ts'
import { runsOf, seed } from '../../../support/runs.ts'
import {
  confirmed,
  create,
  createBench,
  cut,
  limited,
  refund,
  refused,
  settle,
  stage,
  timedOut,
  unreachable,
  update,
  type Bench,
  type Sent,
} from './support.ts'

/**
 * What the platform does with a write: `late` applies it only after the desk has given up, the two `hang`s never answer. What it `accept`s it does
 * 20 s later, and `acceptRefuse` never; `cutPending` is in its queue although the answer was lost.
 */
const fates = [
  'confirm',
  'refuse',
  'unreachable',
  'limit',
  'cutBefore',
  'cutAfter',
  'late',
  'hangBefore',
  'hangAfter',
  'accept',
  'acceptRefuse',
  'cutPending',
] as const
type Fate = (typeof fates)[number]

type Step =
  | {
      do: 'submit'
      what: 'create' | 'update' | 'drafted' | 'stage' | 'refund'
      key: number
      fate: Fate
      saw: Saw
      age: number
    }
  | { do: 'retry' | 'cancel' | 'confirm' | 'reject' | 'reconcile'; pick: number; fate: Fate }
  | { do: 'hold' | 'release' | 'edit' | 'earlier' | 'later'; pick: number; fate: Fate }
  | { do: 'pause' | 'resume'; fate: Fate }
  | { do: 'advance' | 'sleep'; ms: number; fate: Fate }
  | { do: 'wake' | 'crash' | 'restart' | 'readsFail' | 'readsWork' }

/** What the person who presses knows of the record: nothing said, the newest, or one before it. */
type Saw = 'unsaid' | 'newest' | 'older'

const fate = fc.constantFrom(...fates)
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('submit'),
      what: fc.constantFrom('create', 'update', 'drafted', 'stage', 'refund'),
      key: fc.nat(2),
      fate,
      saw: fc.constantFrom<Saw[]>('unsaid', 'newest', 'older'),
      age: fc.constantFrom(0, 9_000, 11_000, -5_000),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constantFrom('retry', 'cancel', 'confirm', 'reject', 'reconcile'),
      pick: fc.nat(9),
      fate,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('hold', 'release', 'edit', 'earlier', 'later'), pick: fc.nat(9), fate }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('pause', 'resume'), fate }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('advance'), ms: fc.constantFrom(500, 2_000, 5_000, 65_000), fate }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('sleep'), ms: fc.constantFrom(1_000, 30_000, 3_600_000, -60_000), fate }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('wake', 'crash', 'restart', 'readsFail', 'readsWork') }) },
)

/** A platform that keeps what was applied, and the book-keeping of what a person allowed. */
function createWorld(bench: Bench) {
  const applied = new Map<string, number>()
  const sends = new Map<string, number>()
  const allowed = new Map<string, number>()
  const decided = new Set<string>()
  const confirmedRefs = new Set<string>()
  /** At the end of the last step. */
  const acceptedRefs = new Set<string>()
  const notes = new Map<string, JsonObject>()
  const refunds: JsonObject[] = []
  const held = new Set<string>()
  const asked = new Map<string, number>()
  const wire = new Map<string, Json>()
  /** References of the writes whose connection is in use: the platform has not answered yet. */
  const connections = new Set<string>()
  /** What each write to a record of notes must come after, as the person arranged it. */
  const order: string[] = []
  const known = (reference: string) =>
    bench.ledger.list({ limit: 500 }).items.find((intent) => intent.reference === reference)
  let nextFate: Fate = 'confirm'
  let readsFail = false
  let count = 0

  /** In the platform's queue: a refund shows itself as pending until then. */
  function applyLater(sent: Sent, isRefused = false): void {
    const record: JsonObject = {
      ...(sent.request.body as JsonObject),
      createdAt: new Date(bench.clock.now()).toISOString(),
    }
    count += 1
    if (sent.request.operation.includes('refund'))
      refunds.push(Object.assign(record, { id: `r${count}`, status: 'pending' }))
    bench.clock.after(20_000, () => {
      record.status = isRefused ? 'failed' : 'succeeded'
      if (isRefused) return
      if (refunds.includes(record)) applied.set(sent.reference, (applied.get(sent.reference) ?? 0) + 1)
      else apply(sent)
    })
  }

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

  /** Throws where the queue let something go that the person, or the order, keeps. */
  function checkLeaving({ request, reference }: Sent): void {
    if (confirmedRefs.has(reference)) fail('It was sent again after it was confirmed.')
    if (acceptedRefs.has(reference)) fail('It was sent again while it was accepted.')
    if (held.has(reference)) fail('It was sent although it is held.')
    const own = known(reference)
    if (own !== undefined && !request.operation.includes('notes') && !asked.has(reference)) {
      const waited = bench.clock.now() - Date.parse(own.createdAt)
      if (Math.abs(waited) > 20_000) fail(`It was sent ${waited} ms after its press.`)
      if (decidedOn.has(own.id) && bench.ledger.newest(request).id !== own.id)
        fail('It was sent although its record has a newer intent.')
    }
    if (!request.operation.includes('notes')) return
    const tokens = asked.get(reference) ?? 0
    if (bench.paused && tokens === 0) fail('It was sent by itself although sending is paused.')
    if (bench.paused) asked.set(reference, tokens - 1)
    if (asked.has(reference)) return
    const lane = laneOf(request)
    const at = order.indexOf(reference)
    // A new record starts after those that were made before it, and waits for no outcome.
    const before = lane === 'null' ? ['queued'] : ['queued', 'sending', 'unknown']
    for (const earlier of at === -1 ? order : order.slice(0, at)) {
      const other = known(earlier)
      if (other?.operation.includes('notes') === true && laneOf(other.request) === lane && before.includes(other.state))
        fail(`It was sent before ${earlier}, which is ${other.state}.`)
    }
  }

  /** Commands that were refused on arrival: they have no row. */
  const turnedDown = { count: 0 }
  /** Intents whose person said what they saw. */
  const decidedOn = new Set<string>()
  const faults: string[] = []
  const fail = (fault: string): void => void faults.push(fault)

  bench.client.onWrite = (sent): WriteOutcome | Promise<WriteOutcome> => {
    checkLeaving(sent)
    wire.set(sent.reference, (sent.request.body ?? null) as Json)
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
      case 'accept':
      case 'acceptRefuse':
        applyLater(sent, nextFate === 'acceptRefuse')
        return {
          outcome: 'accepted',
          status: 202,
          answer: { data: { id: `job${count}`, status: 'queued' } },
          durationMs: 9,
        }
      case 'cutPending':
        // A note that waits unseen behind a cut connection is beyond every settle window; a refund is listed meanwhile.
        if (sent.request.operation.includes('refund')) applyLater(sent)
        else apply(sent)
        return cut()
      case 'hangAfter':
        apply(sent)
        connections.add(sent.reference)
        return new Promise(() => undefined)
      case 'hangBefore':
        connections.add(sent.reference)
        return new Promise(() => undefined)
    }
  }
  bench.client.onRead = (request) => {
    if (readsFail) throw new DeskError('unreachable', 'Nothing answers.')
    if (request.operation === 'POST /api/notes/get') {
      const note = notes.get((request.body as { id: string }).id)
      if (note === undefined) throw new DeskError('not_found', 'There is no such note.')
      return { data: note }
    }
    return { data: { items: request.operation.includes('refund') ? refunds : [...notes.values()] } }
  }
  return {
    applied,
    sends,
    allowed,
    decided,
    confirmedRefs,
    acceptedRefs,
    notes,
    held,
    asked,
    wire,
    connections,
    order,
    faults,
    turnedDown,
    decidedOn,
    setFate: (fate: Fate) => void (nextFate = fate),
    setReads: (fail: boolean) => void (readsFail = fail),
  }
}

const laneOf = (request: { body?: unknown }): string => JSON.stringify((request.body as JsonObject).id ?? null)

async function run(bench: Bench, steps: readonly Step[]) {
  const world = createWorld(bench)
  const all = () => bench.ledger.list({ limit: 500 }).items
  const picked = (pick: number): Intent | undefined => {
    const items = all()
    return items[pick % Math.max(1, items.length)]
  }
  /** Open writes to notes by lane, in the order that the person arranged. */
  const lanes = (): Map<string, string[]> => {
    const known = new Map(all().map((intent) => [intent.reference, intent]))
    const open = new Map<string, string[]>()
    for (const reference of world.order) {
      const intent = known.get(reference)
      if (
        intent === undefined ||
        !intent.operation.includes('notes') ||
        !['queued', 'sending', 'unknown'].includes(intent.state)
      )
        continue
      const lane = laneOf(intent.request)
      open.set(lane, [...(open.get(lane) ?? []), reference])
    }
    return open
  }
  let number = 0
  for (const one of steps) {
    if ('fate' in one) world.setFate(one.fate)
    switch (one.do) {
      case 'submit': {
        number += 1
        const note = `u${one.key}`
        const [text, base] = [update(note, `text ${number}`), world.notes.get(note) ?? null]
        const request = {
          create: create(`note ${number}`),
          update: text,
          drafted: text,
          stage: stage(`s${one.key}`, number % 2 === 0),
          refund: refund(100 + one.key),
        }[one.what]
        const newest = bench.ledger.newest(request).id
        const saw = one.saw === 'older' ? null : newest
        const seen = all()
        const pressedAt = bench.clock.now() - one.age
        const decision =
          one.saw === 'unsaid'
            ? {}
            : { saw, environment: 'rehearsal' as const, pressedAt: new Date(pressedAt).toISOString() }
        let thrown: unknown
        bench.ledger
          .submit(request, { ...(one.what === 'drafted' && { expects: { base } }), decision })
          .catch((error: unknown) => (thrown = error))
        await settle()
        const last = newest === null ? undefined : seen.find(({ id }) => id === newest)
        const sentAgain =
          ['stage', 'refund'].includes(one.what) &&
          (last?.attempts ?? 0) > 1 &&
          Date.parse(last?.sentAt ?? '') > pressedAt
        const isRefused = one.saw !== 'unsaid' && (one.age > 10_000 || one.age < -1_000 || saw !== newest || sentAgain)
        expect(all().length - seen.length, 'rows made').toBe(isRefused ? 0 : 1)
        if (isRefused)
          expect(thrown).toMatchObject({
            code: one.age > 10_000 || one.age < -1_000 ? 'cancelled' : 'conflict',
            details: { facts: { reason: expect.any(String) as string } },
          })
        else world.order.push(all()[0]?.reference ?? '')
        if (isRefused) world.turnedDown.count += 1
        else if (one.saw !== 'unsaid') world.decidedOn.add(all()[0]?.id ?? '')
        break
      }
      case 'retry': {
        const intent = picked(one.pick)
        if (intent === undefined) break
        world.allowed.set(intent.reference, (world.allowed.get(intent.reference) ?? 0) + 1)
        world.asked.set(intent.reference, (world.asked.get(intent.reference) ?? 0) + 1)
        const wasHeld = world.held.delete(intent.reference)
        // One that was rejected takes its place anew.
        if (intent.state === 'rejected')
          world.order.push(...world.order.splice(world.order.indexOf(intent.reference), 1))
        bench.ledger.retry(intent.id).catch(() => undefined)
        await settle()
        if (wasHeld && bench.ledger.get(intent.id).held === true) world.held.add(intent.reference)
        break
      }
      case 'hold':
      case 'release': {
        const intent = picked(one.pick)
        // What is released may leave before the call has answered.
        if (one.do === 'release') world.held.delete(intent?.reference ?? '')
        const done = await bench.ledger.hold(intent?.id ?? '', one.do === 'hold').catch(() => undefined)
        if (done !== undefined && one.do === 'hold') world.held.add(done.reference)
        if (done !== undefined && one.do === 'hold') expect(done.held).toBe(true)
        break
      }
      case 'edit': {
        number += 1
        const intent = picked(one.pick)
        const body = { ...(intent?.request.body as JsonObject | undefined), name: `edited ${number}` }
        const done = await bench.ledger
          .edit(intent?.id ?? '', { body }, { draft: { id: 'd1', revision: number } })
          .catch(() => undefined)
        if (done !== undefined)
          expect(done).toMatchObject({ state: 'queued', request: { body }, draft: { revision: number } })
        break
      }
      case 'earlier':
      case 'later': {
        const intent = picked(one.pick)
        if (intent === undefined || intent.state !== 'queued' || !intent.operation.includes('notes')) break
        const by = one.do === 'earlier' ? -1 : 1
        const open = lanes().get(laneOf(intent.request)) ?? []
        const other = all().find(({ reference }) => reference === open[open.indexOf(intent.reference) + by])
        if (other?.state === 'queued') {
          const [at, its] = [intent, other].map(({ reference }) => world.order.indexOf(reference)) as [number, number]
          world.order[at] = other.reference
          world.order[its] = intent.reference
        }
        await bench.ledger.move(intent.id, by)
        break
      }
      case 'pause':
      case 'resume':
        bench.paused = one.do === 'pause'
        bench.ledger.pause(bench.paused)
        break
      case 'cancel':
        await bench.ledger.cancel(picked(one.pick)?.id ?? '').catch(() => undefined)
        break
      case 'confirm':
      case 'reject': {
        const intent = picked(one.pick)
        if (intent?.state !== 'unknown' && intent?.state !== 'accepted') break
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
      case 'sleep':
        bench.clock.jump(one.ms)
        break
      case 'wake':
        bench.ledger.wake()
        break
      case 'crash':
      case 'restart':
        world.connections.clear()
        await bench.restart(one.do === 'restart')
        break
      case 'readsFail':
      case 'readsWork':
        world.setReads(one.do === 'readsFail')
        break
    }
    await settle()
    // A crash makes unknown what is `sending`: one write for each connection in use, and no other.
    for (const { state, reference } of all())
      if (state === 'sending') expect(world.connections, reference).toContain(reference)
    world.acceptedRefs.clear()
    for (const intent of all()) {
      if (intent.state === 'confirmed') world.confirmedRefs.add(intent.reference)
      if (intent.state === 'accepted') world.acceptedRefs.add(intent.reference)
    }
    const unsettled = all().filter(({ state, risk }) => risk === 'money' && ['accepted', 'unknown'].includes(state))
    expect(unsettled.length, 'unsettled movements of one charge').toBeLessThanOrEqual(1)
    // The queue shows the order that the person made, after a crash too.
    const open = lanes()
    for (const { items } of bench.ledger.queue()) {
      if (items[0]?.operation.includes('notes'))
        expect(items.map(({ reference }) => reference)).toEqual(open.get(laneOf(items[0].request)))
    }
    expect(world.faults).toEqual([])
  }
  // The platform is well again; a restart ends what hangs.
  world.setFate('confirm')
  world.setReads(false)
  bench.paused = false
  await bench.restart()
  for (const { id, held } of all()) {
    if (held !== true) continue
    world.held.delete(bench.ledger.get(id).reference)
    await bench.ledger.hold(id, false)
  }
  await bench.clock.advance(300_000)
  expect(world.faults).toEqual([])
  return { world, all }
}

// Catches, over random histories: more writes that a crash would leave unknown than one for each connection in use, a second application without the person, money or a live command sent again by itself,
// a send after a confirmation, an intent that is lost or stuck, and counts that drift.
test('whatever happens, nothing is lost and nothing is done twice without the person', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 25 }), async (steps) => {
      const bench = await createBench()
      try {
        const { world, all } = await run(bench, steps)
        expect(all()).toHaveLength(new Set(all().map(({ id }) => id)).size)
        expect(all()).toHaveLength(steps.filter((one) => one.do === 'submit').length - world.turnedDown.count)
        for (const intent of all()) {
          const label = `${intent.operation} ${intent.state} ${JSON.stringify(intent.evidence.map(({ event, verdict }) => verdict ?? event))}`
          const allowed = world.allowed.get(intent.reference) ?? 0
          const sends = world.sends.get(intent.reference) ?? 0
          const applied = world.applied.get(intent.reference) ?? 0
          const queueable = /notes\/(create|update)/.test(intent.operation)
          if (!queueable) expect(sends, label).toBeLessThanOrEqual(1 + allowed)
          if (intent.operation.includes('create')) expect(applied, label).toBeLessThanOrEqual(1 + allowed)
          if (
            intent.state === 'confirmed' &&
            !world.decided.has(intent.reference) &&
            !intent.operation.includes('update')
          )
            expect(applied, label).toBeGreaterThan(0)
          if (intent.state === 'rejected' && allowed === 0 && !world.decided.has(intent.reference))
            expect(applied, label).toBe(0)
          if (intent.state === 'cancelled' && allowed === 0) expect(applied, label).toBe(0)
          if (
            ['confirmed', 'rejected', 'unknown'].includes(intent.state) &&
            sends > 0 &&
            intent.error?.code !== 'conflict'
          )
            expect(world.wire.get(intent.reference), label).toEqual(intent.request.body)
          expect(intent.held, label).toBeUndefined()
          expect(['confirmed', 'rejected', 'cancelled', 'accepted', 'unknown', 'queued'], label).toContain(intent.state)
        }
        for (
          let left = all().filter(({ state }) => state === 'unknown' || state === 'accepted');
          left.length > 0;
          left = all().filter(({ state }) => state === 'unknown' || state === 'accepted')
        ) {
          for (const { id } of left) await bench.ledger.resolve(id, 'rejected').catch(() => undefined)
          await bench.clock.advance(120_000)
        }
        expect(all().filter(({ state }) => state === 'queued' || state === 'sending')).toEqual([])
        expect(bench.ledger.counts()).toEqual({ queued: 0, sending: 0, accepted: 0, unknown: 0 })
      } finally {
        await bench.end()
      }
    }),
    {
      numRuns: runsOf(600),
      seed,
    },
  )
}, 600_000)
