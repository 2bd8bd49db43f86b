import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileTo } from '../../../../main/hosts/launch/browser.ts'
import { isStale } from '../../../../main/hosts/launch/build.ts'
import { run } from '../../../../main/hosts/launch/run.ts'
import { parseHostOptions } from '../../../../main/hosts/loopback/options.ts'
import { withDevProfile } from '../../../../main/hosts/launch/dev-profile.ts'
import { causeIn, findRuntime } from '../../../../main/hosts/launch/runtime.ts'
import { hasBrowser, whyNoWindow } from '../../../../main/hosts/launch/display.ts'

let folder: string
const put = (path: string, at: number) => {
  const file = join(folder, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, '')
  utimesSync(file, at, at)
}

beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'showdesk-launch-'))))
afterEach(() => rmSync(folder, { recursive: true }))

describe('isStale', () => {
  const outputs = ['out/main/index.js', 'out/main/host.js', 'out/preload/index.cjs', 'out/renderer/index.html']
  const sources = [
    '.config/help-site.ts',
    'main/app.ts',
    'preload/index.ts',
    'renderer/main.ts',
    'electron.vite.config.ts',
    'package.json',
    'package-lock.json',
    'docs/guide/index.md',
    'CHANGELOG.md',
  ]
  const settle = (time: number) =>
    ['.config', 'main', 'preload', 'renderer', 'docs', 'docs/guide'].forEach((name) =>
      utimesSync(join(folder, name), time, time),
    )
  const built = () => {
    for (const path of sources) put(path, 1_000)
    for (const path of outputs) put(path, 2_000)
    settle(1_000)
  }

  // Catches a build at every start.
  it('is content with what is newer than its sources', () => {
    built()
    expect(isStale(folder)).toBe(false)
  })

  // Catches a first start that finds nothing to run, or only a part.
  it('wants a build where a part is missing', () => {
    built()
    rmSync(join(folder, 'out/preload/index.cjs'))
    expect(isStale(folder)).toBe(true)
  })

  // Catches a start that runs yesterday's code, packages or help after a source changed, was added or was removed.
  it.each([
    'main/app.ts',
    'renderer/views/new.vue',
    'package.json',
    'package-lock.json',
    'docs/guide/index.md',
    'CHANGELOG.md',
  ])('wants a build after %s changed', (path) => {
    built()
    put(path, 3_000)
    expect(isStale(folder)).toBe(true)
  })
  it('wants a build after a file went', () => {
    built()
    rmSync(join(folder, 'renderer/main.ts'))
    expect(isStale(folder)).toBe(true)
  })

  // Catches a build for the sake of a README.
  it('does not mind words', () => {
    built()
    put('main/README.md', 3_000)
    settle(1_000)
    expect(isStale(folder)).toBe(false)
  })
})

describe('findRuntime', () => {
  // Catches a start of a runtime whose download was cut.
  it('wants both the note and the executable', () => {
    expect(findRuntime(folder)).toBeUndefined()
    writeFileSync(join(folder, 'path.txt'), 'electron')
    expect(findRuntime(folder)).toBeUndefined()
    put('dist/electron', 1)
    expect(findRuntime(folder)).toBe(join(folder, 'dist/electron'))
  })
})

describe('the system', () => {
  // Catches a start of Electron where it can only fail: no display, or root, which gets no sandbox.
  it('knows where no window can open', () => {
    expect(whyNoWindow({ platform: 'linux', env: {}, uid: 1_000 })).toContain('no display')
    expect(whyNoWindow({ platform: 'linux', env: { DISPLAY: ':0' }, uid: 0 })).toContain('root')
    expect(whyNoWindow({ platform: 'linux', env: { WAYLAND_DISPLAY: 'wayland-0' }, uid: 1_000 })).toBeUndefined()
    expect(whyNoWindow({ platform: 'darwin', env: {}, uid: 501 })).toBeUndefined()
    expect(whyNoWindow({ platform: 'win32', env: {}, uid: undefined })).toBeUndefined()
  })

  // Catches a browser that is started where there is none, or not where there is one.
  it('knows where a browser can open', () => {
    put('xdg-open', 1)
    const env = { DISPLAY: ':0', PATH: folder }
    expect(hasBrowser({ platform: 'linux', env, uid: 1 })).toBe(false)
    chmodSync(join(folder, 'xdg-open'), 0o755)
    expect(hasBrowser({ platform: 'linux', env, uid: 1 })).toBe(true)
    expect(hasBrowser({ platform: 'linux', env: { PATH: folder }, uid: 1 })).toBe(false)
    expect(hasBrowser({ platform: 'darwin', env: {}, uid: 1 })).toBe(true)
  })
})

describe('fileTo', () => {
  // Catches the token in what the browser is started with, a file or folder that another user may read, and one that stays behind.
  it('leads on from a file that is private and goes', async () => {
    const target = 'http://127.0.0.1:9/?a=1&b="<x>"#token=abc'
    const { address, remove } = await fileTo(target)
    expect(address).toMatch(/^file:/)
    expect(address).not.toMatch(/abc|127\.0\.0\.1/)
    const file = fileURLToPath(address)
    expect([statSync(file).mode & 0o777, statSync(dirname(file)).mode & 0o777]).toEqual([0o600, 0o700])
    const page = readFileSync(file, 'utf8')
    expect(page).toContain('content="0; url=http://127.0.0.1:9/?a=1&amp;b=&quot;&lt;x>&quot;#token=abc"')
    expect(page).toContain(`location.replace("http://127.0.0.1:9/?a=1&b=\\"\\u003cx>\\"#token=abc")`)
    remove()
    remove()
    expect(existsSync(dirname(file))).toBe(false)
  })
})

describe('run', () => {
  const node = (script: string, started?: (pid: number) => void) =>
    run(process.execPath, ['-e', script], {
      stdio: 'ignore',
      ...(started && { started: ({ pid }) => started(pid ?? 0) }),
    })

  // Catches an exit code that is lost on the way, be it the program's own or that of a signal.
  it('answers how the program ended', async () => {
    expect(await node('process.exit(7)')).toBe(7)
    expect(await node('setInterval(() => 0, 1000)', (pid) => process.kill(pid, 'SIGKILL'))).toBe(137)
  })

  // Catches listeners that pile up, and with them a Ctrl+C that does nothing afterwards.
  it('leaves no signal handler behind', async () => {
    const before = process.listenerCount('SIGTERM')
    await node('0')
    expect(process.listenerCount('SIGTERM')).toBe(before)
  })

  // Catches a missing program that hangs the start.
  it('rejects what can not be started', async () => {
    await expect(run(join(folder, 'nothing'), [], { stdio: 'ignore' })).rejects.toThrow('ENOENT')
  })
})

// Catches work on the code that reads and changes a person's real drafts.
it('a run from the sources has a profile of its own, unless one is named', () => {
  const [flag, profile, ...rest] = withDevProfile(['--environment', 'rehearsal'])
  expect([flag, ...rest]).toEqual(['--profile', '--environment', 'rehearsal'])
  expect(profile).not.toBe(parseHostOptions([]).profile)
  for (const named of [['--profile', 'x'], ['--profile=x']]) expect(withDevProfile(named)).toEqual(named)
})

// Catches "could not be downloaded" without the reason, which a person needs to help themselves.
it('why the runtime could not be fetched is found in what the installer said', () => {
  expect(causeIn('[cause]: getaddrinfo ENOTFOUND x.example.org\nTypeError: fetch failed\n    at node:internal:1')).toBe(
    'getaddrinfo ENOTFOUND x.example.org',
  )
  expect(causeIn("Error: EACCES: permission denied, mkdir '/cache'\n    at x")).toBe(
    "EACCES: permission denied, mkdir '/cache'",
  )
  expect(causeIn('')).toBe('the download ended without a word')
})
