// `npm run serve` and `npm start` as processes, on the built desk.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../../../..')
const headless = { ...process.env, DISPLAY: '', WAYLAND_DISPLAY: '', DBUS_SESSION_BUS_ADDRESS: 'disabled:' }
let profile: string
const started: ChildProcess[] = []

function script(name: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(root, 'main/hosts/launch', name), '--profile', profile, ...args], {
    env: headless,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  let errors = ''
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()))
  const ended = new Promise<number | null>((settle) => child.once('close', settle))
  const first = new Promise<string>((settle, fail) => {
    createInterface({ input: child.stdout }).once('line', settle)
    void ended.then((code) => fail(new Error(`${name} ended with ${String(code)}: ${errors}`)))
  })
  return { child, first, ended, errors: () => errors }
}

beforeEach(() => (profile = mkdtempSync(join(tmpdir(), 'showdesk-scripts-'))))
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
  rmSync(profile, { recursive: true, force: true })
})

describe('npm run serve', () => {
  // Catches build output or a log on stdout before the line that scripts read, another process's pid, or a SIGTERM that is not a clean end.
  it('says where it is in its first line, and ends cleanly', async () => {
    const desk = script('serve.ts', '--port', '0', '--json')
    const line = JSON.parse(await desk.first) as { url: string; bridge: string; token: string; pid: number }
    expect(line.pid).toBe(desk.child.pid)
    expect(line.token).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(line.url).toBe(`${line.bridge.replace(/^ws/, 'http').replace(/bridge$/, '')}#token=${line.token}`)
    expect((await fetch(line.url)).status).toBe(200)
    desk.child.kill('SIGTERM')
    expect(await desk.ended).toBe(0)
  })

  // Catches a wrong flag that is taken silently, and an exit code that says all is well.
  it('refuses a wrong flag', async () => {
    const desk = script('serve.ts', '--port', 'many')
    await expect(desk.first).rejects.toThrow('--port')
    expect(await desk.ended).toBe(2)
  })
})

describe.runIf(process.platform === 'linux')('npm start without a display', () => {
  // Catches a start that fails where Electron can't open a window, explains itself in many lines, or leaves the desk running after its end.
  it('says so in one line and serves the same desk', async () => {
    const desk = script('start.ts')
    const address = /^Showdesk is at (http:\/\/127\.0\.0\.1:\d+\/#token=\S+)$/.exec(await desk.first)?.[1]
    expect(address).toBeDefined()
    const spoken = desk
      .errors()
      .split('\n')
      .filter((line) => line.includes('Electron'))
    expect(spoken).toEqual([expect.stringContaining('serving the desk on loopback instead.')])
    expect((await fetch(address ?? '')).status).toBe(200)
    desk.child.kill('SIGTERM')
    expect(await desk.ended).toBe(0)
    await expect(fetch(address ?? '')).rejects.toThrow()
  })

  // Catches a flag that is dropped on its way to the host, so that a script waits for a line that never comes.
  it('says where it is as JSON where it is asked to', async () => {
    const desk = script('start.ts', '--port', '0', '--json')
    expect(JSON.parse(await desk.first)).toMatchObject({ token: expect.stringMatching(/^[\w-]{43}$/) as string })
    desk.child.kill('SIGTERM')
    expect(await desk.ended).toBe(0)
  })
})
