// The Chromium that stands for Electron's: started by the process that stands for Electron, driven over a pipe, and gone
// with it. A test joins over a port of loopback.
import { spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../until.ts'

type Json = Record<string, unknown>
interface Message {
  id?: number
  method?: string
  params?: Json
  sessionId?: string
  result?: Json
  error?: { message: string }
}

export interface Session {
  send<T = Json>(method: string, params?: Json): Promise<T>
  on(method: string, listener: (params: never) => void): void
}

export interface Chromium {
  /** Where a test joins: `http://127.0.0.1:PORT`. */
  endpoint: string
  browser: Session
  attach(targetId: string): Promise<Session>
}

/** `hosts` maps a host's name to an address of loopback. */
export async function startChromium(options: {
  executable: string
  profile: string
  hosts: Record<string, string>
}): Promise<Chromium> {
  const rules = Object.entries(options.hosts).map(([host, address]) => `MAP ${host} ${address}`)
  const child = spawn(
    options.executable,
    [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--headless',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-backgrounding-occluded-windows',
      '--remote-debugging-pipe',
      '--remote-debugging-port=0',
      '--remote-debugging-address=127.0.0.1',
      `--host-resolver-rules=${rules.join(', ')}`,
      `--user-data-dir=${options.profile}`,
      'about:blank',
    ],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] },
  )
  const [, , , writing, reading] = child.stdio
  if (writing === null || writing === undefined || !('write' in writing) || reading === null || reading === undefined)
    throw new Error('Chromium has no pipe')
  const events = new EventEmitter()
  const waiting = new Map<number, { resolve: (result: never) => void; reject: (error: Error) => void }>()
  let last = 0
  let rest = ''
  reading.on('data', (bytes: Buffer) => {
    rest += bytes.toString('utf8')
    const parts = rest.split('\0')
    rest = parts.pop() ?? ''
    for (const part of parts) receive(JSON.parse(part) as Message)
  })
  writing.on('error', () => undefined)

  function receive({ id, method, params, sessionId = '', result, error }: Message): void {
    if (id === undefined) return void events.emit(`${sessionId} ${method ?? ''}`, params)
    const asked = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) asked?.resolve(result as never)
    else asked?.reject(new Error(error.message))
  }

  const sessionOf = (sessionId?: string): Session => ({
    send: (method, params = {}) =>
      new Promise((resolve, reject) => {
        last += 1
        waiting.set(last, { resolve, reject: (error) => reject(new Error(`${method}: ${error.message}`)) })
        writing.write(
          `${JSON.stringify({ id: last, method, params, ...(sessionId !== undefined && { sessionId }) })}\0`,
        )
      }),
    on: (method, listener) => void events.on(`${sessionId ?? ''} ${method}`, listener as (params: unknown) => void),
  })
  const browser = sessionOf()
  const failed = once(child, 'exit').then(() => {
    throw new Error('Chromium ended at once')
  })
  await Promise.race([browser.send('Browser.getVersion'), failed])
  failed.catch(() => undefined)
  return {
    endpoint: `http://127.0.0.1:${await portOf(options.profile)}`,
    browser,
    async attach(targetId) {
      const { sessionId } = await browser.send<{ sessionId: string }>('Target.attachToTarget', {
        targetId,
        flatten: true,
      })
      return sessionOf(sessionId)
    },
  }
}

/** The port that Chromium chose. */
async function portOf(profile: string): Promise<string> {
  let port = ''
  const end = Date.now() + 30_000
  await until(() => {
    try {
      ;[port = ''] = readFileSync(join(profile, 'DevToolsActivePort'), 'utf8').split('\n')
    } catch {
      // Not written yet.
    }
    return port !== '' || Date.now() > end
  })
  if (port === '') throw new Error('Chromium opened no port')
  return port
}
