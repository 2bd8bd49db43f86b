// Sentences of README and docs, each quoted and each checked by running the built desk. A sentence that is changed there has
// to be changed here too, and with it the check.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { request } from 'node:http'
import { networkInterfaces, tmpdir } from 'node:os'
import { connect as connectSocket } from 'node:net'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import type { GrantInput } from '#contract/access.ts'
import {
  connectDesk,
  endDesk,
  hostBundle,
  root,
  startDesk,
  temporaryProfile,
  type Desk,
  type DeskConnection,
} from '../support/desk.ts'
import { callAsPage, letIn } from '../support/grants.ts'
import { openProved } from '../support/login.ts'

interface Claim {
  file: string
  /** As it stands there, line breaks aside. */
  says: string
  holds: () => Promise<void>
}

let desk: Desk
let connection: DeskConnection
beforeAll(async () => {
  desk = await startDesk()
  connection = await desk.connect()
  await callAsPage(desk, 'live.configure', { perMinute: 600 })
})
afterAll(() => endDesk(desk))

const environment = 'rehearsal'
const secret = 'rehearsal-claims-9f3a1c7e5b'
const port = (): number => Number(new URL(desk.url).port)

/** Runs a program to its end. */
async function run(
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ code: number | null; out: string; err: string }> {
  const child = spawn(process.execPath, args, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, err] = ['', '']
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (err += text))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out, err }
}

function status(
  path: string,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Record<string, unknown> }> {
  return new Promise((done, fail) => {
    const outgoing = request({ port: port(), host: '127.0.0.1', path, headers }, (response) => {
      response.resume()
      done({ status: response.statusCode ?? 0, headers: response.headers })
    })
    outgoing.on('error', fail)
    outgoing.end()
  })
}

async function open(origin?: string, token = desk.token): Promise<WebSocket> {
  const socket = new WebSocket(desk.bridge, ['showdesk.v1', `bearer.${token}`], origin === undefined ? {} : { origin })
  await new Promise<void>((done, fail) => {
    socket.once('open', () => done())
    socket.once('error', fail)
  })
  return socket
}

/** The answer to a frame as it stands. */
async function frame(text: string): Promise<unknown> {
  const socket = await open()
  const answered = new Promise<unknown>((done) => {
    socket.on('message', (data: Buffer) => {
      const answer = JSON.parse(data.toString()) as { id?: unknown; error?: unknown }
      if (Array.isArray(answer) || 'id' in answer) done(answer)
    })
  })
  socket.send(text)
  try {
    return await answered
  } finally {
    socket.terminate()
  }
}

/** Every byte that a desk keeps. */
function kept(profile: string): string {
  return readdirSync(profile, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n')
}

async function withFault<T>(
  fault: Parameters<typeof callAsPage<'rehearsal.setFault'>>[2]['fault'],
  act: () => Promise<T>,
): Promise<T> {
  await callAsPage(desk, 'rehearsal.setFault', { fault, on: true })
  try {
    return await act()
  } finally {
    await callAsPage(desk, 'rehearsal.setFault', { fault, on: false })
  }
}

const operate: Omit<Extract<GrantInput, { scope: 'operate' }>, 'name'> = {
  scope: 'operate',
  environment,
  commands: ['start'],
  mode: 'fire',
}
const exported = (moneyAndDeletions = false) => connection.call('catalog.export', { moneyAndDeletions, learned: false })

const claims: Claim[] = [
  {
    file: 'README.md',
    says: 'All 283 operations of the 14 products are there',
    async holds() {
      const { operations } = await connection.call('catalog.list')
      expect(operations).toHaveLength(283)
      expect(new Set(operations.map(({ product }) => product)).size).toBe(14)
    },
  },
  {
    file: 'README.md',
    says: 'You begin in _rehearsal_: an embedded platform with a small studio in it, so that no account is needed.',
    async holds() {
      const { environments } = await connection.call('environments.list')
      expect(environments.find(({ selected }) => selected)).toMatchObject({ id: 'rehearsal', embedded: true })
      const { data } = await connection.call('platform.read', { operation: 'GET /api/video/stream/all' })
      expect(JSON.stringify(data)).toContain('Night show main')
    },
  },
  {
    file: 'README.md',
    says: 'Every write is on disk before it is sent, and ends confirmed, rejected, cancelled or visibly unknown.',
    async holds() {
      const fault = { kind: 'latency', delayMs: 3_000 } as const
      await withFault(fault, async () => {
        const submitted = connection.call('ledger.submit', {
          operation: 'POST /api/vote/embed/create',
          body: { question: 'On disk?' },
        })
        const database = new DatabaseSync(join(desk.profile, 'showdesk.db'), { readOnly: true })
        await expect
          .poll(() => database.prepare("SELECT count(*) AS n FROM intents WHERE state = 'sending'").get()?.n, {
            interval: 50,
          })
          .toBe(1)
        database.close()
        expect((await submitted).state).toBe('confirmed')
      })
    },
  },
  {
    file: 'README.md',
    says: "Credentials stay in the system's keychain.",
    async holds() {
      await connection.call('credentials.save', { environment, credential: 'apiKey', value: secret })
      await connection.call('platform.read', { operation: 'GET /api/video/stream/all' })
      expect(kept(desk.profile).includes(secret)).toBe(false)
      expect(desk.log()).not.toContain(secret)
    },
  },
  {
    file: 'README.md',
    says: 'Programs on the same computer reach the same desk over JSON-RPC',
    holds: async () =>
      expect(await frame('{"jsonrpc":"2.0","id":7,"method":"environments.list","params":{}}')).toMatchObject({ id: 7 }),
  },
  {
    file: 'CONTRIBUTING.md',
    says: 'The build makes pages below `/help/` of all of them',
    async holds() {
      for (const path of ['/help/', '/help/first-show.html', '/help/es/install.html', '/help/pictures/live.webp']) {
        const answer = await status(path)
        expect(answer.status, path).toBe(200)
        expect(answer.headers['content-security-policy'], path).toContain("script-src 'self'")
      }
    },
  },
  {
    file: 'docs/guide/install.md',
    says: 'two profiles can run side by side',
    async holds() {
      const second = await startDesk()
      try {
        const other = await second.connect()
        expect((await other.call('environments.list')).environments).toHaveLength(3)
      } finally {
        await endDesk(second)
      }
    },
  },
  {
    file: 'docs/guide/install.md',
    says: 'prints address, token and process as one line of JSON, for scripts',
    async holds() {
      expect(desk.url).toContain('#token=')
      expect(desk.token).toHaveLength(43)
      expect(desk.pid).toBe(desk.child.pid)
    },
  },
  {
    file: 'docs/guide/install.md',
    says: 'lists the options',
    async holds() {
      const { code, out } = await run([hostBundle, '--help'])
      expect(code).toBe(0)
      const text = readFileSync(join(root, 'docs/guide/install.md'), 'utf8')
      const named = [...text.matchAll(/^\| `(--[a-z-]+)/gm)].map(([, flag]) => flag ?? '')
      expect(named.length).toBeGreaterThan(5)
      for (const flag of named) expect(out).toContain(flag)
    },
  },
  {
    file: 'docs/guide/install.md',
    says: '`~/.local/share/showdesk`',
    async holds() {
      if (process.platform !== 'linux') return
      const { out } = await run([hostBundle, '--help'], { HOME: '/home/somebody', XDG_DATA_HOME: undefined })
      expect(out).toContain('/home/somebody/.local/share/showdesk')
    },
  },
  {
    file: 'docs/guide/troubleshooting.md',
    says: 'One profile is open once.',
    async holds() {
      const { code, err } = await run([hostBundle, '--profile', desk.profile, '--port', '0'])
      expect(code).toBe(1)
      expect(err).toContain('Another Showdesk')
    },
  },
  {
    file: 'docs/guide/troubleshooting.md',
    says: 'It is a new one after each start.',
    async holds() {
      const profile = temporaryProfile()
      const first = await startDesk({ profile })
      await first.stop()
      const second = await startDesk({ profile })
      await endDesk(second)
      expect(second.token).not.toBe(first.token)
    },
  },
  {
    file: 'docs/guide/troubleshooting.md',
    says: 'Another program has it, or it is one below 1024.',
    async holds() {
      const profile = temporaryProfile()
      const { code, err } = await run([hostBundle, '--profile', profile, '--port', String(port())])
      rmSync(join(profile, '..'), { recursive: true, force: true })
      expect(code).toBe(1)
      expect(err).toContain(`Port ${port()} on 127.0.0.1 is taken.`)
      expect(err).toContain('--port')
    },
  },
  {
    file: 'docs/guide/faq.md',
    says: 'What an audience sees, money and deletions never wait: they are refused.',
    async holds() {
      const { operations } = await connection.call('catalog.list')
      for (const wanted of ['onair', 'money', 'destroy']) {
        const operation = operations.find(
          ({ risk, kind, pathParams }) => risk === wanted && kind !== 'read' && pathParams.length === 0,
        )?.key
        if (operation === undefined) throw new Error(`No operation has the risk ${wanted}.`)
        const refused = await withFault({ kind: 'offline' }, () =>
          connection.call('ledger.submit', { operation, body: {} }),
        )
        expect(refused, operation).toMatchObject({ state: 'rejected', error: { code: 'unreachable' } })
      }
    },
  },
  {
    file: 'docs/guide/faq.md',
    says: 'wait in the queue (**Activity**, **Queue**) and are sent when the platform answers. 33 operations are of this kind',
    async holds() {
      const { operations } = await connection.call('catalog.list')
      expect(operations.filter(({ queueable }) => queueable)).toHaveLength(33)
      const waits = await withFault({ kind: 'offline' }, () =>
        connection.call('ledger.submit', {
          operation: 'POST /api/marketing/template/update',
          body: { templateId: 'not-there' },
        }),
      )
      expect(waits).toMatchObject({ state: 'queued', waiting: { reason: 'offline' } })
      await callAsPage(desk, 'connection.probe', {})
      const { intent } = await connection.next(
        'ledger.changed',
        (change) => change.intent.id === waits.id && change.intent.settledAt !== undefined,
      )
      expect(intent.status).toBeDefined()
    },
  },
  {
    file: 'docs/guide/security.md',
    says: 'None of them can see a credential or move money.',
    async holds() {
      const grant = await letIn(desk, { name: 'Claims', ...operate })
      const other = await connectDesk(grant)
      for (const call of [
        () => other.call('credentials.save', { environment, credential: 'apiKey', value: 'x' }),
        () =>
          other.call('ledger.submit', { operation: 'POST /api/payment/charge/refund', body: { chargeId: 'chg_1' } }),
      ])
        await expect(call()).rejects.toMatchObject({ code: 'forbidden' })
      other.close()
    },
  },
  {
    file: 'docs/guide/stream-deck.md',
    says: '**Revoke** in the list ends an access',
    async holds() {
      const { grant, secret: own } = await letIn(desk, { name: 'Gone', ...operate })
      const socket = await openProved(desk.bridge, own)
      const closed = once(socket, 'close') as Promise<[number]>
      await callAsPage(desk, 'access.revoke', { id: grant.id })
      expect((await closed)[0]).toBe(4001)
      await expect(openProved(desk.bridge, own)).rejects.toThrow('unknown-user')
    },
  },
  {
    file: 'docs/docks.md',
    says: 'The address works after every restart of Showdesk and of your computer.',
    async holds() {
      const profile = temporaryProfile()
      const first = await startDesk({ profile })
      const { secret: own } = await letIn(first, { name: 'Dock', ...operate })
      await first.stop()
      const second = await startDesk({ profile })
      const other = await connectDesk({ bridge: second.bridge, token: own })
      expect(await other.call('broadcast.get', { environment })).toBeDefined()
      other.close()
      await endDesk(second)
    },
  },
  {
    file: 'docs/security.md',
    says: 'The desk keeps nothing that opens it',
    async holds() {
      const { secret: own } = await letIn(desk, { name: 'Hashed', ...operate })
      expect(kept(desk.profile).includes(own)).toBe(false)
    },
  },
  {
    file: 'docs/overlays.md',
    says: 'Only programs on your computer can connect.',
    async holds() {
      const outside = Object.values(networkInterfaces())
        .flatMap((addresses) => addresses ?? [])
        .filter(({ internal, family }) => !internal && family === 'IPv4')
      for (const { address } of outside) {
        const socket = connectSocket({ host: address, port: port() })
        await expect(once(socket, 'connect')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
      }
      expect(new URL(desk.url).hostname).toBe('127.0.0.1')
    },
  },
  {
    file: 'docs/show.md',
    says: 'how many requests were sent within the last minute, out of 90, of which 30 are reserved for you',
    async holds() {
      const second = await startDesk()
      const other = await second.connect()
      expect(await other.call('live.budget')).toMatchObject({ perMinute: 90, reserve: 30 })
      await endDesk(second)
    },
  },
  {
    file: 'docs/control-api.md',
    says: 'At most 64 connections, of them 16 for each grant',
    async holds() {
      const { secret: own } = await letIn(desk, { name: 'Many', ...operate })
      const sockets = await Promise.all(Array.from({ length: 16 }, () => openProved(desk.bridge, own)))
      await expect(openProved(desk.bridge, own)).rejects.toThrow('no-resources')
      for (const socket of sockets) socket.terminate()
    },
  },
  {
    file: 'docs/control-api.md',
    says: '10 MiB a frame, text frames only',
    async holds() {
      for (const [data, code] of [
        [Buffer.from('{}'), 1003],
        ['x'.repeat(10 * 1024 * 1024 + 1), 1009],
      ] as const) {
        const socket = await open()
        socket.on('error', () => undefined)
        const closed = once(socket, 'close') as Promise<[number]>
        socket.send(data)
        expect((await closed)[0]).toBe(code)
      }
    },
  },
  {
    file: 'docs/control-api.md',
    says: 'Host must be `127.0.0.1` or `localhost` with the port; a page of another origin, or `null`, is refused.',
    async holds() {
      expect((await status('/', { host: `localhost:${port()}` })).status).toBe(200)
      expect((await status('/', { host: 'desk.example' })).status).toBe(421)
      for (const origin of ['null', 'https://elsewhere.example']) {
        expect((await status('/', { origin })).status).toBe(403)
        await expect(open(origin)).rejects.toThrow('403')
      }
    },
  },
  {
    file: 'docs/control-api.md',
    says: '`error.code` is -32700 for a frame that is not JSON, -32600 for one that is no request or a batch of none or more than 100',
    async holds() {
      const one = '{"jsonrpc":"2.0","id":1,"method":"environments.list","params":{}}'
      expect(await frame('{')).toMatchObject({ error: { code: -32_700 } })
      expect(await frame('[]')).toMatchObject({ error: { code: -32_600 } })
      expect(await frame(`[${Array(101).fill(one).join()}]`)).toMatchObject({ error: { code: -32_600 } })
      expect(await frame(`[${Array(100).fill(one).join()}]`)).toHaveLength(100)
    },
  },
  {
    file: 'docs/control-api.md',
    says: 'no field is demanded, and one that they do not list is refused',
    async holds() {
      const submit = (body: Record<string, string>) =>
        connection.call('ledger.submit', { operation: 'PUT /api/video/event/update', body })
      await expect(submit({ nameThatNobodyListed: 'x' })).rejects.toMatchObject({
        code: 'invalid_input',
        details: { fields: [{ reason: 'unknown_field' }] },
      })
      expect((await submit({})).state).not.toBe('unknown')
    },
  },
  {
    file: 'docs/control-api.md',
    says: 'a running desk answers it to `rpc.discover`',
    async holds() {
      expect(await connection.call('rpc.discover')).toEqual(
        JSON.parse(readFileSync(join(root, 'docs/openrpc.json'), 'utf8')),
      )
    },
  },
  {
    file: 'docs/control-api.md',
    says: 'Exit codes: 0 done, 1 refused by the desk, 2 wrong usage, 3 the desk was not reached.',
    async holds() {
      const cli = join(root, 'out/main/cli.js')
      const { secret: own } = await letIn(desk, { name: 'Line', scope: 'read', environment })
      const env = { SHOWDESK_GRANT: own, SHOWDESK_PORT: String(port()) }
      const code = async (args: string[], more: NodeJS.ProcessEnv = {}) =>
        (await run([cli, ...args], { ...env, ...more })).code
      expect(await code(['call', 'environments.list'])).toBe(0)
      expect(await code(['call', 'settings.update', '{"settings":{}}'])).toBe(1)
      expect(await code(['nothing'])).toBe(2)
      expect(await code(['call', 'environments.list'], { SHOWDESK_PORT: '1' })).toBe(3)
    },
  },
  {
    file: 'docs/control-api.md',
    says: 'A file that others may read is refused (`chmod 600`)',
    async holds() {
      if (process.platform === 'win32') return
      const folder = mkdtempSync(join(tmpdir(), 'showdesk-grant-'))
      const file = join(folder, 'grant')
      const { secret: own } = await letIn(desk, { name: 'File', scope: 'read', environment })
      const call = () =>
        run([
          join(root, 'out/main/cli.js'),
          'call',
          'environments.list',
          '--grant-file',
          file,
          '--port',
          String(port()),
        ])
      writeFileSync(file, own, { mode: 0o644 })
      chmodSync(file, 0o644)
      expect((await call()).code).not.toBe(0)
      chmodSync(file, 0o600)
      expect((await call()).code).toBe(0)
      rmSync(folder, { recursive: true })
    },
  },
  {
    file: 'docs/exports.md',
    says: 'The same catalog with the same credentials chosen gives the same bytes',
    async holds() {
      expect((await exported()).text).toBe((await exported()).text)
    },
  },
  {
    file: 'docs/exports.md',
    says: 'No file holds a value: no address, no credential, nothing that was sent or answered.',
    async holds() {
      await connection.call('credentials.save', { environment, credential: 'apiKey', value: secret })
      const { environments } = await connection.call('environments.list')
      const address = environments.find(({ id }) => id === environment)?.baseUrl ?? ''
      expect(address).toContain('127.0.0.1')
      const { text } = await exported(true)
      for (const value of [secret, address, 'Night show main', 'cus_1']) expect(text.includes(value), value).toBe(false)
    },
  },
  {
    file: 'docs/exports.md',
    says: "The operation's id is made of method and path: `putVideoEventUpdate`.",
    async holds() {
      const { paths } = JSON.parse((await exported(true)).text) as {
        paths: Record<string, Record<string, { operationId: string }>>
      }
      expect(paths['/api/video/event/update']?.put?.operationId).toBe('putVideoEventUpdate')
      const ids = Object.values(paths).flatMap((methods) =>
        Object.values(methods).map(({ operationId }) => operationId),
      )
      expect(new Set(ids.filter(Boolean)).size).toBe(283)
    },
  },
  {
    file: 'docs/exports.md',
    says: 'What costs money or deletes is left out unless you tick it',
    async holds() {
      const { operations } = await connection.call('catalog.list')
      const { paths } = JSON.parse((await exported()).text) as { paths: Record<string, Record<string, unknown>> }
      for (const { method, path, risk } of operations)
        expect(paths[path]?.[method.toLowerCase()] !== undefined, `${method} ${path}`).toBe(
          risk !== 'money' && risk !== 'destroy',
        )
    },
  },
  {
    file: 'docs/guide/moving.md',
    says: 'The file has no secrets in it, but all your drafts, names and activity',
    async holds() {
      await connection.call('credentials.save', { environment, credential: 'apiKey', value: secret })
      await connection.call('drafts.save', {
        operation: 'POST /api/vote/embed/create',
        environment,
        title: 'Taken along',
        body: {},
      })
      const transfer = await callAsPage(desk, 'profile.export', {})
      let text = ''
      for (let next: number | undefined = 0; next !== undefined;) {
        const piece: { text: string; next?: number } = await callAsPage(desk, 'transfers.read', {
          id: transfer.id,
          offset: next,
        })
        text += piece.text
        next = piece.next
      }
      expect(text).toContain('Taken along')
      expect(text.includes(secret)).toBe(false)
    },
  },
]

test('at least 25 sentences are checked', () => expect(claims.length).toBeGreaterThanOrEqual(25))

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ')

// Catches a sentence that is not true any more, and one that was changed without its check.
test.each(claims)('$file: $says', async ({ file, says, holds }) => {
  expect(oneLine(readFileSync(join(root, file), 'utf8')).includes(oneLine(says)), `${file} no longer says it`).toBe(
    true,
  )
  await holds()
})

// Catches a profile that others on the machine can read, as the page on security promises of it.
test('what is kept is private', () => {
  if (process.platform !== 'win32') expect(statSync(join(desk.profile, 'showdesk.db')).mode & 0o077).toBe(0)
})
