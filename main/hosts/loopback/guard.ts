// Only the desk's own page, scripts that know the token of this run, and holders of a grant may connect.
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { LoginError, nameOfPassword, passwordOf, scramKeys, scramProtocol } from '../../../preload/scram.ts'
import type { Access } from '../../core/access/service.ts'
import { ofPage, ofScript } from '../../core/access/rules.ts'
import type { Caller } from '../../core/types.ts'
import type { Claim } from './login.ts'

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
  access: Pick<Access, 'find' | 'named' | 'isOn'>
}

const nobody: Refusal = { status: 403, reason: 'Nobody else is let in: switch it on in Settings, Access.' }

const digest = (text: string) => createHash('sha256').update(text).digest()

export function createGuard({ port, token, access }: GuardParts) {
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`])
  const origins = new Set([...hosts].map((host) => `http://${host}`))
  const expected = token === undefined ? undefined : digest(token)
  const password = token === undefined ? undefined : passwordOf(token)
  const own = password === undefined ? undefined : { user: nameOfPassword(password), keys: scramKeys(password) }

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
  const deskItself = ({ headers }: IncomingMessage): Caller => (headers.origin === undefined ? ofScript : ofPage)

  function callerOf(secret: string, incoming: IncomingMessage): Caller | undefined {
    if (expected !== undefined && timingSafeEqual(digest(secret), expected)) return deskItself(incoming)
    return access.find(secret)
  }

  /** Who a login names, `<name>@<host>`: the host is the address that was connected to, which no program in between can change. */
  function claimed(user: string, incoming: IncomingMessage): Claim | undefined {
    const [, name = '', at = ''] = /^(.*)@(.*)$/su.exec(user) ?? []
    if (!hosts.has(at)) throw new LoginError('other-desk')
    if (name === own?.user) return { ...own.keys, caller: () => deskItself(incoming) }
    const keys = access.named(name)?.keys
    return keys && { ...keys, caller: () => provedGrant(name, keys.storedKey) }
  }

  /** As it is once it is proved, since it may have ended meanwhile. */
  function provedGrant(name: string, storedKey: string): Caller {
    const now = access.named(name)
    if (now === undefined || now.keys.storedKey !== storedKey) throw new LoginError('unknown-user')
    if (!access.isOn()) throw new LoginError('not-let-in')
    if (now.grant.suspended === true) throw new LoginError('suspended')
    return now.grant
  }

  return {
    request,
    /** Also requires the subprotocols `showdesk.v1` and `scram-sha-256`, or `bearer.<token, or secret of an address>`. */
    upgrade(
      incoming: IncomingMessage,
    ): { caller: Caller } | { claimed: (user: string) => Claim | undefined } | Refusal {
      const refusal = request(incoming)
      if (refusal !== undefined) return refusal
      const offered = (incoming.headers['sec-websocket-protocol'] ?? '').split(',').map((text) => text.trim())
      if (!offered.includes(protocolName))
        return { status: 401, reason: `Offer the subprotocols ${protocolName} and ${scramProtocol}.` }
      if (offered.includes(scramProtocol))
        return own === undefined && !access.isOn() ? nobody : { claimed: (user) => claimed(user, incoming) }
      const secrets = offered.filter((text) => text.startsWith(bearer)).map((text) => text.slice(bearer.length))
      const [caller] = secrets.flatMap((secret) => callerOf(secret, incoming) ?? [])
      if (caller === undefined)
        return { status: 401, reason: 'The token is missing, was revoked, or is not that of this run.' }
      if (caller.scope === 'desk') return { caller }
      if (!access.isOn()) return nobody
      if (caller.login === 'proof')
        return {
          status: 401,
          reason: `This grant is proved, never sent: offer ${scramProtocol}. See docs/control-api.md.`,
        }
      return caller.suspended === true
        ? { status: 401, reason: 'Another program had this port: make a new address in Settings, Access.' }
        : { caller }
    },
  }
}
