// The built desk as a process, driven through its control API as by a script.
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import type { BridgeEvent, BridgeEvents } from '#contract/events.ts'
import { connect, type DeskAddress, type DeskClient } from 'showdesk/client'
import { checkAnswer, checkEvent } from './contract.ts'
import { startElectronDesk } from './electron/runtime-desk.ts'
import { startShellDesk, type ShellDesk } from './electron/desk.ts'

const hosts = ['loopback', 'shell', 'electron'] as const
/** Which host the tests of a run use: `shell` is Electron's on its stand-in with real pages, `electron` its own runtime. */
export const host = hosts.find((name) => name === process.env.SHOWDESK_TEST_HOST) ?? 'loopback'

export const root = resolve(import.meta.dirname, '../..')
export const hostBundle = join(root, 'out/main/host.js')

export interface Greeting extends DeskAddress {
  url: string
  pid: number
}

export interface Desk extends Greeting {
  profile: string
  /** In the app: its own window, which opens by itself. */
  ownPage?: ShellDesk['ownPage']
  /** The test mail that was opened last, where the app opens it. */
  openedMail?: ShellDesk['openedMail']
  watchTexts?: ShellDesk['watchTexts']
  child: ChildProcess
  /** Stderr so far. */
  log(): string
  connect(): Promise<DeskConnection>
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>
  /** SIGKILL, in the middle of whatever it does. */
  kill(): Promise<void>
}

export function temporaryProfile(): string {
  return join(mkdtempSync(join(tmpdir(), 'showdesk-profile-')), 'profile')
}

/** Rejects with the host's stderr where it ends early. */
export async function startDesk(
  options: { profile?: string; args?: string[]; env?: NodeJS.ProcessEnv; keptPort?: boolean } = {},
): Promise<Desk> {
  const profile = options.profile ?? temporaryProfile()
  const args = options.args ?? []
  // Desks of one keychain share the address that was confirmed for an environment; each test's platform has another.
  const confirm = args.includes('--base-url') && !args.includes('--confirm-origin') ? ['--confirm-origin'] : []
  if (host !== 'loopback') {
    const start = host === 'shell' ? startShellDesk : startElectronDesk
    return inShell(await start({ profile, args: [...args, ...confirm], env: options.env ?? {} }))
  }
  const child = spawn(
    process.execPath,
    [hostBundle, '--profile', profile, ...(options.keptPort ? [] : ['--port', '0']), '--json', ...args, ...confirm],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...options.env },
    },
  )
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text))
  const exited = once(child, 'exit') as Promise<[number | null]>
  const greeting = await new Promise<Greeting>((done, fail) => {
    createInterface({ input: child.stdout }).once('line', (line) => done(JSON.parse(line) as Greeting))
    void exited.then(([code]) => fail(new Error(`The desk ended with ${code}: ${log}`)))
  })
  const connections = new Set<DeskConnection>()
  return {
    ...greeting,
    profile,
    child,
    log: () => log,
    async connect() {
      const connection = await connectDesk(greeting)
      connections.add(connection)
      return connection
    },
    async stop() {
      for (const connection of connections) connection.close()
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM')
      const [code] = await exited
      return code
    },
    async kill() {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Without an address: its page opens by itself, and nobody else connects. */
function inShell({ client, ...desk }: ShellDesk): Desk {
  return {
    ...desk,
    url: 'app://desk/',
    bridge: '',
    token: '',
    connect: () => connectDesk(client),
  }
}

/** Stops a desk and removes its profile. */
export async function endDesk(desk: Pick<Desk, 'profile' | 'stop'>): Promise<void> {
  await desk.stop()
  // The browser of a shell ends after it, and still writes.
  await rm(join(desk.profile, '..'), { recursive: true, force: true, maxRetries: 20 })
}

export interface DeskConnection extends Pick<DeskClient, 'call' | 'close'> {
  /** The next matching event; events since the connection count too. */
  next<E extends BridgeEvent>(event: E, matches?: (payload: BridgeEvents[E]) => boolean): Promise<BridgeEvents[E]>
}

/** Benches run without vitest and are not slowed by the check. */
const checked = process.env.VITEST !== undefined

/** A client of the control API that checks every answer and event against the contract. */
export async function connectDesk(address: DeskAddress | ShellDesk['client']): Promise<DeskConnection> {
  const open: ShellDesk['client'] = typeof address === 'function' ? address : (onEvent) => connect(address, onEvent)
  const seen: Array<{ event: string; payload: unknown; number: number }> = []
  let events = 0
  const waiting = new Set<() => void>()
  const client = await open((event, payload) => {
    if (checked) checkEvent(event, payload)
    seen.push({ event, payload, number: events++ })
    for (const look of waiting) look()
  })
  return {
    async call(method, ...input) {
      const answer = await client.call(method, ...input)
      if (checked) checkAnswer(method, answer)
      return answer
    },
    next: (event, matches = () => true) =>
      new Promise((done) => {
        let looked = 0
        const look = () => {
          const at = seen.findIndex(
            (one) => one.number >= looked && one.event === event && matches(one.payload as never),
          )
          looked = events
          const [found] = at < 0 ? [] : seen.splice(at, 1)
          if (found === undefined) return
          waiting.delete(look)
          done(found.payload as never)
        }
        waiting.add(look)
        look()
      }),
    close: () => client.close(),
  }
}
