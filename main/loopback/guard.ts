// Only the desk's own page, scripts that know the token of this run, and holders of a grant may connect.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Access } from '../access/service.ts'
import { ofPage, ofScript } from '../access/rules.ts'
import type { Caller } from '../types.ts'

export const protocolName = 'showdesk.v1'
const bearer = 'bearer.'

export function createToken(): string {
  return randomBytes(32).toString('base64url')
}

export interface Refusal {
  status: 401 | 403 | 421
  reason: string
}

interface GuardParts {
  port: number
  /** Of this run; without it nobody is the desk. */
  token?: string | undefined
  access: Pick<Access, 'find' | 'isOn'>
}

const digest = (text: string) => createHash('sha256').update(text).digest()

export function createGuard({ port, token, access }: GuardParts) {
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`])
  const origins = new Set([...hosts].map((host) => `http://${host}`))
  const expected = token === undefined ? undefined : digest(token)

  /** Exact Host, and no foreign or `null` Origin. */
  function request({ headers }: IncomingMessage): Refusal | undefined {
    if (!hosts.has(headers.host ?? ''))
      return { status: 421, reason: 'This host answers to its own loopback address only.' }
    if (headers.origin !== undefined && !origins.has(headers.origin))
      return { status: 403, reason: 'Pages of other origins are refused.' }
    return undefined
  }

  /**
   * A browser sets the Origin of a page and programs usually send none, so a connection with one is the desk's page. This
   * does not stop a program that knows the token and lies.
   */
  function callerOf(secret: string, { headers }: IncomingMessage): Caller | undefined {
    if (expected !== undefined && timingSafeEqual(digest(secret), expected))
      return headers.origin === undefined ? ofScript : ofPage
    return access.find(secret)
  }

  return {
    request,
    /** Also requires the subprotocols `showdesk.v1, bearer.<token or secret of a grant>`. */
    upgrade(incoming: IncomingMessage): { caller: Caller } | Refusal {
      const refusal = request(incoming)
      if (refusal !== undefined) return refusal
      const offered = (incoming.headers['sec-websocket-protocol'] ?? '').split(',').map((text) => text.trim())
      if (!offered.includes(protocolName))
        return { status: 401, reason: `Offer the subprotocols ${protocolName} and ${bearer}<token>.` }
      const secrets = offered.filter((text) => text.startsWith(bearer)).map((text) => text.slice(bearer.length))
      const [caller] = secrets.flatMap((secret) => callerOf(secret, incoming) ?? [])
      if (caller === undefined)
        return { status: 401, reason: 'The token is missing, was revoked, or is not that of this run.' }
      return caller.scope === 'desk' || access.isOn()
        ? { caller }
        : { status: 403, reason: 'Nobody else is let in: switch it on in Settings, Access.' }
    },
  }
}
