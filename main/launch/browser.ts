// Opens the desk in the default browser. The address holds the token, and what a browser is started with can be read by every user of
// the machine: it is started with an address that works once and leads on.
import { randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const patienceMs = 60_000

/** An address on loopback that answers its first visitor with a redirect to `target`, and then no longer. `closed` settles when it is gone. */
export async function onceTo(target: string): Promise<{ address: string; closed: Promise<void> }> {
  const path = `/${randomBytes(16).toString('base64url')}`
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== path) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(303, { Location: target, 'Cache-Control': 'no-store', Connection: 'close' }).end()
    server.close()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  server.unref()
  const late = setTimeout(() => {
    server.close()
    server.closeAllConnections()
  }, patienceMs)
  late.unref()
  const closed = new Promise<void>((resolve) => server.once('close', resolve)).finally(() => clearTimeout(late))
  return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, closed }
}

/** Opens `url` in the default browser. Rejects where none can be started. */
export async function openInBrowser(url: string): Promise<void> {
  const { default: open } = await import('open')
  const { address } = await onceTo(url)
  await open(address)
}
