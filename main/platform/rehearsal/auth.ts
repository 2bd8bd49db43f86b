// Authentication (specification, section 5). These practice credentials open nothing but this platform: they are public
// and no secrets.
import type { IncomingHttpHeaders } from 'node:http'
import type { Operation } from '../catalog/entry.ts'
import { Refusal } from './refusal.ts'
import type { Store } from './store.ts'

/** Any other key or token that begins with `rehearsal-` has all rights too. */
export const rehearsalCredentials = {
  apiKey: 'rehearsal-key',
  viewerKey: 'rehearsal-viewer',
  expiredKey: 'rehearsal-expired',
  session: { token: 'rehearsal-session', accountId: 'acc_rehearsal', sessionId: 'ses_rehearsal' },
} as const

export interface Caller {
  accountId: string
  sessionId?: string
}

type Rights = 'full' | 'viewer'

/**
 * Throws 401 for a missing or unknown credential, 403 for a write with a viewer's or for another account. Only a
 * specified scheme excludes the other one.
 */
export function authorize(operation: Operation, headers: IncomingHttpHeaders, store: Store): Caller {
  const token = bearer(headers)
  const opened = token === undefined ? undefined : sessionOf(token)
  const owner = store.get('account/session', opened ?? '')?.accountId
  const accountId =
    header(headers, 'account-id') ?? (typeof owner === 'string' ? owner : rehearsalCredentials.session.accountId)
  const sessionId = header(headers, 'session-id') ?? opened
  const caller: Caller = { accountId, ...(sessionId === undefined ? {} : { sessionId }) }
  if (operation.auth === 'none') return caller

  const specified = operation.body !== undefined
  const byKey = specified && operation.auth === 'session' ? undefined : rights(header(headers, 'x-service-api-key'))
  const bySession = specified && operation.auth === 'apiKey' ? undefined : sessionRights(token, store)
  const granted = byKey ?? bySession
  if (granted === undefined) {
    throw new Refusal(401, 'authentication_required', 'The credential is missing or invalid.')
  }
  if (granted === 'viewer' && operation.kind !== 'read') {
    throw new Refusal(403, 'not_authorized', 'This credential may read and not write.')
  }
  if (store.get('account/general', accountId) === undefined) {
    throw new Refusal(403, 'not_authorized', 'This credential does not belong to the account.')
  }
  return caller
}

export function tokenFor(sessionId: string): string {
  return `${rehearsalCredentials.session.token}-${sessionId}`
}

function sessionOf(token: string): string | undefined {
  const { token: practice, sessionId } = rehearsalCredentials.session
  if (token === practice) return sessionId
  return token.startsWith(`${practice}-`) ? token.slice(practice.length + 1) : undefined
}

/** The practice token never ends, so that nobody is locked out. */
function sessionRights(token: string | undefined, store: Store): Rights | undefined {
  const session = token === undefined ? undefined : store.get('account/session', sessionOf(token) ?? '')
  const over = session?.status === 'ended' && token !== rehearsalCredentials.session.token
  return over ? undefined : rights(token)
}

function rights(credential: string | undefined): Rights | undefined {
  if (credential?.startsWith('rehearsal-') !== true) return undefined
  if (credential.startsWith(rehearsalCredentials.expiredKey)) return undefined
  return credential.startsWith(rehearsalCredentials.viewerKey) ? 'viewer' : 'full'
}

function bearer(headers: IncomingHttpHeaders): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1]
}

function header(headers: IncomingHttpHeaders, name: string): string | undefined {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}
