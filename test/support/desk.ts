// The built desk as a process of its own, driven through its control API like any script would.
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { WebSocket } from 'ws'
import type { BridgeInput, BridgeMethod, BridgeOutput } from '#contract/bridge.ts'
import { DeskError } from '#contract/errors.ts'
import type { DeskErrorShape } from '#contract/errors.ts'
import type { BridgeEvent, BridgeEvents } from '#contract/events.ts'

export const root = resolve(import.meta.dirname, '../..')
export const hostBundle = join(root, 'out/main/host.js')

export interface Greeting {
  url: string
  bridge: string
  token: string
  pid: number
}

export interface Desk extends Greeting {
  profile: string
  child: ChildProcess
  /** Everything the process wrote on stderr so far. */
  log(): string
  connect(): Promise<DeskConnection>
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>
  /** SIGKILL, in the middle of whatever it does. */
  kill(): Promise<void>
}

/** A new empty profile folder under the system's temporary folder. */
export function temporaryProfile(): string {
  return join(mkdtempSync(join(tmpdir(), 'showdesk-profile-')), 'profile')
}

/** Starts the built loopback host; rejects with its stderr where it ends before it greets. */
export async function startDesk(
  options: { profile?: string; args?: string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<Desk> {
  const profile = options.profile ?? temporaryProfile()
  const args = options.args ?? []
  // Desks of one keychain share the address that was confirmed for an environment; each test's platform has another.
  const confirm = args.includes('--base-url') && !args.includes('--confirm-origin') ? ['--confirm-origin'] : []
  const child = spawn(
    process.execPath,
    [hostBundle, '--profile', profile, '--port', '0', '--json', ...args, ...confirm],
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

/** Stops a desk and takes its profile away. */
export async function endDesk(desk: Desk): Promise<void> {
  await desk.stop()
  await rm(join(desk.profile, '..'), { recursive: true, force: true })
}

export interface DeskConnection {
  call<M extends BridgeMethod>(method: M, params?: BridgeInput<M>): Promise<BridgeOutput<M>>
  /** The next event that the predicate takes; events since the connection count too. */
  next<E extends BridgeEvent>(event: E, matches?: (payload: BridgeEvents[E]) => boolean): Promise<BridgeEvents[E]>
  close(): void
}

interface Frame {
  id?: number
  result?: unknown
  error?: { data: DeskErrorShape }
  method?: string
  params?: unknown
}

/** Opens the control API's WebSocket; calls throw DeskError. */
export async function connectDesk({ bridge, token }: Greeting): Promise<DeskConnection> {
  const socket = new WebSocket(bridge, ['showdesk.v1', `bearer.${token}`])
  const pending = new Map<number, { done: (value: unknown) => void; fail: (error: Error) => void }>()
  const seen: Array<Frame & { number: number }> = []
  let frames = 0
  const waiting = new Set<() => void>()
  let lastId = 0
  socket.on('message', (data: Buffer) => {
    const frame = JSON.parse(data.toString('utf8')) as Frame
    if (frame.id === undefined) {
      seen.push({ ...frame, number: frames++ })
      for (const check of waiting) check()
      return
    }
    const call = pending.get(frame.id)
    pending.delete(frame.id)
    if (frame.error === undefined) call?.done(frame.result)
    else call?.fail(DeskError.fromShape(frame.error.data))
  })
  socket.on('close', () => {
    for (const { fail } of pending.values()) fail(new Error('The bridge was closed'))
    pending.clear()
  })
  socket.on('error', () => {})
  await once(socket, 'open')
  return {
    call: (method, params) =>
      new Promise((done, fail) => {
        if (socket.readyState !== socket.OPEN) return fail(new Error('The bridge was closed'))
        const id = ++lastId
        pending.set(id, { done: (value) => done(value as never), fail })
        socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params: params ?? {} }))
      }),
    next: (event, matches = () => true) =>
      new Promise((done) => {
        let looked = 0
        const check = () => {
          const at = seen.findIndex(
            (frame) => frame.number >= looked && frame.method === event && matches(frame.params as never),
          )
          looked = frames
          const [frame] = at < 0 ? [] : seen.splice(at, 1)
          if (frame === undefined) return
          waiting.delete(check)
          done(frame.params as never)
        }
        waiting.add(check)
        check()
      }),
    close: () => socket.close(),
  }
}
