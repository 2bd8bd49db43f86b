// What the tests need from the system: a browser, a Secret Service, the headers for keytar's addon, a font, a package of
// Python, ffmpeg. As root on Debian they are installed; elsewhere they are named, and what could not run counts as skipped.
import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'

export interface Missing {
  what: string
  why: string
  /** How to install it, as a sentence. */
  install: string
}

/** What this file asks of the machine. */
export interface Machine {
  platform: NodeJS.Platform
  root: boolean
  has: (command: string) => boolean
  exists: (path: string) => boolean
  /** Whether it is there and ends with 0. */
  succeeds: (command: string, args: string[]) => boolean
  /** The output is both streams. */
  run(command: string, args: string[]): Promise<{ code: number; output: string }>
  say(line: string): void
}

type Manager = 'apt-get' | 'dnf' | 'pacman' | 'brew'

interface Need {
  what: string
  why: string
  packages: Partial<Record<Manager, string>>
  platforms: readonly NodeJS.Platform[]
  present(machine: Machine): boolean
}

const project = resolve(import.meta.dirname, '../..')
const addon = join(project, 'node_modules/keytar/build/Release/keytar.node')
const every: readonly NodeJS.Platform[] = ['linux', 'darwin', 'win32']

const browser: Need = {
  what: 'Chromium',
  why: 'tests in a real browser',
  packages: { 'apt-get': 'chromium', dnf: 'chromium', pacman: 'chromium', brew: 'chromium' },
  platforms: every,
  present: ({ has, exists }) => has('chromium') || exists('/usr/bin/chromium') || exists('/Applications/Chromium.app'),
}
const font: Need = {
  what: 'a font',
  why: 'screens in the browser tests',
  packages: { 'apt-get': 'fonts-dejavu-core', dnf: 'dejavu-sans-fonts', pacman: 'ttf-dejavu' },
  platforms: ['linux'],
  present: ({ exists }) =>
    ['/usr/share/fonts/truetype', '/usr/share/fonts/dejavu-sans-fonts', '/usr/share/fonts/TTF'].some(exists),
}
const bus: Need = {
  what: 'D-Bus for a Secret Service',
  why: 'tests against a real keychain',
  packages: { 'apt-get': 'dbus', dnf: 'dbus-daemon', pacman: 'dbus' },
  platforms: ['linux'],
  present: ({ has }) => has('dbus-run-session') && has('dbus-send'),
}
const keyring: Need = {
  what: 'a Secret Service',
  why: 'tests against a real keychain',
  packages: { 'apt-get': 'gnome-keyring', dnf: 'gnome-keyring', pacman: 'gnome-keyring' },
  platforms: ['linux'],
  present: ({ has }) => has('gnome-keyring-daemon'),
}
const headers: Need = {
  what: 'headers of libsecret',
  why: 'the addon of keytar',
  packages: { 'apt-get': 'libsecret-1-dev', dnf: 'libsecret-devel', pacman: 'libsecret' },
  platforms: ['linux'],
  present: ({ exists }) => exists('/usr/include/libsecret-1/libsecret/secret.h'),
}
const compiler: Need = {
  what: 'a C++ compiler, make and Python',
  why: 'the addon of keytar',
  packages: {
    'apt-get': 'build-essential pkg-config python3',
    dnf: 'gcc-c++ make pkgconf python3',
    pacman: 'base-devel python',
  },
  platforms: ['linux'],
  present: ({ has }) => ['g++', 'make', 'pkg-config', 'python3'].every(has),
}

const websockets: Need = {
  what: 'Python with websockets',
  why: 'tests of the scripts for Python',
  packages: { 'apt-get': 'python3-websockets', dnf: 'python3-websockets', pacman: 'python-websockets' },
  platforms: every,
  present: ({ succeeds }) =>
    ['python3', '/usr/bin/python3'].some((command) => succeeds(command, ['-c', 'import websockets'])),
}

const software: Need = {
  what: 'OBS Studio',
  why: 'tests against real streaming software',
  packages: { 'apt-get': 'obs-studio', pacman: 'obs-studio' },
  platforms: ['linux'],
  present: ({ has }) => has('obs'),
}
const screen: Need = {
  what: 'Xvfb',
  why: 'a screen for the streaming software of the tests',
  packages: { 'apt-get': 'xvfb', dnf: 'xorg-x11-server-Xvfb', pacman: 'xorg-server-xvfb' },
  platforms: ['linux'],
  present: ({ has }) => has('Xvfb'),
}
const sink: Need = {
  what: 'ffmpeg',
  why: 'a server that streaming software sends to, and a broadcast as viewers see it, in tests',
  packages: { 'apt-get': 'ffmpeg', dnf: 'ffmpeg-free', pacman: 'ffmpeg', brew: 'ffmpeg' },
  platforms: every,
  present: ({ has }) => has('ffmpeg'),
}

const managers: Manager[] = ['apt-get', 'dnf', 'pacman', 'brew']
const commands: Record<Manager, string> = {
  'apt-get': 'sudo apt-get install --no-install-recommends',
  dnf: 'sudo dnf install',
  pacman: 'sudo pacman -S',
  brew: 'brew install --cask',
}

function advice(need: Need, machine: Machine): string {
  if (!need.platforms.includes(machine.platform)) return 'There is none for this system: these tests run on Linux.'
  const manager = managers.find(machine.has)
  const packages = manager === undefined ? undefined : need.packages[manager]
  if (manager === undefined || packages === undefined)
    return `Install ${need.packages['apt-get'] ?? need.what} (the name of Debian's package) and put it on the PATH.`
  return `Install it with: ${commands[manager]} ${packages}`
}

/** Without questions, twice where it fails; answers whether it worked. */
async function apt(machine: Machine, args: string[]): Promise<boolean> {
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const { code, output } = await machine.run('env', ['DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args])
    if (code === 0) return true
    if (attempt === 2) machine.say(`apt-get ${args[0] ?? ''} failed: ${output.trim().split('\n').slice(-3).join(' ')}`)
  }
  return false
}

async function installFromDebian(machine: Machine, needs: Need[]): Promise<void> {
  const packages = needs.flatMap((need) => need.packages['apt-get']?.split(' ') ?? [])
  if (packages.length === 0) return
  machine.say(`Installing what the tests need from Debian: ${packages.join(' ')}`)
  await apt(machine, ['update'])
  await apt(machine, ['install', '-y', '--no-install-recommends', ...packages])
}

/** npm omits an optional package whose addon can't be built, without a word; an install with all words adds it or says why not. */
async function buildAddon(machine: Machine): Promise<string> {
  machine.say('Building the addon of keytar, which npm ci had left out')
  const flags = [
    '--no-save',
    '--prefer-offline',
    '--no-audit',
    '--no-fund',
    '--foreground-scripts',
    '--loglevel=verbose',
  ]
  const { output } = await machine.run('npm', ['install', ...flags, '--prefix', project])
  if (/gyp ERR!.*network connectivity/.test(output)) return 'the headers of Node could not be downloaded'
  const lines = output.split('\n').map((line) => line.trim())
  const said =
    lines.findLast((line) => /\bgyp ERR! stack \w*Error/.test(line)) ??
    lines.findLast((line) => /\berror\b|ERR!/i.test(line))
  return (said ?? 'npm said nothing').replace(/^.*gyp ERR! stack /, '').slice(0, 200)
}

/** Installs what it can and answers what is still missing. */
export async function ensureSystem(machine: Machine = thisMachine()): Promise<{ missing: Missing[] }> {
  const built = () => machine.exists(addon)
  const needs = () =>
    [browser, font, bus, keyring, websockets, software, screen, sink, ...(built() ? [] : [headers, compiler])].filter(
      (need) => !need.present(machine),
    )
  // A service that this system can't have counts as missing, headers that it does not need do not.
  const counts = (need: Need) => need.platforms.includes(machine.platform) || need === keyring
  const canInstall = machine.platform === 'linux' && machine.root && machine.has('apt-get')
  if (canInstall) await installFromDebian(machine, needs())
  const buildable = machine.platform === 'linux' && headers.present(machine) && compiler.present(machine)
  const fault = !built() && buildable ? await buildAddon(machine) : undefined
  const missing = needs()
    .filter(counts)
    .map((need) => ({ what: need.what, why: need.why, install: advice(need, machine) }))
  if (!built())
    missing.push({
      what: 'the addon of keytar',
      why: 'tests of keytar against a real keychain',
      install:
        fault === undefined
          ? 'Run npm ci again once what it is built with is there.'
          : `What it is built with is there, but the build failed: ${fault}`,
    })
  return { missing }
}

function thisMachine(): Machine {
  const has = (command: string) =>
    (process.env.PATH ?? '').split(delimiter).some((folder) => {
      try {
        accessSync(join(folder, command), constants.X_OK)
        return true
      } catch {
        return false
      }
    })
  return {
    platform: process.platform,
    root: process.getuid?.() === 0,
    has,
    exists: existsSync,
    succeeds: (command, args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0,
    run: (command, args) =>
      new Promise((done) => {
        const child = spawn(command, args, { cwd: project, stdio: ['ignore', 'pipe', 'pipe'] })
        let output = ''
        const take = (chunk: Buffer) => (output = (output + chunk.toString('utf8')).slice(-100_000))
        child.stdout.on('data', take)
        child.stderr.on('data', take)
        child.on('error', ({ message }) => done({ code: 127, output: message }))
        child.on('close', (code) => done({ code: code ?? 1, output }))
      }),
    say: (line) => void process.stdout.write(`${line}\n`),
  }
}
