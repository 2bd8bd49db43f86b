import { defined } from '#contract/defined.ts'
import { DeskError } from '#contract/errors.ts'
import { version } from '../../package.json'
import { createApp } from '../app.ts'
import { keepHeapSmall } from '../heap.ts'
import { openKeychain } from '../keychain/index.ts'
import { createStderrLog } from '../log.ts'
import { systemClock } from '../ports.ts'
import { createManifest } from '../web/manifest.ts'
import { parseHostOptions, usage, type HostOptions } from './options.ts'
import { serveLoopback } from './server.ts'

/**
 * Runs the loopback host until SIGTERM, SIGINT or SIGHUP and sets the exit code. The page is in `renderer`; logs go to
 * stderr, the address to stdout.
 */
export async function runHost(args: string[], renderer: string): Promise<void> {
  try {
    const options = parseHostOptions(args)
    if (options.help) process.stdout.write(usage)
    else if (options.version) process.stdout.write(`${version}\n`)
    else await serve(options, renderer)
  } catch (error) {
    if (!(error instanceof DeskError)) throw error
    const advice = adviceBy[error.details.facts?.reason ?? '']
    process.stderr.write(`${error.message}${advice === undefined ? '' : ` ${advice}`}\n`)
    process.exitCode = error.code === 'invalid_input' ? 2 : 1
  }
}

async function serve(options: HostOptions, renderer: string): Promise<void> {
  keepHeapSmall()
  const log = createStderrLog()
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
  const { bridge, access } = app
  const port = options.port ?? access.port() ?? 0
  let server
  try {
    server = await serveLoopback({ bridge, access, manifest: createManifest(renderer), port, page: true, log })
  } catch (error) {
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
  const stop = () => {
    if (stopping) return
    stopping = true
    void server
      .close()
      .then(() => app.close())
      .then(() => process.exit(0))
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  // The terminal was closed.
  process.on('SIGHUP', stop)
  // Whoever reads the line may end the desk at once.
  const line = options.json
    ? JSON.stringify({ url, bridge: bridgeUrl, token, pid: process.pid })
    : `Showdesk is at ${url}`
  process.stdout.write(`${line}\n`)
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
