// The platform as a process, so that a test can take the network away by ending it, and start it again on the same
// port. With a port as argument this file is that process.
import { fork, type ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { operations } from '../../main/platform/catalog/index.ts'
import { systemClock } from '../../main/core/ports.ts'
import { startRehearsal } from '../../main/platform/rehearsal/index.ts'

export interface PlatformProcess {
  baseUrl: string
  start(): Promise<void>
  /** SIGKILL: its port refuses connections afterwards. */
  kill(): Promise<void>
}

/** Nobody listens on the port until `start`. Each start begins with the seed. */
export async function platformProcess(): Promise<PlatformProcess> {
  const port = await freePort()
  let child: ChildProcess | undefined
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    async start() {
      const started = fork(fileURLToPath(import.meta.url), [String(port)], {
        stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      })
      child = started
      if (started.stdout === null) throw new Error('The platform has no stdout')
      const ended = once(started, 'exit').then(([code]) =>
        Promise.reject(new Error(`The platform ended with ${String(code)} before it answered`)),
      )
      await Promise.race([once(createInterface({ input: started.stdout }), 'line'), ended])
    },
    async kill() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Below the ports that systems assign, so that nobody else gets it meanwhile. */
async function freePort(): Promise<number> {
  const port = randomInt(20_000, 30_000)
  const server = createServer()
  const free = await new Promise<boolean>((done) => {
    server.once('error', () => done(false))
    server.listen(port, '127.0.0.1', () => done(true))
  })
  if (!free) return freePort()
  server.close()
  await once(server, 'close')
  return port
}

async function serve(port: number): Promise<void> {
  const platform = await startRehearsal({ operations, clock: systemClock, log: { write: () => undefined }, port })
  process.on('disconnect', () => process.exit(0))
  process.stdout.write(`${platform.baseUrl}\n`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await serve(Number(process.argv[2]))
