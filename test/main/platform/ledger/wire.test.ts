// The ledger on the real client and the embedded platform, over real HTTP, with its faults.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Fault, Intent, IntentState } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import { createLedger } from '../../../../main/platform/ledger/index.ts'
import { operations } from '../../../../main/platform/catalog/index.ts'
import { createClient } from '../../../../main/platform/client/index.ts'
import type { PlatformClient } from '../../../../main/platform/client/types.ts'
import { systemClock, type Clock } from '../../../../main/core/ports.ts'
import { rehearsalCredentials, startRehearsal, type Rehearsal } from '../../../../main/platform/rehearsal/index.ts'
import { openProfile } from '../../../../main/core/storage/index.ts'
import type { ProfileDatabase } from '../../../../main/core/storage/types.ts'
import { createFakeVault, quietLog } from './support.ts'

/** Time for the ledger alone, forty times as fast, so that its settle windows pass within a test. */
const pace = 40
const began = Date.now()
const fastClock: Clock = {
  now: () => began + (Date.now() - began) * pace,
  after: (ms, run) => systemClock.after(ms / pace, run),
}

let rehearsal: Rehearsal
let client: PlatformClient
let folder: string
let database: ProfileDatabase
let ledger: ReturnType<typeof createLedger>

beforeAll(async () => {
  rehearsal = await startRehearsal({ operations, clock: systemClock, log: quietLog })
})
afterAll(() => rehearsal.close())

beforeEach(async () => {
  rehearsal.reset()
  await rehearsal.settled()
  client = createClient({
    operations,
    clock: systemClock,
    log: quietLog,
    surroundings: {
      baseUrl: () => rehearsal.baseUrl,
      scheme: (_, byCatalog) => byCatalog,
      credential: async (_, scheme) =>
        scheme === 'apiKey'
          ? { scheme, apiKey: rehearsalCredentials.apiKey }
          : { scheme, token: rehearsalCredentials.session.token },
      credentialGeneration: () => 0,
      secret: async () => 'unused-secret',
      redact: (value) => value,
    },
  })
  folder = await mkdtemp(join(tmpdir(), 'wire-'))
  database = await openProfile({ folder, clock: systemClock, log: quietLog })
  ledger = createLedger({
    database,
    client,
    operations,
    vault: createFakeVault(),
    clock: fastClock,
    log: quietLog,
    environment: () => 'rehearsal',
    account: () => undefined,
    redact: (value) => value,
  })
  ledger.start()
})
afterEach(async () => {
  await ledger.stop(1_000)
  client.close()
  database.close()
  await rm(folder, { recursive: true, force: true })
})

const createTemplate: OperationRequest = {
  operation: 'POST /api/marketing/template/create',
  body: { name: 'Doors open', subject: 'We are live', htmlContent: '<p>Come in</p>' },
}
const fault = (kind: Fault['kind'], more: Partial<Fault> = {}) =>
  rehearsal.setFault({ kind, operation: createTemplate.operation, times: 1, ...more }, true)

/** The intent once it is in one of these states. */
function reaches(id: string, ...states: IntentState[]): Promise<Intent> {
  const now = ledger.get(id)
  if (states.includes(now.state)) return Promise.resolve(now)
  return new Promise((resolve) => {
    const stop = ledger.onChange((intent) => {
      if (intent.id !== id || !states.includes(intent.state)) return
      stop()
      resolve(intent)
    })
  })
}

async function templatesNamed(name: string): Promise<number> {
  const answer = await client.read({ operation: 'POST /api/marketing/template/all' }, 'rehearsal')
  return JSON.stringify(answer.data).split(`"name":"${name}"`).length - 1
}

// Catches a straight write that does not arrive as it was sent.
test('a write is confirmed by the platform and is there once', async () => {
  expect(await ledger.submit(createTemplate)).toMatchObject({ state: 'confirmed', status: 200, attempts: 1 })
  expect(await templatesNamed('Doors open')).toBe(1)
})

// Catches, fault by fault, a write that is lost, doubled or left undecided although the platform can tell.
test.each<[Fault['kind'], Partial<Fault>, number]>([
  ['drop_after_commit', {}, 1],
  ['drop_before_commit', {}, 2],
  ['truncate', {}, 1],
  ['wrong_json', {}, 1],
  ['status', { status: 503 }, 2],
  ['rate_limit', { retryAfterSeconds: 1 }, 2],
])('%s ends confirmed, and the record is there once', async (kind, more, attempts) => {
  fault(kind, more)
  const first = await ledger.submit(createTemplate)
  expect(['unknown', 'queued']).toContain(first.state)
  const last = await reaches(first.id, 'confirmed')
  expect(last).toMatchObject({ attempts, reference: first.reference })
  expect(await templatesNamed('Doors open')).toBe(1)
})

// Catches work that is lost while the platform is away, or sent in another order when it is back.
test('offline work waits and leaves in order when the platform is back', async () => {
  rehearsal.setFault({ kind: 'offline' }, true)
  await rehearsal.settled()
  const first = await ledger.submit(createTemplate)
  const second = await ledger.submit({ ...createTemplate, body: { name: 'Curtain' } })
  expect([first.state, second.state]).toEqual(['queued', 'queued'])
  rehearsal.setFault({ kind: 'offline' }, false)
  await rehearsal.settled()
  const done = await Promise.all([reaches(first.id, 'confirmed'), reaches(second.id, 'confirmed')])
  expect(done.map(({ sentAt }) => sentAt)).toEqual(done.map(({ sentAt }) => sentAt).sort())
  expect([await templatesNamed('Doors open'), await templatesNamed('Curtain')]).toEqual([1, 1])
})

// Catches a refusal that loses what was typed.
test('a refusal of the platform keeps the body', async () => {
  fault('status', { status: 403 })
  const intent = await ledger.submit(createTemplate)
  expect(intent).toMatchObject({
    state: 'rejected',
    status: 403,
    error: { code: 'not_authorized' },
    request: { body: { name: 'Doors open' } },
  })
  expect(await ledger.retry(intent.id)).toMatchObject({ state: 'confirmed', attempts: 2 })
})

// Catches a comparison that does not fit what the platform's own read answers: every update would be a conflict, or none.
test('a template that was changed meanwhile on the platform is not overwritten', async () => {
  const made = await ledger.submit(createTemplate, { draft: { id: 'd1', revision: 1 } })
  const [sent] = ledger.sends('d1', 1)
  const id = sent?.recordId ?? ''
  expect(made.state).toBe('confirmed')
  const update = (subject: string): OperationRequest => ({
    operation: 'POST /api/marketing/template/update',
    body: { ...(createTemplate.body as object), id, subject },
  })
  const copy = async () =>
    (await client.read({ operation: 'POST /api/marketing/template/get', body: { id } }, 'rehearsal')).data
  const base = await copy()
  expect(await ledger.submit(update('Mine'), { expects: { base } })).toMatchObject({ state: 'confirmed' })
  expect(await ledger.submit(update('Mine again'), { expects: { base: await copy() } })).toMatchObject({
    state: 'confirmed',
  })
  const late = await ledger.submit(update('Too late'), { expects: { base } })
  expect(late).toMatchObject({
    state: 'rejected',
    error: { code: 'conflict', fields: [{ path: 'subject' }] },
    answer: { id, subject: 'Mine again' },
  })
  expect(
    await ledger.submit({ ...update('Gone'), body: { id: 'tpl_none', subject: 'Gone' } }, { expects: { base } }),
  ).toMatchObject({ state: 'rejected', error: { code: 'not_found' } })
})
