// The listening socket. Offline means that it is shut, so that callers are refused as they are by a platform that is gone,
// and it opens again on the same port, since that is the address the desk knows.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { Clock, Log } from '../ports.ts'

const host = '127.0.0.1'
const reopenTries = 50
const reopenPauseMs = 100
/** Longer than any caller keeps an idle connection, so that the platform never closes one under a request. */
const keepAliveMs = 120_000

export interface Doorway {
  port: number
  /** Opens or shuts; shutting cuts every connection at once. */
  set(open: boolean): void
  /** Resolves once the socket is as it was last asked to be. */
  settled(): Promise<void>
  /** Whether the port could be had when it was last wanted. */
  held(): boolean
  close(): Promise<void>
}

/** Listens on 127.0.0.1; port 0 picks a free one. Throws where the port is taken. */
export async function openDoorway(options: {
  serve: RequestListener
  port: number
  clock: Clock
  log: Log
  onHeld: () => void
}): Promise<Doorway> {
  const { serve, clock, log, onHeld } = options
  const server = createServer({ keepAliveTimeout: keepAliveMs }, serve)
  server.on('error', (error) => log.write('debug', 'The rehearsal platform could not listen', { error: error.message }))
  await listen(server, options.port)
  const port = portOf(server)
  let wanted = true
  let held = true
  let work = Promise.resolve()

  async function settle(): Promise<void> {
    for (let attempt = 1; wanted !== server.listening; attempt += 1) {
      try {
        if (wanted) await listen(server, port)
        else shut(server)
      } catch {
        if (attempt < reopenTries) {
          await pause(clock)
          continue
        }
        held = false
        log.write('warn', 'The port of the rehearsal platform was taken by another program', { port })
        onHeld()
        return
      }
    }
    if (wanted && !held) {
      held = true
      onHeld()
    }
  }
  function set(open: boolean): void {
    wanted = open
    if (!open && server.listening) shut(server)
    work = work.then(settle)
  }

  return {
    port,
    set,
    settled: () => work,
    held: () => held,
    async close() {
      set(false)
      await work
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function listen(server: Server, port: number): Promise<void> {
  server.listen({ port, host })
  await once(server, 'listening')
}

function shut(server: Server): void {
  server.close()
  server.closeAllConnections()
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' && address !== null ? address.port : 0
}

async function pause(clock: Clock): Promise<void> {
  await new Promise<void>((resolve) => void clock.after(reopenPauseMs, resolve))
}
