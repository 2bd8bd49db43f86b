// The built Electron shell as a desk of the end-to-end tests: the stand-in with real pages in Chromium.
import { EventEmitter } from 'node:events'
import { eventChannel, requestChannel } from '#contract/channels.ts'
import type { Envelope } from '#contract/bridge.ts'
import { DeskError } from '#contract/errors.ts'
import type { EventListener } from '#contract/events.ts'
import { chromium, type Page } from 'playwright-core'
import type { DeskClient } from 'showdesk/client'
import { chromiumPath } from '../browser.ts'
import { until } from '../until.ts'
import { startShell, type Shell } from './shell.ts'

export interface ShellDesk {
  profile: string
  pid: number
  child: Shell['child']
  log: () => string
  /** Its own window, which opened by itself. */
  ownPage: () => Promise<{ page: Page; close: () => Promise<void> }>
  /** Searches the texts that its pages are told from now on; answers how many came and which words were found. */
  watchTexts?: (words: readonly string[]) => Promise<() => Promise<{ texts: number; found: string[] }>>
  /** The file of the test mail that was given to the mail program last. */
  openedMail: () => Promise<string | undefined>
  /** A script's calls and events, over the channels that the page has. */
  client: (onEvent: EventListener) => Promise<DeskClient>
  stop: () => Promise<number | null>
  kill: () => Promise<void>
}

export interface ShellStart {
  profile: string
  args: string[]
  env: NodeJS.ProcessEnv
}

/** `ask` looks into the process that stands for Electron. */
export async function startShellDesk(options: ShellStart): Promise<ShellDesk & Pick<Shell, 'ask'>> {
  const executable = chromiumPath()
  if (executable === undefined) throw new Error('Chromium is not here')
  const { DBUS_SESSION_BUS_ADDRESS } = { ...process.env, ...options.env }
  const shell = await startShell({
    profile: options.profile,
    args: options.args,
    env: {
      ...options.env,
      STAND_IN_CHROMIUM: executable,
      ...(DBUS_SESSION_BUS_ADDRESS !== undefined && { DBUS_SESSION_BUS_ADDRESS }),
    },
  })
  const { child } = shell
  if (child.exitCode !== null) throw new Error(`The shell ended with ${child.exitCode}: ${shell.log()}`)
  const events = new EventEmitter().setMaxListeners(0)
  child.on('message', (message: { event?: { channel: string; args: [event: string, payload: string] } }) => {
    if (message.event?.channel !== eventChannel) return
    const [event, payload] = message.event.args
    events.emit('told', event, JSON.parse(payload))
  })
  return {
    profile: shell.profile,
    pid: child.pid ?? 0,
    child,
    log: shell.log,
    ownPage: () => joinPage(shell),
    openedMail: async () => (await shell.ask('calls', 'shell.openPath')).at(-1)?.[0] as string | undefined,
    async watchTexts(words) {
      await shell.ask('lookFor', words)
      return () => shell.ask('told')
    },
    ask: shell.ask,
    async client(onEvent) {
      const listener = onEvent as (event: string, payload: unknown) => void
      events.on('told', listener)
      return {
        async call(method, ...[input]) {
          const answer = (await shell.ask('ask', 'own', requestChannel, method, input ?? {})) as Envelope<never>
          if (answer.ok) return answer.data
          throw DeskError.fromShape(answer.error)
        },
        on(event, one) {
          const only = (name: string, payload: unknown) => {
            if (name === event) one(payload as never)
          }
          events.on('told', only)
          return () => void events.off('told', only)
        },
        closed: shell.ended.then(() => undefined),
        close: () => void events.off('told', listener),
      }
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
      child.kill('SIGTERM')
      let code: number | null | undefined
      const ended = shell.ended.then((end) => (code = end.code))
      // During a show the desk asks before it ends.
      void until(() => {
        if (code === undefined) void shell.ask('pressButton', 1).catch(() => undefined)
        return code !== undefined
      }, 200)
      return ended
    },
    async kill() {
      child.kill('SIGKILL')
      await shell.ended
    },
  }
}

/** The page of one of the shell's windows, seen by a test. */
export async function joinPage(
  { ask }: Pick<Shell, 'ask'>,
  window = 0,
): Promise<{ page: Page; close: () => Promise<void> }> {
  const { endpoint, target } = await ask('page', window)
  const joined = await chromium.connectOverCDP(endpoint)
  for (const page of joined.contexts().flatMap((context) => context.pages())) {
    const session = await page.context().newCDPSession(page)
    const { targetInfo } = await session.send('Target.getTargetInfo')
    if (targetInfo.targetId === target) return { page, close: () => joined.close() }
  }
  throw new Error(`Window ${window} has no page`)
}
