// The first hour of somebody who has just got the source: an ordinary user with an empty home, in a folder whose path has
// blanks and letters of other alphabets, without a keychain, a screen and, once the packages are there, a network.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { connectDesk, root } from '../support/desk.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

const asRoot = process.getuid?.() === 0
const nobody = 65_534
/** Another user where these tests run as root; else who runs them. */
const user = asRoot ? { uid: nobody, gid: nobody } : {}
const works = (command: string, args: string[]): boolean =>
  spawnSync(command, args, { stdio: 'ignore', timeout: 10_000, ...user }).status === 0
const withoutNetwork = works('unshare', ['-c', '-n', '--keep-caps', 'ip', 'link', 'set', 'lo', 'up'])
const linux = process.platform === 'linux'

let place: string | undefined
let folder: string
let env: NodeJS.ProcessEnv

beforeAll(() => {
  if (!linux) return
  // On the disk, where the packages are: they are linked, and too many for memory.
  const base = mkdtempSync('/tmp/showdesk-newcomer-')
  place = base
  chmodSync(base, 0o755)
  folder = join(base, 'Ünï cødé – path', 'проект', '日本 show desk')
  mkdirSync(folder, { recursive: true })
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
  for (const file of files.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  // As `npm ci` leaves them. Hard links keep the copy quick; folders belong to the newcomer, the files are only read.
  const packages = join(folder, 'node_modules')
  if (spawnSync('cp', ['-al', join(root, 'node_modules'), packages]).status !== 0) {
    rmSync(packages, { recursive: true, force: true })
    execFileSync('cp', ['-a', join(root, 'node_modules'), packages])
  }
  // What builds and checks left there; the newcomer has none of it.
  for (const made of readdirSync(packages).filter((name) => /^\.(?!bin$|package-lock)/.test(name)))
    rmSync(join(packages, made), { recursive: true, force: true })
  const home = join(base, 'дом newcomer')
  mkdirSync(home)
  const temporary = join(base, 'temporary')
  mkdirSync(temporary)
  if (asRoot) {
    execFileSync('find', [folder, '-type', 'd', '-exec', 'chown', `${nobody}:${nobody}`, '{}', '+'])
    for (const own of [home, temporary]) chownSync(own, nobody, nobody)
  }
  // Nothing of the machine's own settings, no screen and no bus.
  env = {
    // The Node that comes with the packages, since the one of this machine may be too old.
    PATH: `${join(folder, 'node_modules/node/bin')}:${process.env.PATH ?? ''}`,
    HOME: home,
    TMPDIR: temporary,
    LANG: 'C.UTF-8',
    npm_config_update_notifier: 'false',
  }
})
afterAll(() => {
  if (place !== undefined) rmSync(place, { recursive: true, force: true })
})

interface Running {
  child: ChildProcess
  said: () => string
  ended: Promise<[number | null, NodeJS.Signals | null]>
}

function start(command: string, args: string[]): Running {
  const child = spawn(command, args, { cwd: folder, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'], ...user })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  return { child, said: () => said, ended: once(child, 'close') as Running['ended'] }
}

/** What a terminal does to all that runs in it. */
function signal({ child }: Running, name: NodeJS.Signals): void {
  if (child.pid !== undefined) process.kill(-child.pid, name)
}

const profile = (): string => join(env.HOME ?? '', '.local/share/showdesk')
const leftOpen = (): string[] => readdirSync(profile()).filter((name) => /desk\.pid|-wal$|-shm$/.test(name))

// Catches a first start that needs another user, a plain path, a screen, a keychain or a home that was used before; and one
// that dies uncleanly with its terminal.
test.runIf(linux)('npm start opens the desk, and a closed terminal ends it cleanly', async () => {
  const running = start('npm', ['start', '--', '--port', '0'])
  const address = /http:\/\/127\.0\.0\.1:(\d+)\/#token=([\w-]+)/
  await expect.poll(running.said, { timeout: 240_000 }).toMatch(address)
  const [url = '', port = '', token = ''] = address.exec(running.said()) ?? []
  expect((await fetch(url)).status).toBe(200)
  expect((await fetch(new URL('/help/install.html', url))).status).toBe(200)

  const desk = await connectDesk({ bridge: `ws://127.0.0.1:${port}/bridge`, token })
  const { environments } = await desk.call('environments.list')
  expect(environments.find(({ selected }) => selected)?.id).toBe('rehearsal')
  await desk.call('credentials.save', { environment: 'rehearsal', credential: 'apiKey', value: 'rehearsal-newcomer' })
  expect((await desk.call('desk.info')).keychain.backend).toBe('memory')
  expect((await desk.call('platform.read', { operation: 'GET /api/video/stream/all' })).status).toBe(200)
  expect(statSync(profile()).mode & 0o077).toBe(0)
  desk.close()

  signal(running, 'SIGHUP')
  await running.ended
  await expect.poll(leftOpen).toEqual([])
  expect(running.said()).not.toMatch(/EBADENGINE|TIMINGS|at .*\.[jt]s:\d+/)
})

// Catches packages that don't fit together, or a Node that is too old for one: a newcomer reads pages of warnings first.
test.runIf(linux)('npm ci would warn of nothing', async () => {
  const checked = start('npm', ['ci', '--dry-run', '--offline', '--no-audit'])
  expect((await checked.ended)[0], checked.said()).toBe(0)
  expect(
    checked
      .said()
      .split('\n')
      .filter((line) => /^npm (?:warn|error)/i.test(line)),
  ).toEqual([])
})

// Catches a stack trace, or silence, where another program has the port or the desk is open already.
test.runIf(linux)('a taken port and an open profile are said in a sentence', async () => {
  const taken = createServer()
  taken.listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const refused = start('npm', ['run', '-s', 'serve', '--', '--port', String(port)])
  expect((await refused.ended)[0]).toBe(1)
  expect(refused.said()).toContain(`Port ${port} on 127.0.0.1 is taken. Choose another with --port`)
  expect(refused.said()).not.toMatch(/^\s+at /m)
  taken.close()

  const first = start('npm', ['run', '-s', 'serve', '--', '--port', '0', '--json'])
  await expect.poll(first.said, { timeout: 60_000 }).toContain('"token"')
  const second = start('npm', ['run', '-s', 'serve', '--', '--port', '0'])
  expect((await second.ended)[0]).toBe(1)
  expect(second.said()).toContain('Another Showdesk')
  signal(first, 'SIGTERM')
  await first.ended
  expect(leftOpen()).toEqual([])
})

const reserved = linux && Number(readFileSync('/proc/sys/net/ipv4/ip_unprivileged_port_start', 'utf8')) > 80

// Catches a stack trace, a start that was not asked for, or a word that is taken for something else. An unset shell variable
// must not turn the folder of the source into a profile.
test
  .runIf(linux)
  .each([
    ['serve', ['--profile=', '--port', '0'], 2, '--profile takes the path of a folder. --help lists the flags.'],
    ['serve', ['--prot', '0'], 2, 'There is no flag --prot. Did you mean --port?'],
    ['serve', ['port'], 2, 'Only flags are taken here, not the word port.'],
    [
      'serve',
      ['--environment', 'production'],
      1,
      'Production has no base address yet. Give it with --base-url ADDRESS',
    ],
    ['serve', ['-h'], 0, '--confirm-origin'],
    ['serve', ['--version'], 0, /^\d+\.\d+\.\d+\n$/],
    ['start', ['-h'], 0, '--confirm-origin'],
    ['start', ['--nothing-like-it'], 2, 'There is no flag --nothing-like-it. --help lists the flags.'],
    ['dev:web', ['--nothing-like-it'], 2, `The profile of this run is`],
    ...(reserved
      ? [['serve', ['--port', '80'], 1, 'Port 80 on 127.0.0.1 may not be used by this account.'] as const]
      : []),
  ] as const)('npm run %s with %j', async (script, args, code, says) => {
  const running = start('npm', ['run', '-s', script, '--', ...args])
  expect((await running.ended)[0], running.said()).toBe(code)
  if (typeof says === 'string') expect(running.said()).toContain(says)
  else expect(running.said()).toMatch(says)
  expect(running.said()).not.toMatch(/^\s+at /m)
  expect(existsSync(join(folder, 'showdesk.db'))).toBe(false)
})

const offlineScript = `
import { spawn } from 'node:child_process'
const desk = spawn(process.execPath, ['main/hosts/launch/serve.ts', '--port', '0', '--json'], { stdio: ['ignore', 'pipe', 'inherit'] })
desk.stdout.setEncoding('utf8').once('data', async (line) => {
  const { url, bridge, token } = JSON.parse(line.split('\\n')[0])
  const page = await fetch(url)
  const socket = new WebSocket(bridge, ['showdesk.v1', 'bearer.' + token])
  socket.onopen = () => socket.send('{"jsonrpc":"2.0","id":1,"method":"platform.read","params":{"operation":"GET /api/video/stream/all"}}')
  socket.onmessage = ({ data }) => {
    const answer = JSON.parse(data)
    if (answer.id !== 1) return
    console.log(JSON.stringify({ page: page.status, read: answer.result?.status ?? answer.error }))
    desk.kill()
  }
})
`

// Catches anything that is fetched at a build, at a start or while the rehearsal is used.
test.runIf(linux && withoutNetwork)('without a network it is built, starts and rehearses', async () => {
  rmSync(join(folder, 'out'), { recursive: true, force: true })
  const script = join(env.TMPDIR ?? '', 'offline.mjs')
  writeFileSync(script, offlineScript)
  const node = join(folder, 'node_modules/node/bin/node')
  const running = start('unshare', [
    '-c',
    '-n',
    '--keep-caps',
    'sh',
    '-c',
    'ip link set lo up && exec "$0" "$1"',
    node,
    script,
  ])
  expect((await running.ended)[0], running.said()).toBe(0)
  expect(running.said()).toContain('{"page":200,"read":200}')
})

const runtimeIsThere = existsSync(join(root, 'node_modules/electron/dist'))

// Catches a desktop window that does not come, without a word on why.
test.runIf(linux && withoutNetwork && !runtimeIsThere)(
  'with a screen and without a network it says why there is no window',
  async () => {
    const script = 'ip link set lo up && DISPLAY=:77 exec npm start -- --port 0'
    const running = start('unshare', ['-c', '-n', '--keep-caps', 'sh', '-c', script])
    await expect.poll(running.said, { timeout: 120_000 }).toContain('#token=')
    expect(running.said()).toMatch(
      /Electron's runtime is not here and could not be downloaded \(.+\); serving the desk on loopback instead\./,
    )
    signal(running, 'SIGTERM')
    await running.ended
  },
)

// Catches tests that only pass as root or in a readable folder.
test.runIf(linux)('npm test passes a newcomer', async () => {
  const running = start('npm', [
    'test',
    '--',
    'test/main/core/storage/open',
    'test/main/core/storage/faults',
    'test/docs/guide',
  ])
  expect((await running.ended)[0], running.said()).toBe(0)
  expect(running.said()).toMatch(/\d+ passed, 0 failed/)
})

// Catches a README whose two lines are no longer those that are walked here.
test('the two lines of the README are the scripts that were run', () => {
  const readme = readFileSync(join(root, 'README.md'), 'utf8')
  expect([...readme.matchAll(/^```\n(.+)\n```$/gm)].map(([, line]) => line)).toEqual([
    'npm ci && npm start',
    'npm ci && npm test',
  ])
})
