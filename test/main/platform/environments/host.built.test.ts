import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endDesk, hostBundle, root, startDesk, type Desk } from '../../../support/desk.ts'
import { specified } from '../../../contract/specification.ts'

let desk: Desk
beforeAll(async () => {
  desk = await startDesk()
})
afterAll(() => endDesk(desk))

async function runHost(args: string[]) {
  const child = spawn(process.execPath, [hostBundle, ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let err = ''
  child.stdout.on('data', (part: Buffer) => (out += part.toString('utf8')))
  child.stderr.on('data', (part: Buffer) => (err += part.toString('utf8')))
  const [code] = (await once(child, 'exit')) as [number | null]
  return { code, out, err }
}

// Catches a greeting that scripts can't use: another line before it, the pid of a wrapper, a short token.
test('the first line greets with url, bridge, token and the pid of the desk', () => {
  expect(desk.pid).toBe(desk.child.pid)
  expect(desk.token).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(desk.url).toMatch(new RegExp(`^http://127\\.0\\.0\\.1:\\d+/#token=${desk.token}$`))
  expect(desk.bridge).toMatch(/^ws:\/\/127\.0\.0\.1:\d+\/bridge$/)
})

// Catches a newcomer who is asked for an account before anything works.
test('a new profile starts in rehearsal and reads at once', async () => {
  const connection = await desk.connect()
  const info = await connection.call('desk.info')
  expect(info).toMatchObject({ environment: 'rehearsal', host: 'loopback', profile: desk.profile })
  const answer = await connection.call('platform.read', { operation: 'GET /api/events/general/all' })
  expect(answer.status).toBe(200)
  expect(answer.requestId).toEqual(expect.any(String))
})

// Catches a catalog that loses operations on its way to the screens.
test('the catalog comes whole over the bridge', async () => {
  const connection = await desk.connect()
  const { operations } = await connection.call('catalog.list')
  expect(operations).toHaveLength(specified.length)
  expect(operations.filter(({ body }) => body !== undefined)).toHaveLength(5)
})

// Catches a build that leaves the API's description out, or serves another one than was accepted.
test('the desk describes its control API', async () => {
  const connection = await desk.connect()
  const accepted: unknown = JSON.parse(readFileSync(join(root, 'docs/openrpc.json'), 'utf8'))
  expect(await connection.call('rpc.discover')).toEqual(accepted)
})

// Catches two desks that write one profile.
test('a second desk on the same profile is refused in words', async () => {
  const { code, out, err } = await runHost(['--profile', desk.profile, '--json'])
  expect(code).toBe(1)
  expect(out).toBe('')
  expect(err).toContain(desk.profile)
})

// Catches a wrong flag that is taken for something else.
test.each([
  [['--port', 'many'], '--port'],
  [['--environment', 'moon'], '--environment'],
  [['--bogus'], '--bogus'],
  [['--bogus'], '--help'],
  [['--profile='], '--profile'],
  [['--base-url='], '--base-url'],
  [['--environment', 'development', '--base-url', 'http://platform.example'], 'https'],
  [['--environment', 'production'], 'base address'],
])('%j is refused by name', async (flags, word) => {
  const { code, out, err } = await runHost(['--profile', `${desk.profile}-other`, '--json', ...flags])
  expect(code).not.toBe(0)
  expect(out).toBe('')
  expect(err).toContain(word)
})

// Catches a desk that dies without closing its database.
test('SIGTERM closes it cleanly', async () => {
  const other = await startDesk()
  await other.connect()
  expect(await other.stop()).toBe(0)
  await endDesk(other)
})

// Catches a desk that is torn down with its terminal, its log and lock left behind.
test.skipIf(process.platform === 'win32')('a terminal that is closed ends it cleanly', async () => {
  const other = await startDesk()
  other.child.kill('SIGHUP')
  const [code] = (await once(other.child, 'exit')) as [number | null]
  expect(code).toBe(0)
  expect(readdirSync(other.profile).filter((name) => /-wal$|-shm$|\.pid$/.test(name))).toEqual([])
  await endDesk(other)
})

// Catches a stack trace for a port that the system keeps for itself. Root, and systems that keep none, may take it.
test('a port that may not be taken is refused in words', async () => {
  const probe = createServer()
  const refused = await new Promise<boolean>((done) =>
    probe
      .once('error', ({ code }: NodeJS.ErrnoException) => done(code === 'EACCES'))
      .listen(80, '127.0.0.1', () => probe.close(() => done(false))),
  )
  if (!refused) return
  const { code, err } = await runHost(['--profile', `${desk.profile}-port`, '--port', '80'])
  expect(code).toBe(1)
  expect(err).toContain('--port')
  expect(err).not.toContain('    at ')
})
