// Only pages of the loopback host itself, and scripts that know its token, may connect.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Caller } from '../types.ts'

export const protocolName = 'showdesk.v1'

export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

export interface Refusal {
  status: 401 | 403 | 421
  reason: string
}

/**
 * A browser sets the Origin of a page and programs usually send none, so a connection with one is the desk's page. This
 * does not stop a program that knows the token and lies.
 */
export const callerOf = ({ headers }: IncomingMessage): Caller => (headers.origin === undefined ? 'script' : 'page')

const digest = (text: string) => createHash('sha256').update(text).digest()

export function createGuard(port: number, token: string) {
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`])
  const origins = new Set([...hosts].map((host) => `http://${host}`))
  const expected = digest(`bearer.${token}`)

  /** Exact Host, and no foreign or `null` Origin. */
  function request({ headers }: IncomingMessage): Refusal | undefined {
    if (!hosts.has(headers.host ?? ''))
      return { status: 421, reason: 'This host answers to its own loopback address only.' }
    if (headers.origin !== undefined && !origins.has(headers.origin))
      return { status: 403, reason: 'Pages of other origins are refused.' }
    return undefined
  }

  return {
    request,
    /** Also requires the subprotocols `showdesk.v1, bearer.<token>`. */
    upgrade(incoming: IncomingMessage): Refusal | undefined {
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
