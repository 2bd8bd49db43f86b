// The whole backend over a profile on disk and a keychain in memory that outlives it: no byte of a stored secret may lie in the profile.
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, expect, test, vi } from 'vitest'
import type { BridgeInput, BridgeMethod, BridgeOutput } from '#contract/bridge.ts'
import { DeskError } from '#contract/errors.ts'
import { mask } from '#contract/mask.ts'
import { packed, unpacked } from '../../../main/platform/history/packing.ts'
import { createMemoryKeychain } from '../../../main/core/keychain/memory.ts'
import { formsOf } from '../../../main/core/keychain/value-forms.ts'
import { systemClock, type Keychain } from '../../../main/core/ports.ts'
import { createApp } from '../../support/contract.ts'

const streamKey = 'STRM-3y/zz+NN8w~q"7'
const apiKey = 'prod-api-key-8f7e6d5c'
const event = 'PUT /api/video/event/update'
const ends: Array<() => Promise<void> | void> = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

function newProfile() {
  const folder = mkdtempSync(join(tmpdir(), 'showdesk-rest-'))
  ends.push(() => rmSync(folder, { recursive: true, force: true }))
  const real = createMemoryKeychain({ clock: systemClock, log: { write: () => undefined } })
  const state = { locked: false }
  const guarded = <T>(call: () => Promise<T>) =>
    state.locked ? Promise.resolve({ outcome: 'locked' as const, reason: 'locked' }) : call()
  const keychain: Keychain = {
    backend: 'memory',
    get: (account) => guarded(() => real.get(account)),
    set: (account, value) => guarded(() => real.set(account, value)),
    remove: (account) => guarded(() => real.remove(account)),
  }
  const profile = join(folder, 'profile')
  const logged: string[] = []
  const open = async () => {
    const log = {
      write: (level: string, message: string, more?: unknown) =>
        void logged.push(JSON.stringify([level, message, more])),
    }
    const app = await createApp(
      {
        host: 'loopback',
        profile,
        keychain,
        clock: systemClock,
        log,
        shell: { openExternal: () => Promise.resolve() },
      },
      { version: '0.0.0' },
    )
    let closed = false
    const close = async () => {
      if (!closed) await app.close()
      closed = true
    }
    ends.push(close)
    async function call<M extends BridgeMethod>(method: M, params: BridgeInput<M>): Promise<BridgeOutput<M>> {
      const answer = await app.bridge.call(method, params)
      if (!answer.ok) throw DeskError.fromShape(answer.error)
      return answer.data as BridgeOutput<typeof method>
    }
    return { call, close }
  }
  const bytes = () =>
    Buffer.concat(
      readdirSync(profile, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => readFileSync(join(entry.parentPath, entry.name))),
    ).toString('latin1')
  return {
    profile,
    state,
    logged,
    open,
    bytes,
    sql: (run: (database: DatabaseSync) => void) => withDatabase(join(profile, 'showdesk.db'), run),
  }
}

function withDatabase(file: string, run: (database: DatabaseSync) => void): void {
  const database = new DatabaseSync(file)
  try {
    run(database)
  } finally {
    database.close()
  }
}

const spellings = (secret: string) => [...formsOf(secret), Buffer.from(secret).toString('hex'), secret.toLowerCase()]
function expectNone(bytes: string, secret: string): void {
  expect(spellings(secret).filter((form) => bytes.includes(form))).toEqual([])
}
const profileWith = (more: object) => ({
  name: 'Main stage',
  environment: 'production' as const,
  options: { rtmpUrl: 'rtmp://live.example/app' },
  ...more,
})
const swept = async (
  call: Awaited<ReturnType<ReturnType<typeof newProfile>['open']>>['call'],
  is: () => boolean | Promise<boolean>,
) => {
  await call('desk.info', {})
  await vi.waitFor(async () => expect(await is()).toBe(true), { timeout: 20_000, interval: 50 })
}

// Catches each place that was written past the check (findings 2 and 10), and one that refuses without naming its field.
test('a known secret reaches no table, whichever method brings it', async () => {
  const desk = newProfile()
  const { call, close } = await desk.open()
  const saved = await call(
    'profiles.save',
    profileWith({
      name: `Key ${streamKey}`,
      options: { rtmpUrl: `rtmp://live.example/app/${streamKey}` },
      secrets: { streamKey },
    }),
  )
  expect(saved).toMatchObject({
    name: `Key ${mask}`,
    options: { rtmpUrl: `rtmp://live.example/app/${mask}` },
    leftOut: ['name', 'options.rtmpUrl'],
  })
  for (const spelt of [
    streamKey,
    encodeURIComponent(streamKey),
    Buffer.from(streamKey).toString('hex'),
    JSON.stringify(JSON.stringify(streamKey)),
    streamKey.toLowerCase(),
    `${streamKey.slice(0, 5)}\u200b${streamKey.slice(5)}`,
  ]) {
    expect(
      await call('broadcast.choose', { environment: 'production', stream: { id: 's1', name: spelt } }),
    ).toMatchObject({ leftOut: ['stream.name'] })
    const draft = await call('drafts.save', {
      operation: event,
      title: spelt,
      notes: `see ${spelt}`,
      tags: [spelt.slice(0, 60)],
      extra: { a: [spelt] },
      body: { details: { title: 'Night' } },
    })
    expect(draft.leftOut).toEqual(expect.arrayContaining(['title', 'notes', 'extra.a.0']))
    const refusal = { code: 'invalid_input', details: { facts: { reason: 'secret_in_text' } } }
    await expect(call('drafts.link', { id: draft.id, links: { sent: spelt } })).rejects.toMatchObject({
      ...refusal,
      details: { fields: [{ path: 'links.sent' }] },
    })
    await expect(
      call('fields.choose', {
        environment: 'production',
        operation: 'GET /api/account/general/get-sessions',
        fields: {},
        list: spelt,
      } as never),
    ).rejects.toMatchObject(refusal)
    await expect(
      call('environments.configure', { id: 'development', baseUrl: `https://example.org/${spelt}` }),
    ).rejects.toMatchObject({ ...refusal, details: { fields: [{ path: 'baseUrl' }] } })
  }
  expect(await call('show.enter', { title: `Show ${streamKey}` })).toMatchObject({
    show: { title: `Show ${mask}` },
    leftOut: ['title'],
  })
  expect(await call('stage.say', { text: `Use ${streamKey}` })).toMatchObject({
    show: { said: { text: `Use ${mask}` } },
    leftOut: ['text'],
  })
  await call('drafts.list', { query: 'night', limit: 10 })
  const { id } = await call('profile.export', {})
  const exported = await call('transfers.read', { id, offset: 0 })
  expectNone(JSON.stringify(exported), streamKey)
  expectNone(desk.bytes(), streamKey)
  await close()
  expectNone(desk.bytes(), streamKey)
  expectNone(desk.logged.join('\n'), streamKey)
})

// Catches a desk that knows a stored secret only once something has read it, and only of the chosen environment.
test('every stored secret of every environment is known after a restart', async () => {
  const desk = newProfile()
  const first = await desk.open()
  await first.call('profiles.save', profileWith({ secrets: { streamKey } }))
  await first.call('credentials.save', { environment: 'production', credential: 'apiKey', value: apiKey })
  await first.close()
  const { call } = await desk.open()
  await vi.waitFor(
    async () => {
      const saved = await call('drafts.save', {
        operation: event,
        title: 'Night',
        notes: `${apiKey} and ${streamKey}`,
        body: {},
      })
      expect(saved.notes).toBe(`${mask} and ${mask}`)
    },
    { timeout: 10_000 },
  )
  await expect(
    call('platform.read', { operation: 'GET /api/account/general/get-sessions', query: { q: apiKey } }),
  ).rejects.toMatchObject({
    code: 'invalid_input',
    details: { facts: { reason: 'secret_in_address', field: 'query.q' } },
  })
})

// Catches what is saved while the keychain is locked and stays on the disk for good.
test('what was saved while the keychain was locked is looked through once it is not', async () => {
  const desk = newProfile()
  const first = await desk.open()
  await first.call('profiles.save', profileWith({ secrets: { streamKey } }))
  await first.close()
  desk.state.locked = true
  const second = await desk.open()
  const { id } = await second.call('drafts.save', {
    operation: event,
    title: `My ${streamKey}`,
    notes: streamKey,
    body: { details: { title: streamKey } },
  })
  await second.call('broadcast.choose', { environment: 'production', stream: { id: 's1', name: streamKey } })
  await second.call('drafts.list', { query: 'zz', limit: 10 })
  await second.close()
  expect(desk.bytes()).toContain('zz+NN8w')
  const { call, close } = await desk.open()
  expect((await call('drafts.get', { id })).notes).toBe(streamKey)
  desk.state.locked = false
  await call('credentials.status', { environment: 'production' })
  await call('profiles.save', profileWith({ name: 'Other', secrets: { apiKey: 'another-key-4711' } }))
  await swept(call, async () => (await call('drafts.get', { id })).notes === mask)
  await swept(call, async () =>
    (await call('desk.info', {})).notices.some(
      ({ code, facts }) => code === 'secrets_masked' && [2, 3].includes(Number(facts?.['rows'])),
    ),
  )
  expect(await call('broadcast.get', { environment: 'production' })).toMatchObject({ stream: { name: mask } })
  await close()
  expectNone(desk.bytes(), streamKey)
  expect(desk.bytes().toLowerCase()).not.toContain('nn8w')
})

// Catches rows, an index and backups of an earlier version that keep their secrets, and a difference that no longer fits its text.
test('existing rows, the index and the backups are looked through once after the upgrade', async () => {
  const desk = newProfile()
  const first = await desk.open()
  await first.call('profiles.save', profileWith({ secrets: { streamKey } }))
  const operation = 'POST /api/marketing/template/create'
  const long = 'words of a letter '.repeat(200)
  let draft = await first.call('drafts.save', {
    operation,
    title: 'Letter',
    body: { htmlContent: `<p>${long}PLACE</p>`, name: 'n' },
  })
  draft = await first.call('drafts.save', {
    id: draft.id,
    baseRevision: draft.revision,
    operation,
    title: 'Letter',
    body: { htmlContent: `<p>${long}PLACE and more</p>`, name: 'n' },
  })
  await first.close()
  const clean = '{ "data": [] }'
  const kept = {
    read1: await packed(JSON.stringify({ data: { note: `key ${streamKey}`, resetToken: 'tok-4712-abc' } })),
    read2: await packed(clean),
    read3: await packed(Buffer.from([0xff, 0xd8])),
    read4: Buffer.from('damaged'),
  }
  desk.sql((database) => {
    const put = JSON.stringify(streamKey).slice(1, -1)
    database.prepare("UPDATE draft_saves SET content = replace(content, 'PLACE', ?)").run(put)
    database
      .prepare('UPDATE draft_saves SET rest = rest + ? WHERE base IS NOT NULL')
      .run(streamKey.length - 'PLACE'.length)
    database
      .prepare('UPDATE draft_saves SET head = head + ? WHERE base IS NOT NULL')
      .run(streamKey.length - 'PLACE'.length)
    database.prepare("DELETE FROM settings WHERE key = 'sweep'").run()
    database
      .prepare('UPDATE profiles SET options = ?')
      .run(JSON.stringify({ rtmpUrl: `rtmp://live.example/app/${streamKey}` }))
    const request = JSON.stringify({ body: { id: 'a1', pwd: 'old-pass-phrase-1', note: `key ${streamKey}` } })
    database
      .prepare(`INSERT INTO intents (id, reference, operation, state, environment, product, risk, place, attempts, created_at, evidence, answer, request)
      VALUES ('i1', 'r1', '${event}', 'confirmed', 'production', 'Events', 'edit', 1, 1, '2026-01-01T00:00:00.000Z', '[]', '{"data":{"resetToken":"tok-4711-abc"}}', ?)`)
      .run(request)
    for (const [id, answer] of Object.entries(kept))
      database
        .prepare(`INSERT INTO reads (id, at, operation, product, environment, outcome, attempts, request, answer)
        VALUES (?, '2026-01-01T00:00:00.000Z', '${event}', 'Events', 'production', 'answered', 1, '{}', ?)`)
        .run(id, answer ?? null)
    database
      .prepare(
        'INSERT OR REPLACE INTO draft_search (rowid, title, tags, notes, body) SELECT place, title, tags, ?, ? FROM drafts',
      )
      .run(streamKey, streamKey)
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)')
    database.exec(`VACUUM INTO '${join(desk.profile, 'backups-old.db')}'`)
  })
  const { mkdirSync, renameSync } = await import('node:fs')
  mkdirSync(join(desk.profile, 'backups'), { recursive: true })
  renameSync(join(desk.profile, 'backups-old.db'), join(desk.profile, 'backups', '2026-01-01T00-00-00-000Z-daily.db'))
  expect(desk.bytes()).toContain('zz+NN8w')

  const { call, close } = await desk.open()
  await swept(call, async () =>
    (await call('desk.info', {})).notices.some(
      ({ code, facts }) => code === 'secrets_masked' && Number(facts?.['rows']) > 0 && Number(facts?.['backups']) > 0,
    ),
  )
  const { body } = await call('drafts.get', { id: draft.id })
  expect(body).toEqual({ htmlContent: `<p>${long}${mask} and more</p>`, name: 'n' })
  expect((await call('drafts.get', { id: draft.id, revision: 1 })).body).toEqual({
    htmlContent: `<p>${long}${mask}</p>`,
    name: 'n',
  })
  expect((await call('drafts.list', { query: 'letter', limit: 5 })).items).toHaveLength(1)
  expect((await call('ledger.get', { id: 'i1' })).request.body).toEqual({ id: 'a1', pwd: mask, note: `key ${mask}` })
  const answerOf = async (id: string) => {
    const shown = (await call('history.get', { id })).body?.id
    const { text } = await call('answers.part', { id: shown ?? '', from: 0, length: 1_000 })
    return text
  }
  expect(await answerOf('read1')).toBe(JSON.stringify({ data: { note: `key ${mask}`, resetToken: mask } }))
  expect(await answerOf('read2')).toBe(clean)
  await close()
  const backups = readdirSync(join(desk.profile, 'backups')).filter((name) => name.endsWith('.db'))
  for (const file of ['showdesk.db', ...backups.map((name) => join('backups', name))]) {
    const answers = new DatabaseSync(join(desk.profile, file), { readOnly: true })
    const rows = answers.prepare('SELECT id, answer FROM reads').all() as Array<{ id: string; answer: Uint8Array }>
    answers.close()
    expect(rows.map(({ id }) => id)).toEqual(expect.arrayContaining(Object.keys(kept)))
    for (const { id, answer } of rows) {
      if (id === 'read1') expect(String(await unpacked(answer))).not.toMatch(/nn8w|tok-4712/i)
      else expect(Buffer.from(answer)).toEqual(kept[id as keyof typeof kept])
    }
  }
  expectNone(desk.bytes(), streamKey)
  expect(desk.bytes()).not.toMatch(/old-pass-phrase-1|tok-4711-abc|nn8w/i)
  const again = await desk.open()
  await again.call('desk.info', {})
})

// Catches a stack overflow that is told as a fault of the desk, with its stack in the log (finding 16).
test('what is nested too deeply is refused by name', async () => {
  const desk = newProfile()
  const { call } = await desk.open()
  const deep = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`) as unknown
  for (const [method, input] of [
    ['drafts.save', { operation: event, title: '', body: deep }],
    ['ledger.submit', { operation: event, body: deep }],
    ['learned.edit', { environment: 'rehearsal', operation: event, part: 'answer', schema: deep }],
    ['drafts.save', { operation: event, title: '', extra: { a: deep }, base: deep }],
  ] as const) {
    await expect(call(method, input as never)).rejects.toMatchObject({
      code: 'invalid_input',
      details: { facts: { reason: 'too_deep' } },
    })
  }
  const text = `{"format":"showdesk-drafts","version":1,"drafts":[${'['.repeat(100_000)}${']'.repeat(100_000)}]}`
  await expect(call('drafts.import', { text })).rejects.toMatchObject({
    code: 'invalid_input',
    details: { facts: { reason: 'too_deep' } },
  })
  expect(desk.logged.join()).not.toContain('RangeError')
})

// Catches a part of the desk that forgot: the door lets nothing in, and says so in the log without the text.
test('the door of the storage refuses what a feature forgot', async () => {
  const desk = newProfile()
  const { call } = await desk.open()
  await call('profiles.save', profileWith({ secrets: { streamKey } }))
  const submit = call('ledger.submit', {
    operation: event,
    body: { id: 'x' },
    draft: { id: streamKey.replace(/[^\w-]/g, ''), revision: 1 },
  })
  await submit.catch(() => undefined)
  expectNone(desk.bytes(), streamKey)
})

// Catches a key that is saved with its blanks, sent without them and masked with them (finding 13c).
test('a key is saved as it is sent', async () => {
  const desk = newProfile()
  const { call } = await desk.open()
  await call('credentials.save', { environment: 'production', credential: 'apiKey', value: `  ${apiKey}\n` })
  const { notes } = await call('drafts.save', { operation: event, title: 'Night', notes: `x${apiKey}y`, body: {} })
  expect(notes).toBe(`x${mask}y`)
})
