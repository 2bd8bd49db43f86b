// Who may talk to the loopback host: only pages that it served itself, and scripts that know the token.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Caller } from '../types.ts'

export const protocolName = 'showdesk.v1'

/** 256 random bits in base64url. */
export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

export interface Refusal {
  status: 401 | 403 | 421
  reason: string
}

export interface Guard {
  /** Exact Host, and no foreign or `null` Origin. */
  request(request: IncomingMessage): Refusal | undefined
  /** The same, and the token among the subprotocols `showdesk.v1, bearer.<token>`. */
  upgrade(request: IncomingMessage): Refusal | undefined
}

/**
 * A browser names the page that opens a connection and lets no page choose that name; a connection that passed the guard and names one is
 * the desk's own page. Programs outside a browser name none, unless they lie on purpose: this keeps scripts honest, it does not hold against
 * a program that knows the token and means harm.
 */
export const callerOf = ({ headers }: IncomingMessage): Caller => (headers.origin === undefined ? 'script' : 'page')

const digest = (text: string) => createHash('sha256').update(text).digest()

export function createGuard(port: number, token: string): Guard {
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`])
  const origins = new Set([...hosts].map((host) => `http://${host}`))
  const expected = digest(`bearer.${token}`)

  function request({ headers }: IncomingMessage): Refusal | undefined {
    if (!hosts.has(headers.host ?? ''))
      return { status: 421, reason: 'This host answers to its own loopback address only.' }
    if (headers.origin !== undefined && !origins.has(headers.origin))
      return { status: 403, reason: 'Pages of other origins are refused.' }
    return undefined
  }

  return {
    request,
    upgrade(incoming) {
      const offered = (incoming.headers['sec-websocket-protocol'] ?? '').split(',').map((text) => text.trim())
      const refusal = request(incoming)
      if (refusal !== undefined) return refusal
      if (!offered.includes(protocolName))
        return { status: 401, reason: `Offer the subprotocols ${protocolName} and bearer.<token>.` }
      const known = offered.some((text) => timingSafeEqual(digest(text), expected))
      return known ? undefined : { status: 401, reason: 'The token is missing or is not that of this run.' }
    },
  }
}
