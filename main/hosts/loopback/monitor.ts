import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream'
import { monitorTicketHeader } from '#contract/air/monitor.ts'
import type { MonitorRoute } from '../../core/types.ts'

/** Answers a request of the desk's page for a playlist or a segment; `headers` go with every answer of this host. */
export function serveMonitor(
  monitor: MonitorRoute,
  parts: { request: IncomingMessage; response: ServerResponse; path: string; headers: Record<string, string> },
): void {
  const { request, response, path } = parts
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const ticket = request.headers[monitorTicketHeader]
  void monitor({
    path,
    ticket: typeof ticket === 'string' ? ticket : undefined,
    range: request.headers.range,
    signal: gone.signal,
  }).then(
    ({ status, headers, body = '' }) => {
      response.writeHead(status, { ...parts.headers, ...headers })
      if (typeof body === 'string') response.end(body)
      // A segment that breaks off breaks the connection, so that the page does not take it for a whole one.
      else pipeline(body, response, () => undefined)
    },
    () => response.destroy(),
  )
}
