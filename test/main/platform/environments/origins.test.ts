// Where saved credentials and secrets may go, over the whole desk: two servers on loopback take down every byte that reaches them.
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { BridgeInput, BridgeMethod, BridgeOutput } from '#contract/bridge.ts'
import { careKinds } from '#contract/maintenance.ts'
import { DeskError } from '#contract/errors.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { ofPage, ofScript } from '../../../../main/core/access/rules.ts'
import type { App, AppOptions, Caller } from '../../../../main/core/types.ts'
import { createMemoryKeychain } from '../../../../main/core/keychain/memory.ts'
import { systemClock, type Keychain } from '../../../../main/core/ports.ts'
import { createApp } from '../../../support/contract.ts'

const quiet = { write: () => undefined }
const key = 'saved-api-key-5f1c9a7731'
const token = 'saved-session-token-0b6e21d4'
const streamKey = 'saved-stream-key-93ad10c2'
const read = 'GET /api/video/stream/all'
const sessionRead = 'GET /api/account/general/get-sessions'
const update = 'PUT /api/video/event/update'

/** A platform that answers anything and keeps what came, byte for byte. */
async function platform(answer: object = { data: { id: 'x', status: 'ok' } }) {
  let bytes = Buffer.alloc(0)
  const body = JSON.stringify(answer)
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (part: Buffer) => {
      bytes = Buffer.concat([bytes, part])
      const text = bytes.toString('latin1')
      const last = text.slice(text.lastIndexOf(' HTTP/1.1\r\n'))
      const length = Number(/content-length: (\d+)/i.exec(last)?.[1] ?? 0)
      const [, sent = ''] = last.split('\r\n\r\n')
      if (!last.includes('\r\n\r\n') || sent.length < length) return
      socket.end(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
      )
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, text: () => bytes.toString('latin1') }
}

async function openDesk(options: { keychain?: Keychain; folder?: string; from?: Caller } & Partial<AppOptions> = {}) {
  const {
    keychain = createMemoryKeychain({ clock: systemClock, log: quiet }),
    folder = await mkdtemp(join(tmpdir(), 'origins-')),
    from = ofPage,
    ...more
  } = options
  const app: App = await createApp(
    {
      host: 'loopback',
      profile: join(folder, 'profile'),
      keychain,
      clock: systemClock,
      log: quiet,
      shell: { openExternal: async () => undefined },
    },
    { version: '0.0.0', ...more },
  )
  onTestFinished(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  async function call<M extends BridgeMethod>(
    method: M,
    params?: BridgeInput<M>,
    by: Caller = from,
  ): Promise<BridgeOutput<M>> {
    const answer = await app.bridge.call(method, params ?? {}, by)
    if (answer.ok) return answer.data as BridgeOutput<M>
    throw DeskError.fromShape(answer.error)
  }
  return { app, call, keychain, folder }
}

type TestDesk = Awaited<ReturnType<typeof openDesk>>

/** How a call ended that must not go through. */
const refused = (work: Promise<unknown>): Promise<DeskError> =>
  work.then(
    () => {
      throw new Error('It went through.')
    },
    (error: unknown) => error as DeskError,
  )

const reasonOf = (error: DeskError) => ({ code: error.code, ...error.details.facts })

/** A production desk at the first platform, with a key, a session and a provider profile. */
async function saved(at: string, options: Parameters<typeof openDesk>[0] = {}): Promise<TestDesk> {
  const desk = await openDesk(options)
  await desk.call('environments.configure', { id: 'production', baseUrl: at })
  await desk.call('environments.select', { id: 'production' })
  await saveAll(desk, 'production')
  return desk
}

async function saveAll({ call }: TestDesk, environment: EnvironmentId) {
  await call('credentials.save', { environment, credential: 'apiKey', value: key })
  await call('credentials.save', { environment, credential: 'session', value: { token } })
  return call('profiles.save', { name: 'Stage', environment, options: {}, secrets: { streamKey } })
}

/** A profile file with these records, sealed as a careful forger would. */
function fileOf(records: object[]): string {
  const head = { format: 'showdesk-profile', version: 1, app: '0.1.0', createdAt: '2026-11-22T10:00:00.000Z' }
  const body = [head, ...records].map((record) => `${JSON.stringify(record)}\n`).join('')
  return `${body}${JSON.stringify({ kind: 'end', records: records.length, sha256: createHash('sha256').update(body).digest('hex') })}\n`
}

async function importFile({ call }: TestDesk, records: object[]) {
  const { id } = await call('transfers.begin', { name: 'gift.jsonl' })
  await call('transfers.append', { id, offset: 0, text: fileOf(records) })
  const preview = await call('profile.preview', { transfer: id })
  await call('profile.import', { transfer: id, kinds: [...careKinds] })
  return preview
}

const addresses = (value: Record<string, string>) => ({ kind: 'setting', name: 'environments', value })

function holdsNoSecret(text: string): void {
  for (const secret of [key, token, streamKey, 'rehearsal-key', 'rehearsal-session']) expect(text).not.toContain(secret)
}

async function everyWay({ call }: TestDesk): Promise<DeskError[]> {
  const [profile] = (await call('profiles.list')).profiles
  const write = await call('ledger.submit', {
    operation: update,
    body: { options: { streamKey: profile?.secrets.streamKey ?? null } },
  })
  const open = await call('ledger.submit', {
    operation: 'POST /api/account/general/login',
    body: { email: 'a@example.org', password: 'inline-password-77' },
  })
  return [
    await refused(call('platform.read', { operation: read })),
    ...[write, open].map(({ error, state }) => {
      expect(state).toBe('rejected')
      if (error === undefined) throw new Error('It has no error.')
      return DeskError.fromShape(error)
    }),
  ]
}

// Catches a key, a session or a provider secret that follows an address which somebody changed, and a confirmation that confirms something else.
test('what was saved for one address does not go to another before it is confirmed by name', async () => {
  const [first, second] = [await platform(), await platform()]
  const desk = await saved(first.baseUrl)
  await desk.call('platform.read', { operation: read })
  expect(first.text()).toContain(key)

  await desk.call('environments.configure', { id: 'production', baseUrl: second.baseUrl })
  const facts = {
    code: 'no_credentials',
    reason: 'origin_not_confirmed',
    environment: 'production',
    origin: second.baseUrl,
    confirmed: first.baseUrl,
  }
  expect((await everyWay(desk)).map(reasonOf)).toEqual([facts, facts, facts])
  expect(await desk.call('credentials.status', { environment: 'production' })).toMatchObject({
    confirmed: first.baseUrl,
    providerSecrets: 1,
  })
  holdsNoSecret(second.text())
  expect(second.text()).not.toContain('inline-password-77')
  // Whether it answers may still be asked.
  await desk.call('connection.probe')
  expect(second.text()).toContain('GET /api/account/types/get')
  holdsNoSecret(second.text())

  expect(
    await refused(desk.call('credentials.confirm', { environment: 'production', origin: second.baseUrl }, ofScript)),
  ).toMatchObject({ code: 'forbidden' })
  expect(
    await refused(desk.call('credentials.confirm', { environment: 'production', origin: first.baseUrl })),
  ).toMatchObject({ code: 'conflict' })
  expect(
    await refused(desk.call('credentials.confirm', { environment: 'development', origin: second.baseUrl })),
  ).toMatchObject({ code: 'invalid_state' })
  expect(await refused(desk.call('platform.read', { operation: read }))).toMatchObject({ code: 'no_credentials' })
  expect(await desk.call('credentials.confirm', { environment: 'production', origin: second.baseUrl })).toMatchObject({
    confirmed: second.baseUrl,
  })
  await desk.call('platform.read', { operation: read })
  expect(second.text()).toContain(key)
})

// Catches a forged file whose address takes the key along: the finding, over the import that a person uses, with and without an address before.
test.each(['no address before', 'another before'])(
  'an imported address gets nothing of what is saved: %s',
  async (before) => {
    const [first, second] = [await platform(), await platform()]
    const desk = await openDesk()
    if (before === 'another before')
      await desk.call('environments.configure', { id: 'production', baseUrl: first.baseUrl })
    await saveAll(desk, 'production')
    const { warnings } = await importFile(desk, [addresses({ production: second.baseUrl, rehearsal: second.baseUrl })])
    expect(warnings).toEqual([
      expect.stringMatching(new RegExp(`^Production (gets the address|moves from .* to) ${second.baseUrl}`)) as string,
      expect.stringMatching(
        new RegExp(`^Rehearsal gets the address ${second.baseUrl}\\..*others may see it`),
      ) as string,
    ])
    await desk.call('environments.select', { id: 'production' })
    for (const error of await everyWay(desk)) {
      expect(reasonOf(error)).toEqual({
        code: 'no_credentials',
        reason: 'origin_not_confirmed',
        environment: 'production',
        origin: second.baseUrl,
        confirmed: before === 'another before' ? first.baseUrl : null,
      })
    }
    // Rehearsal moved as well: the practice values stay inside, and it says where it is.
    await desk.call('environments.select', { id: 'rehearsal' })
    expect(await refused(desk.call('platform.read', { operation: read }))).toMatchObject({ code: 'no_credentials' })
    expect((await desk.call('show.check')).checks.find(({ id }) => id === 'environment')).toMatchObject({
      state: 'warn',
      code: 'seen_by_others',
      facts: { environment: 'rehearsal', host: new URL(second.baseUrl).host },
    })
    expect(
      (await desk.call('environments.list')).environments.find(({ id }) => id === 'rehearsal')?.embedded,
    ).toBeUndefined()
    holdsNoSecret(second.text())
  },
)

// Catches a rehearsal that is bound to a port, which is another at each start, or to the word where it is not inside the desk any more.
test('rehearsal is bound to the platform inside the desk, over restarts, and to nothing else', async () => {
  const second = await platform()
  const desk = await openDesk()
  await desk.call('credentials.save', { environment: 'rehearsal', credential: 'apiKey', value: 'rehearsal-own-key-11' })
  await desk.call('platform.read', { operation: read })
  const { streamKey: reference } = (
    await desk.call('profiles.save', {
      name: 'Practice',
      environment: 'rehearsal',
      options: {},
      secrets: { streamKey },
    })
  ).secrets
  expect(await desk.call('credentials.status', { environment: 'rehearsal' })).toMatchObject({
    confirmed: 'embedded',
    providerSecrets: 1,
  })
  await desk.app.close()

  const again = await openDesk({ keychain: desk.keychain, folder: desk.folder })
  await again.call('platform.read', { operation: read })
  await again.call('environments.configure', { id: 'rehearsal', baseUrl: second.baseUrl })
  const facts = { reason: 'origin_not_confirmed', origin: second.baseUrl, confirmed: 'embedded' }
  expect(reasonOf(await refused(again.call('platform.read', { operation: read })))).toMatchObject(facts)
  expect(
    (await again.call('ledger.submit', { operation: update, body: { options: { streamKey: reference } } })).error
      ?.facts,
  ).toMatchObject(facts)
  expect(second.text()).not.toMatch(/rehearsal-|saved-/)
})

// Catches an upgrade that asks about every address again, one that takes over an address which came later, and one that trusts what was saved without any.
test('an older profile is bound at its first start to the address that it has then', async () => {
  const [first, second] = [await platform(), await platform()]
  const keychain = createMemoryKeychain({ clock: systemClock, log: quiet })
  const at = '2026-11-01T10:00:00.000Z'
  for (const environment of ['production', 'development'])
    await keychain.set(`${environment}/apiKey`, JSON.stringify({ v: key, at }))
  const old = await saved(first.baseUrl)
  await old.app.close()
  // As the version before left it: no origin anywhere.
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(join(old.folder, 'profile', 'showdesk.db'))
  database.exec("DELETE FROM settings WHERE key = 'origins/first'; DELETE FROM profiles")
  database.close()

  const desk = await openDesk({ keychain, folder: old.folder })
  await desk.call('platform.read', { operation: read })
  expect(first.text()).toContain(key)
  await desk.call('environments.configure', { id: 'development', baseUrl: second.baseUrl })
  await desk.call('environments.select', { id: 'development' })
  expect(reasonOf(await refused(desk.call('platform.read', { operation: read })))).toMatchObject({
    reason: 'origin_not_confirmed',
    confirmed: null,
  })
  await desk.app.close()

  const third = await openDesk({ keychain, folder: old.folder })
  expect(await refused(third.call('platform.read', { operation: read }))).toMatchObject({ code: 'no_credentials' })
  expect(second.text()).not.toContain(key)
  await third.call('environments.configure', { id: 'production', baseUrl: second.baseUrl })
  await third.call('environments.select', { id: 'production' })
  expect(reasonOf(await refused(third.call('platform.read', { operation: read })))).toMatchObject({
    confirmed: first.baseUrl,
  })
  expect(second.text()).not.toContain(key)
})

// Catches a flag that moves the key to another address because a line in a script was changed.
test('a start with another address is refused until it says that it means it', async () => {
  const [first, second] = [await platform(), await platform()]
  const desk = await saved(first.baseUrl)
  await desk.app.close()
  const again = { keychain: desk.keychain, folder: desk.folder, environment: 'production' } as const
  const error = await refused(openDesk({ ...again, baseUrl: second.baseUrl }))
  expect(error).toMatchObject({ code: 'invalid_input', message: expect.stringContaining('--confirm-origin') as string })
  const same = await openDesk({ ...again, baseUrl: `${first.baseUrl}/v1` })
  await same.call('platform.read', { operation: read })
  await same.app.close()
  const meant = await openDesk({ ...again, baseUrl: second.baseUrl, confirmOrigin: true })
  await meant.call('platform.read', { operation: read })
  expect(second.text()).toContain(key)
})

// Catches a row in the database, forged or restored, that takes the key along.
test('an address that was written into the database gets nothing', async () => {
  const [first, second] = [await platform(), await platform()]
  const desk = await saved(first.baseUrl)
  await desk.app.close()
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(join(desk.folder, 'profile', 'showdesk.db'))
  database
    .prepare("UPDATE settings SET value = ? WHERE key = 'environments'")
    .run(JSON.stringify({ production: second.baseUrl }))
  database
    .prepare("UPDATE settings SET value = ? WHERE key = 'origins/first'")
    .run(JSON.stringify({ production: second.baseUrl }))
  database.close()
  const again = await openDesk({ keychain: desk.keychain, folder: desk.folder })
  for (const error of await everyWay(again))
    expect(reasonOf(error)).toMatchObject({ reason: 'origin_not_confirmed', confirmed: first.baseUrl })
  holdsNoSecret(second.text())
})

// Catches a session that is stored for another origin than the one that gave it.
test('a sign-in binds its session to the origin that answered', async () => {
  const answer = { data: { token: 'fresh-session-token-77aa88bb', accountId: 'acc-1', sessionId: 'device-1' } }
  const [first, second] = [await platform(answer), await platform(answer)]
  const desk = await openDesk()
  await desk.call('environments.configure', { id: 'production', baseUrl: first.baseUrl })
  await desk.call('environments.select', { id: 'production' })
  const { intent } = await desk.call('account.signIn', {
    operation: 'POST /api/account/general/login',
    body: { email: 'a@example.org', password: 'inline-password-77' },
  })
  expect(intent.state).toBe('confirmed')
  await desk.call('environments.configure', { id: 'production', baseUrl: second.baseUrl })
  await desk.call('account.map', { intent: intent.id, mapping: { token: 'data.token' } })
  expect(await desk.call('credentials.status', { environment: 'production' })).toMatchObject({
    confirmed: first.baseUrl,
    credentials: { session: { state: 'found' } },
  })
  expect(reasonOf(await refused(desk.call('platform.read', { operation: sessionRead })))).toMatchObject({
    code: 'no_credentials',
    origin: second.baseUrl,
    confirmed: first.baseUrl,
  })

  const asked = await desk.call('account.signIn', {
    operation: 'POST /api/account/general/login',
    body: { email: 'a@example.org' },
  })
  expect(asked.intent.state).toBe('confirmed')
  expect(
    await refused(desk.call('account.map', { intent: asked.intent.id, mapping: { token: 'data.token' } })),
  ).toMatchObject({ code: 'no_credentials' })
  expect(second.text()).not.toContain('fresh-session-token-77aa88bb')
  expect(second.text()).not.toContain('inline-password-77')
})

// Catches a refund that a file calls an edit, and an operation that nobody knows as a small matter; on the way in, and from an earlier import.
test("risk and product are the catalog's, whatever a file or a row says", async () => {
  const desk = await openDesk()
  const intent = (id: string, operation: string) => ({
    kind: 'intent',
    id,
    reference: `sd_${id}`,
    operation,
    state: 'rejected',
    environment: 'rehearsal',
    product: 'Events',
    risk: 'edit',
    place: 1,
    attempts: 1,
    createdAt: '2026-11-21T10:00:00.000Z',
    evidence: [],
    request: { body: { id: 'ch_1' } },
  })
  await importFile(desk, [
    intent('01REFUND', 'POST /api/payment/charge/refund'),
    intent('01STRANGE', 'POST /api/nobody/knows'),
  ])
  const look = async ({ call }: TestDesk) => {
    const { items } = await call('ledger.list', { limit: 10 })
    const { items: past } = await call('history.list', { limit: 10 })
    expect(past.map(({ id, risk, product }) => [id, risk, product])).toEqual(
      items.map(({ id, risk, product }) => [id, risk, product]),
    )
    return items.map(({ id, risk, product }) => [id, risk, product])
  }
  const right = [
    ['01STRANGE', 'destroy', 'Events'],
    ['01REFUND', 'money', 'Payments'],
  ]
  expect(await look(desk)).toEqual(right)
  await desk.app.close()
  const { DatabaseSync } = await import('node:sqlite')
  const database = new DatabaseSync(join(desk.folder, 'profile', 'showdesk.db'))
  database.exec("UPDATE intents SET risk = 'edit', product = 'Events'")
  database.close()
  const again = await openDesk({ keychain: desk.keychain, folder: desk.folder })
  expect(await look(again)).toEqual(right)
  expect(await again.call('ledger.get', { id: '01REFUND' })).toMatchObject({ risk: 'money', product: 'Payments' })
})
