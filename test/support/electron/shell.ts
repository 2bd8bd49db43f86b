// Controls the process that stands for Electron.
import { fork, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { Question, Questions } from './questions.ts'

const root = resolve(import.meta.dirname, '../../..')

export interface Shell {
  profile: string
  child: ChildProcess
  /** Stderr so far. */
  log: () => string
  ask: <Q extends Question>(name: Q, ...args: Parameters<Questions[Q]>) => Promise<Awaited<ReturnType<Questions[Q]>>>
  /** Resolves when the process has ended. */
  ended: Promise<{ code: number | null; stderr: string }>
  /** Kills what is left and removes the profile. */
  dispose: () => Promise<void>
}

/** Starts the built main bundle and waits until the app is ready or the process has ended. */
export async function startShell(
  options: { env?: NodeJS.ProcessEnv; profile?: string; args?: string[] } = {},
): Promise<Shell> {
  const profile = options.profile ?? mkdtempSync(join(tmpdir(), 'showdesk-shell-'))
  const child = fork(join(import.meta.dirname, 'child.ts'), ['--profile', profile, ...(options.args ?? [])], {
    execArgv: [],
    silent: true,
    serialization: 'advanced',
    env: {
      ...process.env,
      DBUS_SESSION_BUS_ADDRESS: 'disabled:',
      STAND_IN_BUNDLE: join(root, 'out/main/index.js'),
      ELECTRON_RENDERER_URL: '',
      ...options.env,
    },
  })
  const waiting = new Map<number, { settle: (value: never) => void; reject: (error: Error) => void }>()
  let stderr = ''
  child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  const ended = new Promise<{ code: number | null; stderr: string }>((resolve) => {
    child.once('close', (code) => {
      for (const { reject } of waiting.values()) reject(new Error(`The shell ended with ${String(code)}: ${stderr}`))
      resolve({ code, stderr })
    })
  })
  const ready = new Promise<void>((resolve) => {
    child.on('message', (message: { id: number; value?: unknown; error?: string }) => {
      if (message.id === 0) return resolve()
      const call = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.error === undefined) call?.settle(message.value as never)
      else call?.reject(new Error(message.error))
    })
  })
  let next = 0
  await Promise.race([ready, ended])
  return {
    profile,
    child,
    log: () => stderr,
    ended,
    ask(name, ...args) {
      next += 1
      const id = next
      return new Promise((resolve, reject) => {
        waiting.set(id, { settle: resolve, reject })
        // Rejected with the others where it ends meanwhile.
        if (child.connected) child.send({ id, name, args }, () => undefined)
        else reject(new Error('The shell has ended'))
      })
    },
    async dispose() {
      child.kill('SIGKILL')
      await ended
      if (options.profile === undefined) rmSync(profile, { recursive: true, force: true })
    },
  }
}
