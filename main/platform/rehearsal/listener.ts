// The listening socket. Offline closes it, so that connections are refused as by a platform that is gone; it opens again on the same
// port, which the desk knows.
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Clock, Log } from '../../core/ports.ts'

const host = '127.0.0.1'
const reopenTries = 50
const reopenPauseMs = 100
/** Longer than callers keep idle connections, so that none is closed under a request. */
const keepAliveMs = 120_000

/** Listens on 127.0.0.1; port 0 picks a free one. Throws where the port is taken. */
export async function openListener(options: {
  serve: RequestListener
  port: number
  clock: Clock
  log: Log
  onPort: () => void
}) {
  const { serve, clock, log, onPort } = options
  const server = createServer({ keepAliveTimeout: keepAliveMs }, serve)
  server.on('error', (error) => log.write('debug', 'The rehearsal platform could not listen', { error: error.message }))
  await listen(options.port)
  const { port } = server.address() as AddressInfo
  let wanted = true
  let hasPort = true
  let work = Promise.resolve()

  async function listen(on: number): Promise<void> {
    server.listen({ port: on, host })
    await once(server, 'listening')
  }
  function shut(): void {
    server.close()
    server.closeAllConnections()
  }

  async function settle(): Promise<void> {
    for (let attempt = 1; wanted !== server.listening; attempt += 1) {
      try {
        if (wanted) await listen(port)
        else shut()
      } catch {
        if (attempt < reopenTries) {
          await new Promise<void>((resolve) => void clock.after(reopenPauseMs, resolve))
          continue
        }
        hasPort = false
        log.write('warn', 'The port of the rehearsal platform was taken by another program', { port })
        onPort()
        return
      }
    }
    if (wanted && !hasPort) {
      hasPort = true
      onPort()
    }
  }
  function set(open: boolean): void {
    wanted = open
    if (!open && server.listening) shut()
    work = work.then(settle)
  }

  return {
    port,
    set,
    /** Resolves once the last `set` is done. */
    settled: (): Promise<void> => work,
    /** Whether the port was free when it was last needed. */
    hasPort: (): boolean => hasPort,
    async close(): Promise<void> {
      set(false)
      await work
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
