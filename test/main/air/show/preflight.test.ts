import type { EncoderState } from '#contract/air/encoder.ts'
import { mkdir, rm } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { showCheckIds, type ShowCheck } from '#contract/live.ts'
import type { CredentialState } from '#contract/models.ts'
import { needsOf } from '../../../../main/air/show/credential-check.ts'
import {
  clockCheck,
  diskCheck,
  draftCheck,
  platformCheck,
  queueCheck,
  type PlannedRundown,
} from '../../../../main/air/show/judge.ts'
import { settingsSections } from '../../../../renderer/kit/composables/settings-sections.ts'
import { operations as catalog } from '../../../../main/platform/catalog/index.ts'
import { create, settle, unreachable } from '../../platform/ledger/support.ts'
import { createStage, type Stage } from './support.ts'

let stage: Stage
beforeEach(async () => {
  stage = await createStage()
})

const states = (checks: readonly ShowCheck[]) =>
  checks.filter(({ state }) => state !== 'ok').map(({ id, state }) => [id, state])

// Catches a desk in order that is told to fix something, and a row without the number that it was judged by.
test('a desk that is ready has nineteen rows that are ok', async () => {
  const checks = await stage.show.check()
  expect(states(checks)).toEqual([])
  expect(checks.map(({ id }) => id)).toEqual(showCheckIds)
  expect(Object.fromEntries(checks.map(({ id, code, facts }) => [id, { code, facts }]))).toMatchObject({
    environment: { code: 'address', facts: { environment: 'production', host: 'platform.example.org' } },
    credentials: { code: 'credentials', facts: { kinds: ['apiKey'], found: ['kept'] } },
    platform: { code: 'platform_quick', facts: { ms: 42 } },
    queue: { code: 'queue_empty' },
    drafts: { code: 'drafts_none' },
    disk: { code: 'disk_free', facts: { free: expect.stringMatching(/^[\d.]+ GB$/) as string } },
  })
})

// Catches a rehearsal that begins with a warning about itself, or one that asks for credentials which it does not need.
test('rehearsal inside the desk is no warning and needs no credential of its own', async () => {
  stage.environments.select('rehearsal')
  const checks = await stage.show.check()
  expect(states(checks)).toEqual([])
  expect(checks.find(({ id }) => id === 'environment')?.code).toBe('practice')
  stage.environments.configure('rehearsal', 'https://practice.example.org')
  expect(states(await stage.show.check())).toEqual([
    ['environment', 'warn'],
    ['credentials', 'fail'],
  ])
})

// Catches a show that begins with a key that does not leave, and a rehearsal elsewhere that is called practice.
test('credentials that were saved for another address, and a rehearsal that is not inside the desk', async () => {
  stage.environments.configure('production', 'https://other.example.org')
  expect(await stage.row('credentials')).toMatchObject({
    state: 'fail',
    code: 'credentials_of_other_address',
    facts: { confirmed: 'https://platform.example.org', origin: 'https://other.example.org' },
    fix: 'settings#environments',
  })
  await stage.origins.confirm('production', 'https://other.example.org')
  expect(await stage.row('credentials')).toMatchObject({ state: 'ok' })
  stage.environments.configure('rehearsal', 'https://practice.example.org:8443/v1')
  stage.environments.select('rehearsal')
  expect(await stage.row('environment')).toMatchObject({
    state: 'warn',
    code: 'seen_by_others',
    facts: { environment: 'rehearsal', host: 'practice.example.org:8443' },
  })
})

// Catches a keychain that is trusted because the value is in memory still: it would be gone at the first locked screen.
test.each<CredentialState>(['locked', 'unavailable', 'absent'])('the keychain itself is asked: %s', async (outcome) => {
  stage.keychain.get = async () => ({ outcome }) as Awaited<ReturnType<typeof stage.keychain.get>>
  const held = await stage.row('credentials')
  expect(held).toMatchObject({
    state: 'warn',
    facts: { kinds: ['apiKey'], found: ['no_longer'], keychain: [outcome] },
    fix: 'settings#credentials',
  })
  stage.credentials.drop()
  const gone = await stage.row('credentials')
  const found = outcome === 'absent' ? 'absent' : 'unreadable'
  expect(gone).toMatchObject({
    state: 'fail',
    facts: { environment: 'production', found: [found], keychain: [outcome] },
  })
})

// Catches a keychain in memory that is taken for the system's, and one that never answers and keeps the person waiting for ever.
test('a keychain in memory is told, and one that is silent does not hold the look up', async () => {
  stage.keychain.backend = 'memory'
  expect(await stage.row('credentials')).toMatchObject({
    state: 'warn',
    facts: { found: ['in_memory'] },
  })
  stage.keychain.get = () => new Promise(() => undefined)
  const looking = stage.row('credentials')
  await stage.bench.clock.advance(10_000)
  expect(await looking).toMatchObject({ state: 'fail', code: 'timed_out', facts: { seconds: 10 } })
})

// Catches an account's own operations that keep a show from beginning, and an override of the scheme that nobody asks.
test("what the operations need follows from the catalog and the person's overrides", () => {
  expect(needsOf(catalog.values(), (_, byCatalog) => byCatalog)).toMatchObject([
    { kind: 'apiKey', essential: true },
    { kind: 'session', essential: false },
  ])
  const overridden = needsOf(catalog.values(), (product, byCatalog) =>
    product === 'Livestream' ? 'session' : byCatalog,
  )
  expect(overridden).toMatchObject([{ kind: 'apiKey' }, { kind: 'session', essential: true }])
  expect(needsOf(catalog.values(), () => 'none')).toEqual([])
})

// Catches a gate that closes with the question itself, of another environment, or without its time.
test('closed gates of this environment are named with their time', async () => {
  const gate = {
    environment: 'production',
    product: 'Payments',
    credential: 'apiKey',
    until: '2026-03-01T12:00:40.000Z',
    retryAfterMs: 40_000,
    source: 'retry-after',
  } as const
  stage.platform.probe = async () => {
    stage.platform.gates = [gate, { ...gate, environment: 'development', product: 'Ads' }]
    return stage.platform.connection
  }
  expect(await stage.row('gates')).toEqual({
    id: 'gates',
    state: 'warn',
    code: 'gates_closed',
    facts: { products: ['Payments'], longestMs: 40_000 },
    fix: 'settings#connection',
  })
  stage.platform.probe = async () => stage.platform.connection
  stage.platform.gates = [gate, { ...gate, product: 'Livestream' }]
  expect((await stage.row('gates'))?.state).toBe('fail')
})

// Catches changes that leave in the middle of the show without anyone having been told, and those of another environment that are counted.
test('what waits in the queue of this environment is counted', async () => {
  stage.bench.client.onWrite = unreachable
  const [first] = [await stage.submit(create('a')), await stage.submit(create('b'))]
  stage.environments.select('development')
  await stage.submit(create('c'))
  stage.environments.select('production')
  expect(await stage.row('queue')).toEqual({
    id: 'queue',
    state: 'warn',
    code: 'queue',
    facts: { unknown: 0, accepted: 0, leaving: 2, held: 0, sending: 0, paused: false },
    fix: 'activity?queue=1',
  })
  await stage.bench.ledger.hold(first.id, true)
  expect((await stage.row('queue'))?.facts).toMatchObject({ leaving: 1, held: 1 })
})

// Catches a limit that is off by one, a sign that is turned round, and a time that was not told taken for a good one.
test.each<[number | undefined, ShowCheck['state'], string]>([
  [undefined, 'warn', 'clock_unknown'],
  [0, 'ok', 'clock_right'],
  [-2_000, 'ok', 'clock_right'],
  [2_001, 'warn', 'clock_ahead'],
  [-30_000, 'warn', 'clock_behind'],
  [30_001, 'fail', 'clock_ahead'],
  [-7_200_000, 'fail', 'clock_behind'],
])('a clock that is %s ms away is %s', (offset, state, code) => {
  const found = clockCheck(offset === undefined ? {} : { clockOffsetMs: offset })
  expect(found).toMatchObject({ state, code })
  if (state !== 'ok' && offset !== undefined) expect(found.facts).toEqual({ awayMs: Math.abs(offset) })
})

// Catches a disk that fills up in the show.
test.each<[number, ShowCheck['state'], string]>([
  [199_999_999, 'fail', '199 MB'],
  [200_000_000, 'warn', '200 MB'],
  [999_999_999, 'warn', '999 MB'],
  [1_000_000_000, 'ok', '1 GB'],
  [12_490_000_000, 'ok', '12.4 GB'],
])('%d free bytes are %s', (bytes, state, words) => {
  expect(diskCheck(bytes)).toMatchObject({ state, facts: { free: words } })
})

// Catches a desk that waits for its disk, its drafts or a slow platform and calls that ready.
test('drafts that are being written, a slow platform and a paused queue are told', () => {
  expect(draftCheck(2, 5)).toMatchObject({
    state: 'warn',
    code: 'drafts_being_written',
    facts: { n: 2 },
    fix: 'drafts',
  })
  expect(draftCheck(0, 1)).toMatchObject({ code: 'drafts_saved', facts: { n: 1 } })
  expect(platformCheck({ ...stage.platform.connection, latencyMs: 3_400 })).toMatchObject({
    state: 'warn',
    code: 'platform_slow',
    facts: { seconds: '3.4' },
  })
  expect(queueCheck({ queued: 3, held: 3, sending: 1, accepted: 0, unknown: 0, paused: true }, 'production')).toEqual({
    state: 'ok',
    code: 'queue',
    facts: { unknown: 0, accepted: 0, leaving: 0, held: 3, sending: 1, paused: true },
  })
  expect(queueCheck({ queued: 1, held: 0, sending: 0, accepted: 0, unknown: 2, paused: true }, 'production')).toEqual({
    state: 'fail',
    code: 'queue',
    facts: { unknown: 2, accepted: 0, leaving: 1, held: 0, sending: 0, paused: true },
    fix: 'activity?state=unknown&environment=production',
  })
  // Catches what is accepted and not done, missing from what a person looks at before a show.
  expect(queueCheck({ queued: 0, held: 0, sending: 0, accepted: 1, unknown: 0, paused: false }, 'production')).toEqual({
    state: 'warn',
    code: 'queue',
    facts: { unknown: 0, accepted: 1, leaving: 0, held: 0, sending: 0, paused: false },
    fix: 'activity?state=accepted&environment=production',
  })
})

// Catches one look that fails and takes the others with it, and a way out that leads nowhere.
test('a look that fails is one failed row, and every way out is there', async () => {
  const { folder } = stage.bench
  await rm(folder, { recursive: true, force: true })
  stage.platform.probe = () => Promise.reject(new Error('a fault'))
  stage.drafts.writing = 1
  const checks = await stage.show.check()
  await mkdir(folder, { recursive: true })
  await settle()
  expect(states(checks)).toEqual([
    ['platform', 'fail'],
    ['clock', 'fail'],
    ['drafts', 'warn'],
    ['disk', 'fail'],
  ])
  expect(checks.find(({ id }) => id === 'disk')?.code).toBe('broke_off')
  const sections = settingsSections.map(({ id }) => `settings#${id}`)
  for (const fix of ['settings#environments', 'settings#connection', 'settings#credentials'])
    expect(sections).toContain(fix)
})

// Catches software that is gone, refuses the password or lacks a scene, and a desk without any that is told to fix something.
test('the streaming software that is in use is read, with the scenes of a start and an end', async () => {
  const encoder = { id: 'e1', name: 'Studio PC', address: 'ws://127.0.0.1:4455', hasPassword: true, used: true }
  const ready: EncoderState = {
    encoder,
    link: 'connected',
    everyMs: 2_000,
    readAt: new Date(stage.bench.clock.now()).toISOString(),
    scenes: ['Main', 'Goodbye'],
  }
  const found = async (state: EncoderState, scenes: string[] = []) => {
    Object.assign(stage.software, { state, scenes })
    const row = await stage.row('encoder')
    return [row?.state, row?.code, row?.facts]
  }
  expect(await found({ link: 'off', everyMs: 2_000 })).toEqual(['ok', 'encoder_unused', undefined])
  expect(await found(ready, ['Main'])).toEqual(['ok', 'encoder_ready', { name: 'Studio PC' }])
  expect(await found({ ...ready, link: 'refused' })).toMatchObject(['fail', 'encoder_refused', {}])
  expect(await found({ ...ready, link: 'unsupported' })).toMatchObject(['fail', 'encoder_unsupported', {}])
  expect(await found({ ...ready, link: 'unreachable' })).toMatchObject(['fail', 'encoder_silent', {}])
  expect(await found(ready, ['Main', 'Gone'])).toMatchObject(['warn', 'encoder_scene_gone', { scenes: 'Gone' }])
  expect(await found({ ...ready, exposed: true })).toMatchObject(['warn', 'encoder_exposed', {}])
  const old = new Date(stage.bench.clock.now() - 7_000).toISOString()
  expect(await found({ ...ready, readAt: old })).toMatchObject(['warn', 'encoder_unread', {}])
})

// Catches a show that begins with a rundown that is through, or whose dry run failed, without a word of it; and one
// without a rundown that is told to fix something.
test('the rundown of the show says how much is planned and what its dry run found', async () => {
  const planned = { id: 'run_1', title: 'Night show', cues: 12, durationMs: 3_720_000, isOver: false }
  const found = async (now?: PlannedRundown) => {
    Object.assign(stage.rundown, { planned: now })
    const row = await stage.row('rundown')
    return [row?.state, row?.code, row?.facts, row?.fix]
  }
  const facts = { rundown: 'Night show', n: 12, length: '1:02:00' }
  expect(await found()).toEqual(['ok', 'rundown_none', undefined, undefined])
  expect(await found(planned)).toEqual(['ok', 'rundown_ready', facts, undefined])
  expect(await found({ ...planned, failing: 0 })).toEqual(['ok', 'rundown_rehearsed', facts, undefined])
  expect(await found({ ...planned, failing: 2 })).toEqual([
    'warn',
    'rundown_fails',
    { rundown: 'Night show', n: 2 },
    'rundown?id=run_1',
  ])
  expect(await found({ ...planned, isOver: true })).toEqual(['warn', 'rundown_over', { rundown: 'Night show' }, 'live'])
})
