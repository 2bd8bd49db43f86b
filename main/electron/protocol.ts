// The page comes from `app://desk/`, a standard and secure scheme of its own: it gets an origin, a strict policy and nothing of `file:`.
// `corsEnabled` stays off; leaving it off is what keeps the scheme unreadable for any other origin.
import { protocol } from 'electron'
import type { Session } from 'electron'
import type { Manifest } from '../web/manifest.ts'
import { securityHeaders } from '../web/policy.ts'
import { originOf, deskOrigin, scheme } from './origin.ts'
import type { Page } from './origin.ts'

/** Call once, before the app is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    { scheme, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** Answers one request of the page from the manifest: GET and HEAD of what is listed, else 404 or 405. */
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

/** Serves the built page in `session`. */
export function serveScheme(session: Session, manifest: Manifest): void {
  session.protocol.handle(scheme, (request) => answerFrom(manifest, request))
}

/** Under `npm run dev` the same policy goes over the development server's answers, with its own WebSocket let through. */
export function applyDevelopmentPolicy(session: Session, page: Page): void {
  const headers = securityHeaders({ connect: [page.origin.replace(/^http/, 'ws')] })
  session.webRequest.onHeadersReceived({ urls: [`${page.origin}/*`] }, ({ responseHeaders }, answer) => {
    answer({ responseHeaders: { ...responseHeaders, ...headers } })
  })
}
