import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Environment } from '#contract/models.ts'
import { createDiagnostics } from '../../../main/maintenance/diagnostics.ts'
import { createProfileLog } from '../../../main/maintenance/profile-log.ts'
import { formsOf } from '../../../main/core/keychain/value-forms.ts'
import { migrations } from '../../../main/core/storage/migrations/index.ts'
import { addDraft, content, intent, openDesk, textOfTransfer } from './desk.ts'

const environments: Environment[] = [
  {
    id: 'production',
    name: 'Production',
    baseUrl: 'https://secret-customer.example.org/base',
    selected: true,
    configured: true,
  },
  { id: 'development', name: 'Development', baseUrl: '', selected: false, configured: false },
  { id: 'rehearsal', name: 'Rehearsal', baseUrl: 'http://127.0.0.1:40123', selected: false, configured: true },
]

async function open() {
  const desk = await openDesk()
  const log = createProfileLog({ folder: join(desk.folder, 'logs'), redactor: desk.redactor, clock: desk.clock })
  onTestFinished(() => log.close())
  const diagnostics = createDiagnostics({
    profile: desk.folder,
    version: '0.2.0',
    host: 'loopback',
    startedAt: '2026-11-21T10:00:00.000Z',
    keychain: { backend: 'memory', reason: 'No keychain service runs in this system.' },
    database: desk.database,
    environments: () => environments,
    settings: () => desk.settings.get(),
    states: () => ({
      connection: {
        environment: 'production',
        state: 'unreachable',
        since: '2026-11-21T10:00:00.000Z',
        reason: 'getaddrinfo ENOTFOUND secret-customer.example.org',
        sending: 'on',
        probing: 'on',
      },
      gates: [],
      counts: { queued: 1, sending: 0, accepted: 0, unknown: 2 },
    }),
    log,
    transfers: desk.transfers,
    redactor: desk.redactor,
    clock: desk.clock,
  })
  return { ...desk, log, diagnostics }
}

// Catches a log on screen that leaves out what was written a moment ago, or mixes up levels and words.
test('the log is read newest first, by level and words', async () => {
  const { log, diagnostics, folder } = await open()
  log.write('info', 'The desk opened')
  log.write('warn', 'The platform is slow', { product: 'Polls' })
  log.write('error', 'The platform failed', { product: 'Payments' })
  const messages = async (input: Parameters<typeof diagnostics.log>[0]) =>
    (await diagnostics.log(input)).lines.map(({ message }) => message)
  expect(await messages({ limit: 10 })).toEqual(['The platform failed', 'The platform is slow', 'The desk opened'])
  expect(await messages({ limit: 10, level: 'warn' })).toEqual(['The platform failed', 'The platform is slow'])
  expect(await messages({ limit: 10, query: 'PLATFORM polls' })).toEqual(['The platform is slow'])
  expect(await messages({ limit: 1 })).toEqual(['The platform failed'])
  expect((await diagnostics.log({ limit: 1 })).folder).toBe(join(folder, 'logs'))
})

// Catches a bug report that carries a key, a customer's address or a person's name, in whatever spelling and from whatever place.
test('a report holds the states and no secret from anywhere', async () => {
  const desk = await open()
  const secret = 'pl/anted+"secret" value 🎬'
  desk.log.write('info', `Before it was known: ${secret}`, { at: encodeURIComponent(secret) })
  desk.redactor.learn(secret)
  for (const form of formsOf(secret))
    desk.log.write('info', `Later: ${form}`, { form, nested: [{ password: 'by its name' }] })
  desk.log.write('info', 'Profile backed up.', { file: `${homedir()}/showdesk/backups/x.db` })
  desk.settings.write('environments', { production: 'https://secret-customer.example.org/base' })
  desk.settings.write('desk', { theme: 'dark', density: 'compact', authOverrides: {} })
  addDraft(desk, 'show', [content({ title: 'A private title', notes: secret })])
  desk.journal.insert(intent('01A', { answer: { note: 'A private answer' } }), 1)
  await desk.profiles.save({
    name: 'A private profile',
    environment: 'production',
    options: { providerName: 'private' },
    secrets: { streamKey: 'stream-key-in-keychain' },
  })
  await desk.database.backup('manual')

  const transfer = await desk.diagnostics.export()
  expect(transfer.name).toBe('showdesk-diagnostics-2026-11-21.json')
  const text = textOfTransfer(desk, transfer)
  for (const form of [
    ...formsOf(secret),
    'by its name',
    'stream-key-in-keychain',
    'secret-customer',
    homedir(),
    'private',
  ])
    expect(text).not.toContain(form)
  const report = JSON.parse(text) as Record<string, unknown>
  expect(report).toMatchObject({
    format: 'showdesk-diagnostics',
    versions: { app: '0.2.0', node: process.versions.node },
    keychain: { backend: 'memory' },
    states: {
      connection: { state: 'unreachable', reason: 'getaddrinfo ENOTFOUND <host of production>' },
      counts: { unknown: 2 },
    },
    environments: [
      { id: 'production', https: true, thisMachine: false, path: true },
      { id: 'development', configured: false },
      { id: 'rehearsal', https: false, thisMachine: true },
    ],
    storage: { migration: migrations.length, rows: { drafts: 1, intents: 1 }, backups: [{ label: 'manual' }] },
  })
  expect((report.log as unknown[]).length).toBeGreaterThan(5)
})

// Catches a report that does not answer why a write is unknown, forgets the one that was settled meanwhile, or repeats what was sent.
test('the report says why writes are unknown, without a value of theirs', async () => {
  const desk = await open()
  const at = '2026-11-21T09:00:00.000Z'
  const lost = {
    at,
    event: 'answered',
    note: 'It is not known how the request ended. The platform failed (500): “no room for Ada ” Lovelace”. Look first.',
    status: 500,
    cause: 'server_error' as const,
  }
  const cut = {
    at,
    event: 'cut',
    note: 'The connection was cut before an answer came.',
    cause: 'timed_out' as const,
    stage: 'sent' as const,
  }
  const read = {
    at,
    event: 'read',
    note: 'The read was refused: The platform does not know this record (404): “Ada”.',
    verdict: 'unclear' as const,
    status: 404,
  }
  const request = { body: { name: 'Ada Lovelace' } }
  desk.journal.insert(
    intent('01A', { state: 'unknown', evidence: [cut, read], request, sentAt: at, durationMs: 30_000, attempts: 1 }),
    1,
  )
  desk.journal.insert(
    intent('01B', {
      state: 'confirmed',
      evidence: [
        lost,
        { at, event: 'read', code: 'reference_found', note: 'Ada', facts: { record: 'Ada' }, verdict: 'found' },
      ],
      request,
      answer: { name: 'Ada Lovelace' },
    }),
    2,
  )
  desk.journal.insert(
    intent('01C', {
      state: 'confirmed',
      evidence: [{ at, event: 'answered', note: 'The platform confirmed it.', status: 200 }],
      request,
    }),
    3,
  )
  desk.journal.insert(
    intent('01D', {
      state: 'unknown',
      evidence: [{ at, event: 'restarted', note: 'The desk stopped before the answer.' }],
    }),
    4,
  )
  const text = textOfTransfer(desk, await desk.diagnostics.export())
  const { unknown } = JSON.parse(text) as { unknown: Array<Record<string, unknown>> }
  expect(unknown).toMatchObject([
    { id: '01D', cause: 'restarted', settleWindow: { ms: 60_000 }, reads: [] },
    {
      id: '01B',
      state: 'confirmed',
      cause: 'server_error',
      settleWindow: { ms: 3_000 },
      reads: [{ at, event: 'read', code: 'reference_found', verdict: 'found' }],
    },
    {
      id: '01A',
      reference: 'sd_01A',
      operation: 'PUT /api/stage/describe',
      state: 'unknown',
      stage: 'sent',
      cause: 'timed_out',
      sentAt: at,
      durationMs: 30_000,
      settleWindow: { ms: 60_000, until: '2026-11-21T09:01:00.000Z' },
      reads: [{ verdict: 'unclear', status: 404 }],
      evidence: [{ event: 'cut', note: 'The connection was cut before an answer came.' }],
    },
  ])
  expect(text).not.toMatch(/Ada|Lovelace/)
})

// Catches a report that takes the whole log along.
test('the last 2,000 lines go along', async () => {
  const desk = await open()
  for (let index = 0; index < 2_500; index += 1) desk.log.write('info', `line ${index}`)
  const report = JSON.parse(textOfTransfer(desk, await desk.diagnostics.export())) as {
    log: Array<{ message: string }>
  }
  expect(report.log).toHaveLength(2_000)
  expect(report.log[0]?.message).toBe('line 2499')
})
