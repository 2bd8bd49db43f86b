// The page comes from `app://desk/`, a scheme with an origin and a strict policy of its own. `corsEnabled` stays off,
// so that no other origin can read it.
import { Readable } from 'node:stream'
import { protocol, type Session } from 'electron'
import { monitorPath, monitorTicketHeader } from '#contract/air/monitor.ts'
import type { MonitorRoute } from '../../core/types.ts'
import type { Manifest } from '../web/manifest.ts'
import { securityHeaders } from '../web/policy.ts'
import { originOf, deskOrigin, scheme, type Page } from './origin.ts'

/** Call before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** GET and HEAD of listed files; otherwise 404 or 405. */
export function answerFrom(manifest: Manifest, request: Pick<Request, 'method' | 'url'>): Response {
  const headers = securityHeaders({ connect: [] })
  const text = { ...headers, 'Content-Type': 'text/plain; charset=utf-8' }
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response('Files are read with GET.\n', { status: 405, headers: { ...text, Allow: 'GET, HEAD' } })
  }
  const file = originOf(request.url) === deskOrigin ? manifest.get(new URL(request.url).pathname) : undefined
  if (file === undefined) return new Response('There is no such file.\n', { status: 404, headers: text })
  return new Response(request.method === 'HEAD' ? null : file.body, {
    headers: {
      ...headers,
      'Content-Type': file.type,
      'Content-Length': String(file.body.length),
      ETag: file.etag,
      'Cache-Control': file.cache,
    },
  })
}

type Asked = Pick<Request, 'method' | 'url' | 'headers' | 'signal'>

/** A playlist or a segment of what viewers see; undefined where something else is asked for. */
export function answerMonitor(
  monitor: MonitorRoute,
  { method, url, headers, signal }: Asked,
): Promise<Response> | undefined {
  if (method !== 'GET' || originOf(url) !== deskOrigin) return undefined
  const path = new URL(url).pathname
  if (!path.startsWith(monitorPath)) return undefined
  return monitor({
    path,
    ticket: headers.get(monitorTicketHeader) ?? undefined,
    range: headers.get('range') ?? undefined,
    signal,
  }).then(
    ({ status, headers: own, body }) =>
      new Response(typeof body === 'object' ? (Readable.toWeb(body) as ReadableStream<Uint8Array>) : body, {
        status,
        headers: { ...securityHeaders({ connect: [] }), ...own },
      }),
  )
}

export function serveScheme(session: Session, manifest: Manifest, monitor: MonitorRoute): void {
  session.protocol.handle(scheme, (request) => answerMonitor(monitor, request) ?? answerFrom(manifest, request))
}

/** In development the same policy applies to the development server, whose WebSocket is allowed. */
export function applyDevelopmentPolicy(session: Session, page: Page): void {
  const headers = securityHeaders({ connect: [page.origin.replace(/^http/, 'ws')] })
  session.webRequest.onHeadersReceived({ urls: [`${page.origin}/*`] }, ({ responseHeaders }, answer) => {
    answer({ responseHeaders: { ...responseHeaders, ...headers } })
  })
}
