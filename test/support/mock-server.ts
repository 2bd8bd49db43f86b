// A mock server of others: it answers as an OpenAPI document says and refuses requests that do not fit.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

const packageName = '@stoplight/prism-cli@5.16.0'

export interface MockServer {
  baseUrl: string
  /** Ends its process group. */
  stop(): Promise<void>
}

/** npx takes it from node_modules or fetches it once (74 MB). Rejects with its output. */
export async function startMockServer(document: string): Promise<MockServer> {
  const folder = await mkdtemp(join(tmpdir(), 'mock-server-'))
  const file = join(folder, 'openapi.json')
  await writeFile(file, document)
  const child = spawn('npx', ['--yes', packageName, 'mock', file, '--host', '127.0.0.1', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own: npx runs the server as a child of a child.
    detached: true,
    // A test's home is temporary: the cache would be fetched at each run.
    env: {
      ...process.env,
      npm_config_cache: process.env.npm_config_cache ?? join(userInfo().homedir, '.npm'),
      NO_COLOR: '1',
      npm_config_ignore_scripts: 'true',
      SCARF_ANALYTICS: 'false',
    },
  })
  const ended = once(child, 'exit')
  const printed: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => printed.push(text))
  const stop = async () => {
    if (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
      process.kill(-child.pid, 'SIGTERM')
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const baseUrl = await new Promise<string>((done, fail) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        printed.push(`${line}\n`)
        const address = /listening on (http:\S+)/.exec(line)?.[1]
        if (address !== undefined) done(address)
      })
      child.once('error', fail)
      child.once('exit', (code) =>
        fail(new Error(`The mock server ended with ${String(code)}: ${printed.slice(-20).join('')}`)),
      )
    })
    return { baseUrl, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
