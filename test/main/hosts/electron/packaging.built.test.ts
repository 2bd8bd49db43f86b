// The built desk, packed by electron-builder with the project's own configuration around a stub of Electron's runtime,
// and a Debian package of it that dpkg installs and removes in a folder of its own.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { extractFile, listPackage } from '@electron/asar'
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { iconSizes } from '../../../../.config/packaging/icons.ts'
import { makeInstallers, type Installers } from '../../../../.config/packaging/installers.ts'
import { feedOf } from '../../../../.config/packaging/pack.ts'
import { makeStubRuntime } from '../../../support/stub-runtime.ts'

const root = resolve(import.meta.dirname, '../../../..')
const feed = 'https://updates.example.com/showdesk'
const linux = process.platform === 'linux'
const runs = (program: string) => spawnSync(program, ['--version']).status === 0
const dpkg = linux && runs('dpkg-deb')
const isRoot = process.getuid?.() === 0
const mayInstall = dpkg && (isRoot || runs('fakeroot'))

let folder: string
let runtime: string
let packed: Installers
let entries: string[]

const environment = { ...process.env, SHOWDESK_UPDATE_FEED: feed, SHOWDESK_MAINTAINER: 'Own build <own@example.com>' }
const resource = (...path: string[]) => join(packed.app, 'resources', ...path)
const asar = () => resource('app.asar')

beforeAll(async () => {
  if (!linux) return
  folder = mkdtempSync(join(tmpdir(), 'showdesk-packing-'))
  runtime = await makeStubRuntime(folder)
  packed = await makeInstallers({
    runtime,
    output: join(folder, 'dist'),
    environment,
    wanted: dpkg ? [['deb']] : [],
  })
  entries = listPackage(asar(), { isPack: false })
})
afterAll(() => linux && rmSync(folder, { recursive: true, force: true }))

describe.skipIf(!linux)('the packed desk', () => {
  // Catches an app without what it starts from, or without a page that it serves.
  it.each([
    '/package.json',
    '/out/main/index.js',
    '/out/main/large-worker.js',
    '/out/main/mail-worker.js',
    '/out/preload/index.cjs',
    '/out/renderer/index.html',
    '/out/renderer/overlay.html',
    '/out/renderer/dock.html',
  ])('holds %s', (path) => {
    expect(entries).toContain(path)
  })

  // The entries of the other hosts, and the text that stands beside the archive.
  const elsewhere = ['/out/main/host.js', '/out/main/cli.js', '/out/renderer/licences.txt']

  // Catches a file of the page or a part of main that the list of files forgets.
  it('holds all of the build that runs', () => {
    const built = readdirSync(join(root, 'out'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.parentPath.startsWith(join(root, 'out/icons')))
      .map(({ parentPath, name }) => join(parentPath, name).slice(root.length))
      .filter((path) => !path.endsWith('.map') && !elsewhere.includes(path))
    expect(entries).toEqual(expect.arrayContaining(built))
  })

  // Catches a second Node, sources, source maps, or packages that are in the bundle already.
  it('holds nothing else', () => {
    const unexpected = entries.filter(
      (path) =>
        !/^\/(?:package\.json|out|out\/(?:main|preload|renderer)(?:\/.*)?|node_modules)$/.test(path) &&
        !/^\/node_modules\/(?:keytar|@napi-rs)(?:\/|$)/.test(path),
    )
    expect(unexpected).toEqual([])
    expect(entries.filter((path) => /\.map$|\/host\.js$|\/cli\.js$|\.gyp$|\.cc$|\/obj/.test(path))).toEqual([])
  })

  // Catches a main file whose imports are not in the package: it would end the desk at its start.
  it('has every piece that its main files import', () => {
    const files = entries.filter((path) => /^\/out\/main\/(?:chunks\/)?[^/]+\.js$/.test(path))
    for (const file of files) {
      const code = extractFile(asar(), file.slice(1)).toString()
      for (const [, to = ''] of code.matchAll(/(?:from|import)\s*\(?"(\.[^"]+\.js)"/g))
        expect(entries, `${file} imports ${to}`).toContain(join(file, '..', to))
    }
    expect(files.length).toBeGreaterThan(10)
  })

  // Catches an addon inside of the archive, where no system can load it.
  it('has its native modules unpacked', () => {
    const addons = entries.filter((path) => path.endsWith('.node'))
    expect(addons.some((path) => path.includes('@napi-rs/keyring'))).toBe(true)
    for (const path of addons) expect(existsSync(resource('app.asar.unpacked', path)), path).toBe(true)
  })

  // Catches a fuse left on through which a started desk becomes a Node that anyone can steer.
  it('has every fuse set', async () => {
    const wire = await getCurrentFuseWire(join(packed.app, 'showdesk'))
    const on = [
      FuseV1Options.EnableCookieEncryption,
      FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
      FuseV1Options.OnlyLoadAppFromAsar,
    ]
    const off = [
      FuseV1Options.RunAsNode,
      FuseV1Options.EnableNodeOptionsEnvironmentVariable,
      FuseV1Options.EnableNodeCliInspectArguments,
      FuseV1Options.LoadBrowserProcessSpecificV8Snapshot,
      FuseV1Options.GrantFileProtocolExtraPrivileges,
    ]
    for (const fuse of on) expect(wire[fuse], FuseV1Options[fuse]).toBe(FuseState.ENABLE)
    for (const fuse of off) expect(wire[fuse], FuseV1Options[fuse]).toBe(FuseState.DISABLE)
  })

  // Catches a package without the licences of what it is made of, or with a list that nobody made.
  it('carries every licence', () => {
    const licences = readFileSync(resource('licences.txt'), 'utf8')
    expect(licences.includes(readFileSync(join(root, 'LICENSE'), 'utf8').trim())).toBe(true)
    const named = Array.from(licences.matchAll(/^(\S+) [\d.]+\nLicence: /gm), ([, name]) => name)
    for (const name of [
      '@vue/runtime-core',
      'axios',
      'zod',
      '@nuxt/ui',
      'ws',
      'mjml',
      'reka-ui',
      'tailwindcss',
      '@napi-rs/keyring',
    ])
      expect(named, name).toContain(name)
    // What the source maps say of main, beside what the build said of itself.
    const main = join(root, 'out/main')
    const bundled = readdirSync(main, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.map'))
      .flatMap((path) => (JSON.parse(readFileSync(join(main, path), 'utf8')) as { sources: string[] }).sources)
      .flatMap((source) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1] ?? [])
    expect(new Set(bundled).size).toBeGreaterThan(30)
    expect([...new Set(bundled)].filter((name) => !named.includes(name))).toEqual([])
    expect(readFileSync(join(packed.app, 'LICENSES.chromium.html'), 'utf8')).toContain('Chromium')
    expect(existsSync(join(packed.app, 'LICENSE.electron.txt'))).toBe(true)
    expect(existsSync(resource('LICENSE.txt'))).toBe(true)
  })

  // Catches a Help menu that opens a folder which is not there, and updates that are looked for elsewhere.
  it('has the documentation and the address of updates beside it', () => {
    expect(entries).toContain('/out/renderer/help/first-show.html')
    expect(readFileSync(resource('app-update.yml'), 'utf8')).toContain(`url: ${feed}`)
    expect(existsSync(resource('default_app.asar'))).toBe(false)
  })

  // Catches an icon in a format that the system refuses.
  it('has an icon for each system', () => {
    const icons = join(root, 'out/icons')
    for (const size of iconSizes) {
      const png = readFileSync(join(icons, `${size}.png`))
      expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size])
    }
    const apple = readFileSync(join(icons, 'icon.icns'))
    expect([apple.toString('latin1', 0, 4), apple.readUInt32BE(4)]).toEqual(['icns', apple.length])
    const windows = readFileSync(join(icons, 'icon.ico'))
    const count = windows.readUInt16LE(4)
    const last = 6 + 16 * (count - 1)
    expect([windows.readUInt16LE(2), count]).toEqual([1, 7])
    expect(windows.readUInt32LE(last + 8) + windows.readUInt32LE(last + 12)).toBe(windows.length)
  })

  // Catches an app that takes a new version from a line that others can write on.
  it.each(['http://updates.example.com', 'updates'])('refuses %s as the address of updates', (address) => {
    expect(() => feedOf({ SHOWDESK_UPDATE_FEED: address })).toThrow('https')
    expect(feedOf({ SHOWDESK_UPDATE_FEED: '' })).toBeUndefined()
  })

  // Catches an installer that is missing without a word.
  it('names what could not be made', async () => {
    const empty = join(folder, 'no-programs')
    mkdirSync(empty)
    const { made, missing } = await makeInstallers({
      runtime,
      output: join(folder, 'without'),
      environment: { ...environment, PATH: empty },
      wanted: [['deb']],
    })
    expect(made).toEqual([])
    expect(missing).toEqual([{ targets: ['deb'], cause: expect.stringContaining('dpkg-deb') as string }])
  })
})

describe.skipIf(!dpkg)('the Debian package', () => {
  const file = () => packed.made[0] ?? ''

  // Catches a package that a store or a person can't identify.
  it('says what it is', () => {
    const field = (name: string) => execFileSync('dpkg-deb', ['--field', file(), name], { encoding: 'utf8' }).trim()
    expect(field('Package')).toBe('showdesk')
    expect(field('Version')).toBe(
      (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }).version,
    )
    expect(field('Maintainer')).toBe('Own build <own@example.com>')
    expect(field('Depends')).toContain('libgtk-3-0')
    expect(field('Homepage')).toMatch(/^https:/)
    const owners = execFileSync('dpkg-deb', ['--contents', file()], { encoding: 'utf8' }).trim().split('\n')
    expect(owners.filter((line) => !line.includes(' root/root '))).toEqual([])
  })

  // Catches a package that leaves files behind, that dpkg refuses, or whose menu entry starts nothing.
  it.skipIf(!mayInstall)('is installed and removed without a trace', () => {
    const target = join(folder, 'system')
    const state = join(target, 'var/lib/dpkg')
    for (const path of ['info', 'updates', 'triggers']) mkdirSync(join(state, path), { recursive: true })
    for (const path of ['status', 'available']) writeFileSync(join(state, path), '')
    const run = (...args: string[]) =>
      execFileSync(
        isRoot ? 'dpkg' : 'fakeroot',
        [
          ...(isRoot ? [] : ['dpkg']),
          ...[`--root=${target}`, '--force-depends', '--force-not-root', '--log=/dev/null', ...args],
        ],
        {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'pipe'],
          // dpkg looks for programs of the system's administrator.
          env: { ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` },
        },
      )

    run('--install', file())
    expect(run('--status', 'showdesk')).toContain('install ok installed')
    const entry = readFileSync(join(target, 'usr/share/applications/showdesk.desktop'), 'utf8')
    expect(entry).toContain('MimeType=x-scheme-handler/showdesk;application/x-showdesk-profile;')
    expect(entry).toMatch(/^Exec=\/usr\/bin\/showdesk %U$/m)
    expect(statSync(join(target, 'opt/Showdesk/showdesk')).mode & 0o777).toBe(0o755)
    expect(statSync(join(target, 'opt/Showdesk/chrome-sandbox')).mode & 0o7777).toBe(0o4755)
    for (const size of iconSizes)
      expect(existsSync(join(target, `usr/share/icons/hicolor/${size}x${size}/apps/showdesk.png`))).toBe(true)
    expect(readFileSync(join(target, 'usr/share/mime/packages/showdesk.xml'), 'utf8')).toContain(
      'showdesk-profile-*.jsonl',
    )

    run('--purge', 'showdesk')
    expect(existsSync(join(target, 'opt'))).toBe(false)
    expect(existsSync(join(target, 'usr'))).toBe(false)
  })
})
