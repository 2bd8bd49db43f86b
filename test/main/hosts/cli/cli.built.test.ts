// The command line as it is installed, against a real desk.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectDesk, endDesk, root, startDesk, temporaryProfile, type Desk } from '../../../support/desk.ts'
import { callAsPage, letIn } from '../../../support/grants.ts'
import { startStandIn, type StandIn } from '../../../support/stand-in.ts'

const program = join(root, 'out/main/cli.js')
const folder = mkdtempSync(join(tmpdir(), 'showdesk-cli-'))

let desk: Desk
let file: string
beforeAll(async () => {
  desk = await startDesk({ args: ['--environment', 'rehearsal'] })
  file = join(folder, 'grant')
  // The session's token goes over the wire as a grant does.
  writeFileSync(file, `${new URL(desk.url).origin}/#g=${desk.token}\n`, { mode: 0o600 })
})
afterAll(async () => {
  await endDesk(desk)
  rmSync(folder, { recursive: true, force: true })
})

interface Started {
  child: ReturnType<typeof spawn>
  out: () => string
  said: () => string
  code: Promise<number | null>
}

function start(args: string[], env: NodeJS.ProcessEnv = {}): Started {
  const child = spawn(process.execPath, [program, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, XDG_CONFIG_HOME: folder, ...env },
  })
  let out = ''
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (out += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  return {
    child,
    out: () => out,
    said: () => said,
    code: once(child, 'close').then(([code]) => code as number | null),
  }
}

// Catches a command line that works from source alone: what is built misses a file, a version or the way to the desk.
test('call answers from a running desk', async () => {
  const called = start(['call', 'environments.list', '{}', '--grant-file', file])
  expect(await called.code).toBe(0)
  expect(JSON.parse(called.out())).toMatchObject({ environments: expect.any(Array) as unknown })
  expect(called.out().trim().split('\n')).toHaveLength(1)
  const refused = start(['call', 'drafts.get', '{"id":"none"}', '--grant-file', file])
  expect(await refused.code).toBe(1)
  expect(refused.said()).toMatch(/\(not_found_here\)\n$/)
  const version = start(['--version'])
  expect(await version.code).toBe(0)
  expect(version.out()).toMatch(/^\d+\.\d+\.\d+\n$/)
})

// Catches a grant file that others can read and that is used all the same.
test('a grant file that others may read is refused', async () => {
  const open = join(folder, 'open')
  writeFileSync(open, readFileSync(file))
  chmodSync(open, 0o644)
  const called = start(['call', 'desk.info', '--grant-file', open])
  expect(await called.code).toBe(2)
  expect(called.said()).not.toContain(desk.token)
})

// Catches a terminal that says "HTTP 403" to somebody whose desk only has to be switched on, or a refusal without a word.
test('why the desk does not let a grant in is said', async () => {
  const { grant, secret } = await letIn(desk, { name: 'Script', scope: 'read', environment: 'rehearsal' })
  const said = async (): Promise<string> => {
    const called = start(['call', 'access.own'], { SHOWDESK_GRANT: `${new URL(desk.url).origin}/#g=${secret}` })
    const code = await called.code
    return `${code} ${called.said()}`.trim()
  }
  expect(await said()).toBe('0')
  const others = await Promise.all(
    Array.from({ length: 16 }, () => connectDesk({ bridge: desk.bridge, token: secret })),
  )
  expect(await said()).toContain('1 showdesk: The desk takes no further connection now.')
  for (const one of others) one.close()
  await callAsPage(desk, 'access.switch', { on: false })
  expect(await said()).toContain('1 showdesk: The desk lets nobody in now. Switch access on')
  await callAsPage(desk, 'access.switch', { on: true })
  await callAsPage(desk, 'access.revoke', { id: grant.id })
  expect(await said()).toContain('1 showdesk: The desk does not accept this grant.')
})

// Catches events that stay in a buffer, and a Ctrl-C that ends as a fault.
test('watch prints an event at once and ends with Ctrl-C', async () => {
  const watching = start(['watch', 'drafts.changed', '--grant-file', file])
  const connection = await desk.connect()
  await expect
    .poll(async () => {
      await connection.call('drafts.save', { operation: 'POST /api/video/stream/createClip', title: 'A moment' })
      return watching.out()
    })
    .toContain('"event":"drafts.changed"')
  watching.child.kill('SIGINT')
  expect(await watching.code).toBe(0)
  expect(watching.said()).toBe('')
})

// Catches a stack trace in the terminal of whoever pipes the events into `head`.
test('watch ends in silence when its reader leaves', async () => {
  const watching = start(['watch', '--grant-file', file])
  watching.child.stdout?.destroy()
  const connection = await desk.connect()
  const timer = setInterval(() => {
    void connection.call('drafts.save', { operation: 'POST /api/video/stream/createClip', title: 'A moment' })
  }, 100)
  expect(await watching.code).toBe(0)
  clearInterval(timer)
  expect(watching.said()).toBe('')
})

// Catches a `serve` whose flags are read otherwise than the host's.
test('serve is the loopback host', async () => {
  const profile = temporaryProfile()
  const serving = start(['serve', '--profile', profile, '--port', '0', '--json'])
  await expect.poll(() => serving.out()).toContain('\n')
  const { bridge, token } = JSON.parse(serving.out()) as { bridge: string; token: string }
  const called = start(['call', 'desk.info'], { SHOWDESK_GRANT: token, SHOWDESK_PORT: new URL(bridge).port })
  expect(await called.code).toBe(0)
  expect(JSON.parse(called.out())).toMatchObject({ host: 'loopback', profile })
  serving.child.kill('SIGTERM')
  expect(await serving.code).toBe(0)
  const wrong = start(['serve', '--bogus'])
  expect(await wrong.code).toBe(2)
  rmSync(join(profile, '..'), { recursive: true, force: true })
})

function grantOf(scope: string): object {
  const more = scope === 'operate' ? { commands: ['clip'], mode: 'arm' } : scope === 'watch' ? { values: ['poll'] } : {}
  const times = { createdAt: '2026-11-22T20:00:00.000Z', lastUsedAt: null }
  return { grant: { id: 'g', name: 'Assistant', scope, environment: 'rehearsal', ...more, ...times } }
}

async function assistant({ grant }: Pick<StandIn, 'grant'>) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [program, 'mcp'],
    env: { SHOWDESK_GRANT: grant },
    stderr: 'pipe',
  })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  const use = async (name: string, input: Record<string, unknown> = {}) => {
    const { content, isError = false } = await client.callTool({ name, arguments: input })
    const [{ text } = { text: '' }] = content as Array<{ text: string }>
    return { text, isError }
  }
  return { client, use }
}

// Catches an assistant that can't do its work over the real protocol, and one that can do more than that.
test('an assistant reads and keeps drafts, and has nothing that sends', async () => {
  const standIn = await startStandIn({ 'access.own': () => grantOf('draft') }, { desk })
  const { client, use } = await assistant(standIn)
  const { tools } = await client.listTools()
  expect(tools.map(({ name }) => name)).toEqual([
    'find_operations',
    'read_platform',
    'list_drafts',
    'read_draft',
    'save_draft',
    'list_history',
    'show_state',
  ])
  const state = JSON.parse((await use('show_state')).text) as { broadcast: { poll: { id: string } } }
  const read = await use('read_platform', {
    operation: 'POST /api/vote/embed/get',
    body: { embedId: state.broadcast.poll.id },
  })
  expect(read.text).toContain('A clockmaker')
  const write = await use('read_platform', { operation: 'PUT /api/vote/embed/update', body: {} })
  expect(write).toMatchObject({ isError: true, text: expect.stringContaining('invalid_input') as string })
  const saved = await use('save_draft', { operation: 'POST /api/video/stream/createClip', title: 'From the assistant' })
  const { id } = JSON.parse(saved.text) as { id: string }
  expect((await use('list_drafts', { query: 'assistant' })).text).toContain(id)
  expect((await use('list_drafts', { removed: true, limit: 1_000 })).isError).toBe(true)
  const before = await (await desk.connect()).call('ledger.list', { limit: 10 })
  expect(before.items).toEqual([])
  await client.close()
  await standIn.close()
})

// Catches an assistant that says "saved" of a draft which a person has put into the bin, or makes one anew that was removed
// for good, and one that goes on after its grant was revoked.
test('a draft that was removed is not changed, and a revoked grant ends the assistant', async () => {
  const { grant, secret } = await letIn(desk, { name: 'Assistant', scope: 'draft', environment: 'rehearsal' })
  const { client, use } = await assistant({ grant: `${new URL(desk.url).origin}/#g=${secret}` })
  const saved = await use('save_draft', { operation: 'POST /api/video/stream/createClip', title: 'To be removed' })
  const { id, revision } = JSON.parse(saved.text) as { id: string; revision: number }
  const connection = await desk.connect()
  await connection.call('drafts.remove', { id })
  const change = { id, baseRevision: revision, operation: 'POST /api/video/stream/createClip', title: 'Changed' }
  expect(await use('save_draft', change)).toMatchObject({
    isError: true,
    text: expect.stringContaining('in the bin') as string,
  })
  expect(await connection.call('drafts.get', { id })).toMatchObject({ title: 'To be removed', revision })
  await connection.call('drafts.remove', { id, forever: true })
  expect((await use('save_draft', change)).isError).toBe(true)
  expect((await connection.call('drafts.list', { query: 'Changed', limit: 5 })).items).toEqual([])
  await callAsPage(desk, 'access.revoke', { id: grant.id })
  await expect.poll(() => use('list_drafts')).toMatchObject({ isError: true })
  await client.close()
})

// Catches an assistant that gets a grant with which it could do more than it needs, or that is left without a word.
test.each(['desk', 'operate', 'watch'])('a grant of scope %s is refused', async (scope) => {
  const own = scope === 'desk' ? { grant: null } : grantOf(scope)
  const standIn = await startStandIn({ 'access.own': () => own })
  const started = start(['mcp'], { SHOWDESK_GRANT: standIn.grant })
  expect(await started.code).toBe(1)
  expect(started.said()).toContain(`scope ${scope}`)
  expect(started.out()).toBe('')
  await standIn.close()
})

// Catches an assistant that has to be started again because the desk was started after it.
test('an assistant that was there before the desk finds it later', async () => {
  const first = await startStandIn({})
  const { port, secret } = first
  await first.close()
  const { client, use } = await assistant(first)
  expect(await use('list_drafts')).toMatchObject({ isError: true })
  const second = await startStandIn(
    { 'access.own': () => grantOf('read'), 'drafts.list': () => ({ items: [] }) },
    { port, secret },
  )
  expect(await use('list_drafts')).toEqual({ isError: false, text: '{"items":[]}' })
  await client.close()
  await second.close()
})

// Catches a library for assistants that every start of the desk loads too.
test('only mcp loads the library of its protocol', () => {
  const folders = [join(root, 'out/main'), join(root, 'out/main/chunks')]
  const files = folders.flatMap((one) =>
    readdirSync(one)
      .filter((name) => name.endsWith('.js'))
      .map((name) => ({ name, text: readFileSync(join(one, name), 'utf8') })),
  )
  const holders = files.filter(({ text }) => text.includes('StdioServerTransport = class'))
  expect(holders.length).toBeGreaterThan(0)
  for (const { name } of holders)
    for (const { text } of files) expect(text).not.toMatch(new RegExp(`(?:from|import) ?"[^"]*${name}"`))
})

// Catches a package without the program that its `bin` names.
test('the package holds the program', () => {
  const listed = execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    cwd: root,
    encoding: 'utf8',
  })
  const [{ files }] = JSON.parse(listed) as [{ files: Array<{ path: string }> }]
  const paths = files.map(({ path }) => path)
  expect(paths).toEqual(expect.arrayContaining(['out/main/cli.js', 'out/renderer/index.html', 'preload/client.ts']))
  expect(paths.filter((path) => path.endsWith('.map') || path.startsWith('test/'))).toEqual([])
  expect(readFileSync(program, 'utf8').startsWith('#!/usr/bin/env node\n')).toBe(true)
})
