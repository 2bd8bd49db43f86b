// The built desk in Electron's own runtime, for machines that have it.
import { join, resolve } from 'node:path'
import { _electron as electron } from 'playwright-core'
import { DeskError } from '#contract/errors.ts'
import type { DeskHost, Envelope } from '#contract/bridge.ts'
import { findRuntime } from '../../../main/hosts/launch/runtime.ts'
import type { ShellDesk, ShellStart } from './desk.ts'

const root = resolve(import.meta.dirname, '../../..')

export const runtimeIsHere = (): boolean => findRuntime() !== undefined

/** Calls and events go through the page, as the runtime has no other way in. */
export async function startElectronDesk({ profile, args, env }: ShellStart): Promise<ShellDesk> {
  const executablePath = findRuntime()
  if (executablePath === undefined) throw new Error("Electron's runtime is not here")
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  const app = await electron.launch({
    executablePath,
    args: [...sandbox, join(root, 'out/main/index.js'), '--profile', profile, ...args],
    env: { ...process.env, ...env } as Record<string, string>,
  })
  const child = app.process()
  let log = ''
  child.stderr?.on('data', (chunk: Buffer) => (log += chunk.toString()))
  const ended = new Promise<number | null>((done) => child.once('exit', done))
  const page = await app.firstWindow()
  // Nothing of a person's machine is opened, and every question of the desk is answered with its second button.
  await app.evaluate(({ shell, dialog }) => {
    const opened: string[] = []
    Object.assign(globalThis, { openedByTest: opened })
    shell.openPath = async (path) => {
      opened.push(path)
      return ''
    }
    dialog.showMessageBox = async () => ({ response: 1, checkboxChecked: false })
  })
  return {
    profile,
    pid: child.pid ?? 0,
    child,
    log: () => log,
    ownPage: async () => ({ page, close: async () => undefined }),
    openedMail: () => app.evaluate(() => (globalThis as unknown as { openedByTest: string[] }).openedByTest.at(-1)),
    async client(onEvent) {
      const name = `told${Math.random().toString(36).slice(2)}`
      await page.exposeFunction(name, onEvent)
      await page.evaluate((told) => {
        const { showdesk } = globalThis as unknown as { showdesk: DeskHost }
        const listener = (globalThis as unknown as Record<string, (event: string, payload: unknown) => void>)[told]
        showdesk.subscribe((event, payload) => listener?.(event, JSON.parse(payload)))
      }, name)
      return {
        async call(method, ...[input]) {
          const text = await page.evaluate(
            ([wanted, given]) => (globalThis as unknown as { showdesk: DeskHost }).showdesk.request(wanted, given),
            [method as string, JSON.stringify(input ?? {})] as const,
          )
          const answer = JSON.parse(text) as Envelope<never>
          if (answer.ok) return answer.data
          throw DeskError.fromShape(answer.error)
        },
        on: () => () => undefined,
        closed: ended.then(() => undefined),
        close: () => undefined,
      }
    },
    async stop() {
      await app.close()
      return await ended
    },
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
