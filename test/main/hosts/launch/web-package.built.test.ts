// The Debian package of the loopback desk: made, installed on this very system, started as an ordinary user from its menu
// entry's command, used, ended and removed.
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { metadataOf } from '../../../../.config/packaging/pack.ts'
import { makeWebPackage, webPackage } from '../../../../.config/packaging/web.ts'
import { chromiumPath, launchBrowser } from '../../../support/browser.ts'
import { connectDesk } from '../../../support/desk.ts'

const succeeds = (command: string, args: string[]): boolean => spawnSync(command, args).status === 0
const dpkg = process.platform === 'linux' && succeeds('dpkg-deb', ['--version'])
// A package that somebody uses is left alone.
const mayInstall = dpkg && process.getuid?.() === 0 && !existsSync(`/usr/bin/${webPackage}`)
const nobody = 65_534

let folder: string
let made: string
let home: string
let opened: string
let env: NodeJS.ProcessEnv

const removePackage = () => execFileSync('dpkg', ['--purge', webPackage], { stdio: 'pipe' })
const profile = () => join(home, '.local/share/showdesk')

beforeAll(() => {
  if (!mayInstall) return
  folder = mkdtempSync(join(tmpdir(), 'showdesk-web-package-'))
  chmodSync(folder, 0o755)
  made = makeWebPackage(folder, metadataOf(process.env), 1)
  home = join(folder, 'дом of nobody')
  mkdirSync(home)
  chownSync(home, nobody, nobody)
  // Stands for the browser of a desktop: it keeps what it was asked to open.
  opened = join(home, 'opened')
  const tools = join(folder, 'tools')
  mkdirSync(tools)
  const file = `decodeURIComponent(new URL(process.argv[1]).pathname)`
  const node = `/usr/lib/${webPackage}/node`
  writeFileSync(
    join(tools, 'xdg-open'),
    `#!/bin/sh\nexec ${node} -e 'const fs = require("fs"); fs.appendFileSync(process.env.HOME + "/opened", fs.readFileSync(${file}))' "$1"\n`,
    { mode: 0o755 },
  )
  env = { PATH: `${tools}:/usr/bin:/bin`, HOME: home, TMPDIR: home, DISPLAY: ':99', LANG: 'C.UTF-8' }
})
afterAll(() => {
  if (!mayInstall) return
  for (const child of started) child.kill('SIGKILL')
  if (existsSync(`/usr/bin/${webPackage}`)) removePackage()
  rmSync(folder, { recursive: true, force: true })
})

interface Running {
  child: ChildProcess
  said: () => string
}

const started: ChildProcess[] = []

function start(args: string[] = []): Running {
  const child = spawn(`/usr/bin/${webPackage}`, args, {
    cwd: '/',
    env,
    uid: nobody,
    gid: nobody,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  return { child, said: () => said }
}

async function codeOf({ child }: Running): Promise<number | null> {
  const [code] = (await once(child, 'close')) as [number | null]
  return code
}

/** The addresses that the browser was sent to. */
function addresses(): string[] {
  if (!existsSync(opened)) return []
  return [...readFileSync(opened, 'utf8').matchAll(/location\.replace\("([^"]+)"\)/g)].map(
    ([, address]) => address ?? '',
  )
}

/** Arguments of every process of the machine. */
const everyArgument = (): string =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'latin1')
      } catch {
        return ''
      }
    })
    .join('\n')

describe.skipIf(!mayInstall)('the package of the loopback desk (installed as root on Debian)', () => {
  // Catches a package that installs without what it runs on, starts only for its maker, keeps a second start out without a word, shows its token
  // to every user of the machine, or takes a person's work away with the program.
  it(
    'is installed, opened, used, opened again, ended and removed, and the work stays',
    { timeout: 240_000 },
    async () => {
      execFileSync('dpkg', ['--force-depends', '--install', made], { stdio: 'pipe' })
      expect(existsSync(`/usr/share/icons/hicolor/scalable/apps/${webPackage}.svg`)).toBe(true)
      const entry = `/usr/share/applications/${webPackage}.desktop`
      if (succeeds('desktop-file-validate', ['--help']))
        execFileSync('desktop-file-validate', [entry], { stdio: 'pipe' })
      expect(readFileSync(entry, 'utf8')).toContain(`Exec=/usr/bin/${webPackage}\n`)

      const running = start()
      await expect.poll(addresses, { timeout: 60_000 }).toHaveLength(1)
      const address = new URL(addresses()[0] ?? '')
      const token = address.hash.replace('#token=', '')
      expect(token).toHaveLength(43)
      expect(everyArgument().includes(token)).toBe(false)

      const desk = await connectDesk({ bridge: `ws://${address.host}/bridge`, token })
      await desk.call('drafts.save', {
        operation: 'POST /api/vote/embed/create',
        environment: 'rehearsal',
        title: 'Kept',
        body: {},
      })
      expect((await desk.call('platform.read', { operation: 'GET /api/video/stream/all' })).status).toBe(200)
      desk.close()
      if (chromiumPath() !== undefined) {
        const browser = await launchBrowser()
        const page = await browser.newPage()
        await page.goto(address.href)
        await page.locator('[data-live-desk]').waitFor()
        await page.goto(`${address.origin}/help/first-show.html`)
        await page.locator('h1').waitFor()
        await browser.close()
      }

      const second = start()
      expect(await codeOf(second)).toBe(0)
      expect(second.said()).toContain('runs already')
      await expect.poll(addresses).toEqual([address.href, address.href])

      const ended = once(running.child, 'close')
      expect(await codeOf(start(['--quit']))).toBe(0)
      await ended
      expect(readdirSync(profile()).filter((name) => /desk\.pid|-wal$/.test(name))).toEqual([])
      const nothing = start(['--quit'])
      expect(await codeOf(nothing)).toBe(0)
      expect(nothing.said()).toContain('No Showdesk runs')

      removePackage()
      for (const path of [`/usr/bin/${webPackage}`, `/usr/lib/${webPackage}`, entry, `/usr/share/doc/${webPackage}`])
        expect(existsSync(path), path).toBe(false)
      const database = new DatabaseSync(join(profile(), 'showdesk.db'), { readOnly: true })
      expect(database.prepare("SELECT count(*) AS n FROM drafts WHERE title = 'Kept'").get()).toEqual({ n: 1 })
      database.close()
    },
  )
})
