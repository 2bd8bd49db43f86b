// A platform of a few lines, for tests that need exact answers on the wire.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SeenRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

export interface StubPlatform {
  baseUrl: string
  seen: SeenRequest[]
  close(): Promise<void>
}

export type StubAnswer = (request: SeenRequest, response: ServerResponse) => void

/** JSON in an envelope. */
export function reply(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(JSON.stringify(body))
}

/** Keeps every complete request before it is answered. */
export async function startStub(answer: StubAnswer): Promise<StubPlatform> {
  const seen: SeenRequest[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const one = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString('utf8'),
      }
      // The desk's own read that checks whether the platform answers is not counted.
      if (one.url !== '/api/account/types/get' || one.headers['x-service-api-key'] !== undefined) seen.push(one)
      answer(one, response)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}
