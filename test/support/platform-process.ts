// The platform as a process of its own, so that a test can take the network away for real: end it, and start it again on the same port.
// Forked by `platformProcess`: with a port as argument it serves until it is killed.
import { fork } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { operations } from '../../main/platform/catalog/index.ts'
import { systemClock } from '../../main/ports.ts'
import { startRehearsal } from '../../main/rehearsal/index.ts'

export interface PlatformProcess {
  baseUrl: string
  /** Resolves when it answers. */
  start(): Promise<void>
  /** SIGKILL: its port refuses connections afterwards. */
  kill(): Promise<void>
}

/** A free port that nobody listens on until `start`. The platform's records begin anew with each start. */
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

/** Below the ports that systems give out by themselves: nobody else gets it while it waits for its platform. */
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
