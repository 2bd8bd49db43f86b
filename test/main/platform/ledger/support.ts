// A ledger on a real profile, with a clock that tests move and a platform in memory. What a test did not set throws.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DeskError } from '#contract/errors.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import type { EnvironmentId, Gate, Intent, ReadAnswer } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import type { Vault } from '../../../../main/core/keychain/types.ts'
import { createLedger, type LedgerParts } from '../../../../main/platform/ledger/index.ts'
import type { CatalogEntry, Operation } from '../../../../main/platform/catalog/entry.ts'
import type { PlatformClient, WriteOutcome } from '../../../../main/platform/client/types.ts'
import type { Clock, Log } from '../../../../main/core/ports.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'

const unset = (what: string) => (): never => {
  throw new Error(`This test did not set ${what}.`)
}

export interface FakeClock extends Clock {
  /** Moves time on; timers run in order, and what they begin gets to run between them. */
  advance(ms: number): Promise<void>
  /** Moves the wall clock alone, as sleep or a person does. */
  jump(ms: number): void
  /** Forgets every timer, as the end of a process does. */
  clear(): void
}

/** Lets every promise that can go on do so. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

export function createFakeClock(start = Date.parse('2026-03-01T12:00:00.000Z')): FakeClock {
  let now = start
  let jumped = 0
  let timers: Array<{ at: number; run: () => void }> = []
  return {
    now: () => now + jumped,
    monotonic: () => now,
    jump: (ms) => void (jumped += ms),
    after(ms, run) {
      const timer = { at: now + ms, run }
      timers.push(timer)
      return () => void (timers = timers.filter((other) => other !== timer))
    },
    async advance(ms) {
      const end = now + ms
      await settle()
      for (;;) {
        const next = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0]
        if (next === undefined) break
        timers = timers.filter((timer) => timer !== next)
        now = Math.max(now, next.at)
        next.run()
        await settle()
      }
      now = end
    },
    clear: () => void (timers = []),
  }
}

export const quietLog: Log = { write: () => undefined }

const entries = {
  'GET /api/notes/all': {
    product: 'Events',
    resource: 'notes',
    name: 'Get All',
    kind: 'read',
    risk: 'read',
    queueable: false,
    auth: 'apiKey',
  },
  'POST /api/notes/create': {
    product: 'Events',
    resource: 'notes',
    name: 'Create Note',
    kind: 'create',
    risk: 'edit',
    queueable: true,
    auth: 'apiKey',
    confirmWith: { read: 'GET /api/notes/all', match: 'created' },
  },
  'PUT /api/notes/update': {
    product: 'Events',
    resource: 'notes',
    name: 'Update Note',
    kind: 'update',
    risk: 'edit',
    queueable: true,
    auth: 'apiKey',
    record: ['body.id'],
    confirmWith: { read: 'GET /api/notes/all', match: 'updated' },
    compare: {
      read: 'POST /api/notes/get',
      send: { body: { id: 'body.id' } },
      fields: ['name', 'tags', 'details.text'],
    },
  },
  'POST /api/notes/get': {
    product: 'Events',
    resource: 'notes',
    name: 'Get Note',
    kind: 'read',
    risk: 'read',
    queueable: false,
    auth: 'apiKey',
  },
  'POST /api/notes/delete': {
    product: 'Events',
    resource: 'notes',
    name: 'Delete Note',
    kind: 'delete',
    risk: 'destroy',
    queueable: false,
    auth: 'apiKey',
    record: ['body.id'],
    confirmWith: { read: 'GET /api/notes/all', match: 'gone' },
  },
  'PUT /api/stage/update': {
    product: 'Livestream',
    resource: 'stage',
    name: 'Update Stage',
    kind: 'update',
    risk: 'onair',
    queueable: false,
    auth: 'apiKey',
    record: ['body.id', 'body.stageId'],
    secretFields: ['streamKey'],
  },
  'PUT /api/stage/describe': {
    product: 'Livestream',
    resource: 'stage',
    name: 'Describe Stage',
    kind: 'update',
    risk: 'edit',
    queueable: true,
    auth: 'apiKey',
    record: ['body.id'],
    secretFields: ['streamKey'],
  },
  'POST /api/payment/refund/all': {
    product: 'Payments',
    resource: 'payment/refund',
    name: 'Get All Refunds',
    kind: 'read',
    risk: 'read',
    queueable: false,
    auth: 'apiKey',
  },
  'POST /api/payment/refund/create': {
    product: 'Payments',
    resource: 'payment/refund',
    name: 'Create Refund',
    kind: 'create',
    risk: 'money',
    queueable: false,
    auth: 'apiKey',
    confirmWith: { read: 'POST /api/payment/refund/all', match: 'effect', fields: ['chargeId', 'amount'] },
  },
} satisfies Record<string, CatalogEntry>

/** A catalog of its own, so that a change of the real one does not change what these tests say. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  Object.entries<CatalogEntry>(entries).map(([key, entry]) => {
    const [method = '', path = ''] = key.split(' ')
    return [key, { ...entry, key, path, method: method as Operation['method'], pathParams: [] }]
  }),
)

export interface Sent {
  request: OperationRequest
  environment: EnvironmentId
  reference: string
}

export interface FakeClient extends PlatformClient {
  /** Every write that reached the wire. */
  sent: Sent[]
  reads: OperationRequest[]
  onWrite: (sent: Sent) => WriteOutcome | Promise<WriteOutcome>
  onRead: (request: OperationRequest) => Json | Promise<Json>
  /** What is fetched before the socket is asked for. */
  beforeWrite: (sent: Sent) => void | Promise<void>
  closedGate: Gate | undefined
}

export function createFakeClient(clock: Clock): FakeClient {
  const client: FakeClient = {
    sent: [],
    reads: [],
    onWrite: unset('onWrite'),
    onRead: unset('onRead'),
    beforeWrite: () => undefined,
    closedGate: undefined,
    check(request) {
      if (!operations.has(request.operation)) throw new DeskError('invalid_input', 'No such operation.')
      if (typeof request.body === 'object' && request.body !== null && 'bad' in request.body) {
        throw new DeskError('invalid_input', 'bad is not allowed.', {
          fields: [{ path: 'bad', message: 'Not allowed' }],
        })
      }
    },
    async read(request): Promise<ReadAnswer> {
      client.reads.push(request)
      const data = await client.onRead(request)
      return {
        status: 200,
        data,
        requestId: 'req-read',
        receivedAt: new Date(clock.now()).toISOString(),
        durationMs: 1,
      }
    },
    async write(request, environment, reference, { beforeSend } = {}) {
      const sent = { request, environment, reference }
      await client.beforeWrite(sent)
      try {
        beforeSend?.()
      } catch (error) {
        return { outcome: 'not_sent', error: (error as DeskError).toShape() }
      }
      client.sent.push(sent)
      return client.onWrite(sent)
    },
    preview: unset('preview'),
    gate: () =>
      client.closedGate !== undefined && Date.parse(client.closedGate.until) > clock.now()
        ? client.closedGate
        : undefined,
    gates: () => [],
    connection: (environment) => ({ environment, state: 'unknown', since: new Date(clock.now()).toISOString() }),
    onGates: unset('onGates'),
    onConnection: unset('onConnection'),
    onRequest: unset('onRequest'),
    onExchange: unset('onExchange'),
    probe: unset('probe'),
    lastTriedAt: unset('lastTriedAt'),
    resetConnection: unset('resetConnection'),
    close: () => undefined,
  }
  return client
}

export interface FakeVault extends Vault {
  stored: Map<string, { owner: string; value: string }>
}

/** Moves `streamKey` out of a body, as the real vault moves credential fields. */
export function createFakeVault(): FakeVault {
  const stored = new Map<string, { owner: string; value: string }>()
  return {
    stored,
    put: unset('put'),
    resolve: unset('resolve'),
    remove: unset('remove'),
    learnAll: () => Promise.resolve(true),
    async removeOwner(owner) {
      for (const [reference, secret] of stored) if (secret.owner === owner) stored.delete(reference)
    },
    async externalize(owner, body, secretFields) {
      const fields = body as JsonObject
      const field = secretFields.find((name) => typeof fields[name] === 'string')
      const value = field === undefined ? undefined : fields[field]
      if (field === undefined || typeof value !== 'string') return body
      const reference = `${owner}/${field}`
      stored.set(reference, { owner, value })
      return { ...fields, [field]: { $secret: reference } }
    },
  }
}

export interface Bench {
  folder: string
  clock: FakeClock
  client: FakeClient
  vault: FakeVault
  ledger: ReturnType<typeof createLedger>
  database: Awaited<ReturnType<typeof openProfile>>
  changes: Intent[]
  /** Whether sending is paused at the next start. */
  paused: boolean
  /** Starts again on the same profile; `clean: false` leaves the ledger as a crash would. */
  restart(clean?: boolean): Promise<void>
  end(): Promise<void>
}

/** A started ledger on a new profile. */
export async function createBench(more: Partial<LedgerParts> = {}): Promise<Bench> {
  const folder = await mkdtemp(join(tmpdir(), 'ledger-'))
  const clock = createFakeClock()
  const client = createFakeClient(clock)
  const vault = createFakeVault()
  const changes: Intent[] = []
  const openAll = async (paused: boolean) => {
    const database = await openProfile({ folder, clock, log: quietLog })
    const ledger = createLedger({
      database,
      client,
      operations,
      vault,
      clock,
      log: quietLog,
      environment: () => 'rehearsal',
      account: () => undefined,
      redact: (value) => value,
      ...more,
    })
    ledger.onChange((intent) => changes.push(intent))
    ledger.pause(paused)
    return { database, ledger }
  }
  const bench: Bench = {
    folder,
    clock,
    client,
    vault,
    changes,
    paused: false,
    ...(await openAll(false)),
    async restart(clean = true) {
      const stopped = clean ? bench.ledger.stop(0) : undefined
      await clock.advance(0)
      await stopped
      clock.clear()
      bench.database.close()
      Object.assign(bench, await openAll(bench.paused))
      bench.ledger.start()
    },
    async end() {
      const stopped = bench.ledger.stop(0)
      await clock.advance(0)
      await stopped
      bench.database.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
  bench.ledger.start()
  return bench
}

export const confirmed = (answer: Json = { data: { id: 'n1', status: 'ok' }, requestId: 'req-1' }): WriteOutcome => ({
  outcome: 'confirmed',
  status: 200,
  answer,
  requestId: 'req-1',
  durationMs: 12,
})
export const refused = (): WriteOutcome => ({
  outcome: 'rejected',
  status: 400,
  error: new DeskError('invalid_request', 'name is too long', { status: 400, requestId: 'req-2' }).toShape(),
  requestId: 'req-2',
  durationMs: 9,
})
export const unreachable = (): WriteOutcome => ({
  outcome: 'not_sent',
  error: new DeskError('unreachable', 'Nothing answers.').toShape(),
})
export const cut = (): WriteOutcome => ({
  outcome: 'unknown',
  cause: 'cut',
  error: new DeskError('unknown_outcome', 'The connection was cut.').toShape(),
  durationMs: 5,
})
export const timedOut = (): WriteOutcome => ({
  outcome: 'unknown',
  cause: 'timed_out',
  error: new DeskError('timed_out', 'No answer in time.').toShape(),
  durationMs: 30_000,
})
export const limited = (retryAfterMs: number): WriteOutcome => ({
  outcome: 'rate_limited',
  status: 429,
  error: new DeskError('rate_limited', 'Too many requests.', { status: 429, retryAfterMs }).toShape(),
})

export const create = (name: string): OperationRequest => ({ operation: 'POST /api/notes/create', body: { name } })
export const update = (id: string, name: string): OperationRequest => ({
  operation: 'PUT /api/notes/update',
  body: { id, name },
})
export const stage = (id: string, started: boolean): OperationRequest => ({
  operation: 'PUT /api/stage/update',
  body: { id, started },
})
export const refund = (amount: number): OperationRequest => ({
  operation: 'POST /api/payment/refund/create',
  body: { chargeId: 'ch_1', amount },
})
