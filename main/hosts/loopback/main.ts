import { defined } from '#contract/defined.ts'
import { DeskError, messageOf } from '#contract/errors.ts'
import { version } from '../../../package.json'
import { createApp } from '../../app.ts'
import { keepHeapSmall } from '../heap.ts'
import { explainInBrowser, openInBrowser } from '../launch/browser.ts'
import { openKeychain } from '../../core/keychain/index.ts'
import { createStderrLog, outliveOutput } from '../../core/log.ts'
import { systemClock } from '../../core/ports.ts'
import { holderOf } from '../../core/storage/index.ts'
import { createUncaught } from '../uncaught.ts'
import { createManifest } from '../web/manifest.ts'
import { parseHostOptions, usage, type HostOptions } from './options.ts'
import { serveLoopback } from './server.ts'

/**
 * Runs the loopback host until SIGTERM, SIGINT or SIGHUP and sets the exit code. The page is in `renderer`; logs go to
 * stderr, the address to stdout.
 */
export async function runHost(args: string[], renderer: string): Promise<void> {
  outliveOutput()
  let options: HostOptions | undefined
  try {
    options = parseHostOptions(args)
    if (options.help) process.stdout.write(usage)
    else if (options.version) process.stdout.write(`${version}\n`)
    else if (!(await reached(options))) await serve(options, renderer)
  } catch (error) {
    if (!(error instanceof DeskError)) throw error
    const advice = adviceBy[error.details.facts?.reason ?? '']
    const said = `${error.message}${advice === undefined ? '' : ` ${advice}`}`
    process.stderr.write(`${said}\n`)
    process.exitCode = error.code === 'invalid_input' ? 2 : 1
    if (options?.open === true && !process.stderr.isTTY) await explain(said)
  }
}

/** A signal to the desk that has the profile already: to show itself, or to end. Only a process of the same user can send it. */
async function reached({ profile, open, quit }: HostOptions): Promise<boolean> {
  if (process.platform === 'win32' || !(open || quit)) return false
  const pid = await holderOf(profile)
  if (pid === undefined) {
    if (quit) process.stdout.write('No Showdesk runs with this profile.\n')
    return quit
  }
  try {
    process.kill(pid, quit ? 'SIGTERM' : showYourself)
  } catch {
    // It is another user's. Opening the profile says so.
    return false
  }
  process.stdout.write(quit ? 'Showdesk ends.\n' : 'Showdesk runs already and opens in the browser.\n')
  return true
}

/** Both hosts listen for it. Nothing secret goes from one process to the other. */
const showYourself = 'SIGUSR2'

/** Waits until the browser has read the page, which goes with this process. */
async function explain(said: string): Promise<void> {
  await explainInBrowser(said).then(
    () => setTimeout(() => undefined, 5_000),
    () => undefined,
  )
}

async function serve(options: HostOptions, renderer: string): Promise<void> {
  keepHeapSmall()
  const log = createStderrLog()
  let open: () => Promise<void> = () => Promise.resolve()
  if (process.platform !== 'win32') process.on(showYourself, () => void open())
  const app = await createApp(
    {
      host: 'loopback',
      profile: options.profile,
      keychain: openKeychain({ clock: systemClock, log }),
      clock: systemClock,
      log,
      shell: {
        openExternal: () =>
          Promise.reject(
            new DeskError('not_supported', 'A browser opens its own links.', {
              facts: { reason: 'browser_opens_links' },
            }),
          ),
      },
    },
    {
      version,
      ...defined({ environment: options.environment, baseUrl: options.baseUrl }),
      ...(options.confirmOrigin && { confirmOrigin: true }),
    },
  )
  const { bridge, access, monitor } = app
  const port = options.port ?? access.port() ?? 0
  let server
  try {
    server = await serveLoopback({ bridge, access, manifest: createManifest(renderer), port, page: true, monitor, log })
  } catch (error) {
    if (port === access.port() && (error as NodeJS.ErrnoException).code === 'EADDRINUSE') access.portTaken()
    await app.close()
    throw portError(error, port)
  }
  const { address, port: here, url, bridgeUrl, token } = server
  await access.begin({
    // The desk's own page is served here anyway; a kept port that is not this one is that of the next start.
    open: (kept) => Promise.resolve({ address, port: kept ?? here }),
    close: () => Promise.resolve(),
  })
  let stopping = false
  const stop = (code: number) => {
    if (stopping) return
    stopping = true
    void server
      .close()
      .then(() => app.close())
      .catch((error: unknown) => log.write('error', 'The desk did not close cleanly.', { reason: messageOf(error) }))
      .then(() => process.exit(code))
  }
  process.on('SIGTERM', () => stop(0))
  process.on('SIGINT', () => stop(0))
  // The terminal was closed.
  process.on('SIGHUP', () => stop(0))
  createUncaught({
    app,
    clock: systemClock,
    log,
    end() {
      process.stderr.write('Showdesk failed again and again and ends. Start it anew; what is in its profile is safe.\n')
      stop(1)
    },
  }).watch(process)
  // Whoever reads the line may end the desk at once.
  const line = options.json
    ? JSON.stringify({ url, bridge: bridgeUrl, token, pid: process.pid })
    : `Showdesk is at ${url}`
  process.stdout.write(`${line}\n`)
  open = async () => {
    try {
      await openInBrowser(url)
    } catch {
      process.stderr.write('The default browser could not be started; open the address above.\n')
    }
  }
  if (options.open) await open()
}

function portError(error: unknown, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException
  if (code !== 'EADDRINUSE' && code !== 'EACCES') return error
  const why = code === 'EADDRINUSE' ? 'is taken' : 'may not be used by this account'
  return new DeskError('conflict', `Port ${port} on 127.0.0.1 ${why}.`, { facts: { reason: 'port_not_free', port } })
}

/** What a terminal shows after the error's message, by its reason. */
const adviceBy: Readonly<Record<string, string>> = {
  flag_not_valid: '--help lists the flags.',
  no_address: 'Give it with --base-url ADDRESS, or under Settings, Environments.',
  port_not_free: 'Choose another with --port, or 0 for a free one.',
}
