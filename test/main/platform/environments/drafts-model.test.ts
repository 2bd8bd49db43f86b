// The whole backend under random histories: drafts are written, taken back, sent, while the platform comes and goes and the desk is
// killed and started again. Real profile, real HTTP; time alone is the test's own.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BridgeInput, BridgeMethod, BridgeOutput } from '#contract/bridge.ts'
import type { DraftRevision } from '#contract/draft.ts'
import { DeskError, type ErrorCode } from '#contract/errors.ts'
import type { Intent } from '#contract/models.ts'
import type { App } from '../../../../main/core/types.ts'
import { createMemoryKeychain } from '../../../../main/core/keychain/memory.ts'
import { createFakeClock, quietLog } from '../ledger/support.ts'
import { createApp } from '../../../support/contract.ts'
import { runsOf, seed } from '../../../support/runs.ts'

const create = 'POST /api/marketing/template/create'
const update = 'POST /api/marketing/template/update'

type Step =
  | { do: 'save' | 'revert' | 'remove' | 'restore' | 'submit'; draft: number; pick: number }
  | { do: 'hold' | 'release' | 'earlier' | 'cancel'; pick: number }
  | { do: 'crash' | 'restart' | 'offline' | 'online' | 'cutBefore' | 'cutAfter' | 'pause' | 'resume' | 'wait' }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constantFrom('save', 'save', 'revert', 'remove', 'restore', 'submit', 'submit'),
      draft: fc.nat(1),
      pick: fc.nat(9),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constantFrom('hold', 'release', 'earlier', 'cancel'), pick: fc.nat(9) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constantFrom('crash', 'restart', 'offline', 'online', 'cutBefore', 'cutAfter', 'pause', 'resume', 'wait'),
    }),
  },
)

interface Applied {
  reference: string
  operation: string
  body: Record<string, unknown>
}

/** A platform that keeps what it was sent; each life of the desk has a port of its own, so that a killed one can reach nothing. */
function createWorld(now: () => number) {
  const applied: Applied[] = []
  const records = new Map<string, Record<string, unknown>>()
  let fate: 'online' | 'cutBefore' | 'cutAfter' = 'online'
  let count = 0

  function apply(operation: string, reference: string, body: Record<string, unknown>): unknown {
    applied.push({ reference, operation, body })
    const id = typeof body.id === 'string' ? body.id : `tpl_${(count += 1)}`
    const at = new Date(now()).toISOString()
    records.set(id, { createdAt: at, ...records.get(id), ...body, id, updatedAt: at, clientReference: reference })
    return { data: { id, status: 'ok' }, requestId: `req_${applied.length}` }
  }

  async function front(): Promise<{
    baseUrl: string
    offline(): Promise<void>
    online(): Promise<void>
    end(): Promise<void>
  }> {
    let port = 0
    let server: Server | undefined
    const listen = async () => {
      if (server !== undefined) return
      const made = createServer((request, response) => {
        const parts: Buffer[] = []
        request.on('data', (part: Buffer) => parts.push(part))
        request.on('end', () => {
          const operation = `${request.method} ${request.url}`
          const text = Buffer.concat(parts).toString('utf8')
          const body = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>
          const write = operation === create || operation === update
          if (write && fate === 'cutBefore') return void response.destroy()
          const answer = write
            ? apply(operation, String(request.headers['x-client-reference']), body)
            : operation.endsWith('/template/get')
              ? { data: records.get(String(body.id)) ?? null }
              : { data: [...records.values()], total: records.size }
          if (write && fate === 'cutAfter') return void response.destroy()
          response.writeHead(200, { 'content-type': 'application/json', connection: 'close' })
          response.end(JSON.stringify(answer))
        })
      })
      await new Promise<void>((done) => made.listen(port, '127.0.0.1', done))
      port = (made.address() as AddressInfo).port
      server = made
    }
    const close = async () => {
      const closing = server
      server = undefined
      if (closing === undefined) return
      await new Promise<void>((done) => {
        closing.close(() => done())
        closing.closeAllConnections()
      })
    }
    await listen()
    return { baseUrl: `http://127.0.0.1:${port}`, offline: close, online: listen, end: close }
  }
  return { applied, front, setFate: (next: typeof fate) => (fate = next) }
}

interface Life {
  app: App
  front: Awaited<ReturnType<ReturnType<typeof createWorld>['front']>>
  folder: string
}

/** Refusals that a person may meet in a history like this; anything else fails the test. */
const expected: ReadonlySet<ErrorCode> = new Set(['invalid_state', 'not_found_here', 'conflict', 'cancelled'])

async function history(steps: readonly Step[]): Promise<void> {
  const clock = createFakeClock()
  const world = createWorld(() => clock.now())
  const keychain = createMemoryKeychain({ clock, log: quietLog })
  const folders: string[] = []
  /** The newest acknowledged text of each draft. */
  const kept = new Map<string, { text: string; revision: number; removed: boolean }>()
  const texts = new Map<string, string>()
  const intents = new Set<string>()
  let online = true
  let typed = 0

  async function open(from?: string): Promise<Life> {
    const folder = await mkdtemp(join(tmpdir(), 'showdesk-model-'))
    folders.push(folder)
    if (from !== undefined) {
      for (const name of ['showdesk.db', 'showdesk.db-wal'])
        await cp(join(from, name), join(folder, name)).catch(() => undefined)
    }
    const front = await world.front()
    if (!online) await front.offline()
    const app = await createApp(
      {
        host: 'loopback',
        profile: folder,
        keychain,
        clock,
        log: quietLog,
        shell: { openExternal: () => Promise.resolve() },
      },
      { version: '0.0.0', environment: 'development', baseUrl: front.baseUrl, confirmOrigin: true },
    )
    return { app, front, folder }
  }

  let life = await open()

  async function call<M extends BridgeMethod>(method: M, params: BridgeInput<M>): Promise<BridgeOutput<M>> {
    const answer = await life.app.bridge.call(method, params)
    if (answer.ok) return answer.data as BridgeOutput<M>
    throw DeskError.fromShape(answer.error)
  }
  async function maybe<T>(work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof DeskError && expected.has(error.code)) return undefined
      throw error
    }
  }
  /** Lets time and the wire go on until nothing more happens within `ms`. */
  async function pass(ms: number): Promise<void> {
    for (let left = ms; left > 0; left -= 1_000) {
      await clock.advance(Math.min(left, 1_000))
      for (let turn = 0; turn < 200; turn += 1) {
        await new Promise((done) => setTimeout(done))
        const { counts } = await call('desk.info', {})
        if (counts.sending === 0) break
      }
    }
  }
  const queued = async () =>
    (await call('ledger.queue', {})).lanes.flatMap(({ items }) => items).filter(({ state }) => state === 'queued')

  async function end(crashed: boolean): Promise<void> {
    const old = life
    if (crashed) await old.front.end()
    else {
      await old.app.close()
      await old.front.end()
    }
    clock.clear()
    life = await open(old.folder)
    if (crashed) await old.app.close().catch(() => undefined)
  }

  await call('credentials.save', { environment: 'development', credential: 'apiKey', value: 'key-of-the-model' })
  const firsts: Step[] = [
    { do: 'save', draft: 0, pick: 0 },
    { do: 'save', draft: 1, pick: 0 },
  ]
  for (const one of [...firsts, ...steps]) {
    switch (one.do) {
      case 'save': {
        const id = `draft-${one.draft}`
        const text = `Text ${(typed += 1)}`
        const known = kept.get(id)
        const saved = await maybe(() =>
          call('drafts.save', {
            id,
            ...(known === undefined ? {} : { baseRevision: known.revision }),
            operation: create,
            title: id,
            body: { name: id, subject: text },
          }),
        )
        if (saved === undefined) break
        kept.set(id, { text, revision: saved.revision, removed: known?.removed ?? false })
        texts.set(`${id}/${saved.revision}`, text)
        break
      }
      case 'revert': {
        const id = `draft-${one.draft}`
        const known = kept.get(id)
        if (known === undefined) break
        const revision = (one.pick % known.revision) + 1
        const saved = await maybe(() => call('drafts.revert', { id, revision, baseRevision: known.revision }))
        if (saved === undefined) break
        const text = texts.get(`${id}/${revision}`) ?? ''
        kept.set(id, { ...known, text, revision: saved.revision })
        texts.set(`${id}/${saved.revision}`, text)
        break
      }
      case 'remove':
      case 'restore': {
        const id = `draft-${one.draft}`
        const known = kept.get(id)
        if (known === undefined) break
        const removed = one.do === 'remove'
        const done = await maybe<unknown>(() =>
          removed ? call('drafts.remove', { id }) : call('drafts.restore', { id }),
        )
        if (done !== undefined) kept.set(id, { ...known, removed })
        break
      }
      case 'submit': {
        const sent = await maybe(() => call('drafts.submit', { id: `draft-${one.draft}` }))
        if (sent !== undefined) intents.add(sent.id)
        break
      }
      case 'hold':
      case 'release':
      case 'earlier':
      case 'cancel': {
        const waiting = await queued()
        const intent = waiting[one.pick % Math.max(1, waiting.length)]
        if (intent === undefined) break
        const { id } = intent
        await maybe<Intent>(() =>
          one.do === 'earlier'
            ? call('ledger.move', { id, by: -1 })
            : one.do === 'cancel'
              ? call('ledger.cancel', { id })
              : call('ledger.hold', { id, held: one.do === 'hold' }),
        )
        break
      }
      case 'crash':
      case 'restart':
        await end(one.do === 'crash')
        break
      case 'offline':
        online = false
        await life.front.offline()
        break
      case 'online':
        online = true
        world.setFate('online')
        await life.front.online()
        break
      case 'cutBefore':
      case 'cutAfter':
        world.setFate(one.do)
        break
      case 'pause':
      case 'resume':
        await call('connection.configure', { sending: one.do === 'pause' ? 'paused' : 'on' })
        break
      case 'wait':
        await pass(5_000)
        break
    }
  }

  // No acknowledged save is lost, whatever happened since.
  for (const [id, { text, revision, removed }] of kept) {
    const draft = await call('drafts.get', { id })
    expect(draft).toMatchObject({ revision, body: { subject: text } })
    expect(draft.removedAt !== undefined).toBe(removed)
    const { items }: { items: DraftRevision[] } = await call('drafts.revisions', { id, limit: 500 })
    expect(items.map((item) => item.revision)).toEqual(Array.from({ length: revision }, (_, at) => revision - at))
  }

  // The platform is there again and the person lets everything go: what was sent arrives, once each, in the order of the queue.
  online = true
  world.setFate('online')
  await life.front.online()
  for (const { id } of await queued()) await maybe(() => call('ledger.hold', { id, held: false }))
  const before = (await queued()).map(({ reference }) => reference)
  await call('connection.configure', { sending: 'on' })
  await pass(200_000)
  const all = (await call('ledger.list', { limit: 500 })).items
  expect(all.filter(({ id }) => intents.has(id)).length).toBe(intents.size)
  const left = all.filter(({ state }) => state === 'queued' || state === 'sending')
  expect(left.filter((intent) => !blocked(intent, all))).toEqual([])
  const counts = new Map<string, number>()
  for (const { reference } of world.applied) counts.set(reference, (counts.get(reference) ?? 0) + 1)
  expect([...counts.values()].filter((times) => times > 1)).toEqual([])
  for (const { reference, state } of all) if (state === 'confirmed') expect(counts.get(reference)).toBe(1)
  for (const { reference, state } of all) if (state === 'cancelled') expect(counts.get(reference) ?? 0).toBe(0)
  const arrived = world.applied.map(({ reference }) => reference).filter((reference) => before.includes(reference))
  expect(arrived).toEqual(before.filter((reference) => arrived.includes(reference)))

  await life.app.close()
  await life.front.end()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
}

/** Behind an unknown one that only the person can settle. */
const blocked = (intent: Intent, all: readonly Intent[]): boolean =>
  all.some(({ state, id }) => state === 'unknown' && id < intent.id)

// Catches an acknowledged save that a crash takes away, a sending that a crash, a cut or a restart repeats, and a queue that leaves out of order.
test(
  'random histories: nothing acknowledged is lost, nothing is sent twice, the order is kept',
  { timeout: 600_000 },
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 32, size: 'max' }), history), {
      numRuns: runsOf(300),
      seed,
    })
  },
)
