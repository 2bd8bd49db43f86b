import { describe, expect, it } from 'vitest'
import { ensureSystem, type Machine } from '../../../support/system.ts'

const addonPlace = 'keytar/build/Release/keytar.node'
const headersPlace = '/usr/include/libsecret-1/libsecret/secret.h'

interface FakeMachine extends Machine {
  commands: string[]
  lines: string[]
  things: Set<string>
}

/** A machine that has `things`; apt-get and npm add to them as the real ones do. */
function machine(options: {
  platform?: NodeJS.Platform
  root?: boolean
  things?: string[]
  failures?: number
  /** What npm says where it can't build the addon. */
  npmSays?: string
}): FakeMachine {
  const { platform = 'linux', root = true, things = [], failures = 0, npmSays } = options
  const there = new Set(things)
  const brings: Record<string, string[]> = {
    chromium: ['chromium'],
    'fonts-dejavu-core': ['/usr/share/fonts/truetype'],
    dbus: ['dbus-run-session', 'dbus-send'],
    'gnome-keyring': ['gnome-keyring-daemon'],
    'libsecret-1-dev': [headersPlace],
    'build-essential': ['g++', 'make'],
    'pkg-config': ['pkg-config'],
    python3: ['python3'],
    'python3-websockets': ['import websockets'],
    'obs-studio': ['obs'],
    xvfb: ['Xvfb'],
    ffmpeg: ['ffmpeg'],
  }
  let left = failures
  const fake: FakeMachine = {
    commands: [],
    lines: [],
    things: there,
    platform,
    root,
    has: (command) => there.has(command),
    exists: (path) => there.has(path.endsWith(addonPlace) ? addonPlace : path),
    succeeds: (_, args) => there.has(args.at(-1) ?? ''),
    async run(command, args) {
      const line = [command, ...args].join(' ')
      fake.commands.push(line)
      if (line.includes(' install -y') && left-- > 0) return { code: 100, output: 'E: one\nE: no such mirror' }
      if (line.includes(' install -y'))
        for (const name of args) for (const thing of brings[name] ?? []) there.add(thing)
      if (command === 'npm' && npmSays !== undefined) return { code: 0, output: npmSays }
      if (command === 'npm') there.add(addonPlace)
      return { code: 0, output: '' }
    },
    say: (line) => void fake.lines.push(line),
  }
  return fake
}

const whole = [
  'apt-get',
  'chromium',
  '/usr/share/fonts/truetype',
  'dbus-run-session',
  'dbus-send',
  'gnome-keyring-daemon',
  'import websockets',
  'obs',
  'Xvfb',
  'ffmpeg',
  addonPlace,
]

describe('what the tests need from the system', () => {
  // Catches an apt-get update at every test run.
  it('does nothing where everything is there', async () => {
    const fake = machine({ things: whole })
    expect(await ensureSystem(fake)).toEqual({ missing: [] })
    expect(fake.commands).toEqual([])
    expect(fake.lines).toEqual([])
  })

  // Catches a fresh machine whose first test run skips the real keychain or the browser.
  it('installs everything on an empty Debian as root and builds the addon', async () => {
    const fake = machine({ things: ['apt-get'] })
    expect(await ensureSystem(fake)).toEqual({ missing: [] })
    expect(fake.commands[0]).toBe('env DEBIAN_FRONTEND=noninteractive apt-get -qq update')
    expect(fake.commands[1]).toMatch(
      /install -y --no-install-recommends chromium fonts-dejavu-core dbus gnome-keyring python3-websockets obs-studio xvfb ffmpeg libsecret-1-dev build-essential/,
    )
    expect(fake.commands[2]).toMatch(/^npm install --no-save /)
    expect(fake.commands).toHaveLength(3)
    expect(fake.lines).toHaveLength(2)
  })

  // Catches packages that are installed again though only the addon is missing.
  it('builds the addon alone where only it is missing', async () => {
    const fake = machine({
      things: [...whole.filter((thing) => thing !== addonPlace), headersPlace, 'g++', 'make', 'pkg-config', 'python3'],
    })
    expect(await ensureSystem(fake)).toEqual({ missing: [] })
    expect(fake.commands).toHaveLength(1)
  })

  // Catches advice to install what is there, where the build itself fails.
  it.each([
    [
      'npm verbose x\ngyp ERR! stack Error: getaddrinfo ENOTFOUND headers.example.org\nadded 1 package',
      'Error: getaddrinfo ENOTFOUND headers.example.org',
    ],
    [
      'gyp ERR! stack Error: This is most likely not a problem with node-gyp or the package itself and\ngyp ERR! stack is related to network connectivity. In most cases you are behind a proxy\ngyp ERR! not ok',
      'the headers of Node could not be downloaded',
    ],
  ])('names why the addon could not be built', async (npmSays, cause) => {
    const fake = machine({
      root: false,
      things: [...whole.filter((thing) => thing !== addonPlace), headersPlace, 'g++', 'make', 'pkg-config', 'python3'],
      npmSays,
    })
    const { missing } = await ensureSystem(fake)
    expect(missing.map(({ install }) => install)).toEqual([
      `What it is built with is there, but the build failed: ${cause}`,
    ])
  })

  // Catches a mirror's hiccup that skips tests, and a failure that is passed over in silence.
  it('tries once more, then names what is missing', async () => {
    expect(await ensureSystem(machine({ things: ['apt-get'], failures: 1 }))).toEqual({ missing: [] })
    const fake = machine({ things: whole.filter((thing) => thing !== 'gnome-keyring-daemon'), failures: 2 })
    const { missing } = await ensureSystem(fake)
    expect(missing).toEqual([
      {
        what: 'a Secret Service',
        why: 'tests against a real keychain',
        install: 'Install it with: sudo apt-get install --no-install-recommends gnome-keyring',
      },
    ])
    expect(fake.lines.at(-1)).toBe('apt-get install failed: E: one E: no such mirror')
  })

  // Catches a test run that changes a person's machine, or that says "not available" without saying what to install.
  it.each([
    ['linux', 'apt-get', false, 'sudo apt-get install --no-install-recommends gnome-keyring'],
    ['linux', 'dnf', true, 'sudo dnf install gnome-keyring'],
    ['linux', 'pacman', true, 'sudo pacman -S gnome-keyring'],
    ['linux', 'other', true, 'Install gnome-keyring'],
    ['darwin', 'brew', false, 'these tests run on Linux'],
    ['win32', 'other', false, 'these tests run on Linux'],
  ] as const)('names what to install on %s with %s', async (platform, manager, root, advice) => {
    const fake = machine({ platform, root, things: [manager] })
    const { missing } = await ensureSystem(fake)
    expect(fake.commands).toEqual([])
    expect(missing.find(({ what }) => what === 'a Secret Service')?.install).toContain(advice)
    expect(missing.find(({ what }) => what === 'Chromium')?.install).toMatch(/chromium/i)
    expect(missing.some(({ what }) => what === 'the addon of keytar')).toBe(true)
    expect(missing.some(({ what }) => what.includes('libsecret'))).toBe(platform === 'linux')
  })
})
