import { DeskError } from '#contract/errors.ts'
import { isMaskedText } from '#contract/masked.ts'
import type { Credential } from '../../keychain/types.ts'

export type Header = readonly [name: string, value: string]

/** The headers that every request carries (spec, section 4.1); a write's reference lets its effect be found again (section 8). */
export function commonHeaders(about: {
  userAgent: string
  hasBody: boolean
  reference?: string | undefined
}): Header[] {
  return [
    ['Accept', 'application/json'],
    ['Accept-Encoding', 'gzip, deflate, br'],
    ['User-Agent', about.userAgent],
    ...(about.hasBody ? ([['Content-Type', 'application/json']] as const) : []),
    ...(about.reference === undefined ? [] : ([['X-Client-Reference', about.reference]] as const)),
  ]
}

/** The headers of a credential (spec, section 5). */
export function credentialHeaders(credential: Credential): Header[] {
  if (credential.scheme === 'apiKey') return [['X-Service-API-Key', credential.apiKey]]
  const known = (name: string, value: string | undefined): Header[] =>
    value === undefined || value === '' ? [] : [[name, value]]
  return [
    ['Authorization', `Bearer ${credential.token}`],
    ...known('Account-Id', credential.accountId),
    ...known('Session-Id', credential.sessionId),
  ]
}

/** Names of the headers whose value is, or holds, a mask. */
export function maskedHeaders(headers: readonly Header[]): string[] {
  return headers.filter(([name, value]) => isMaskedText(value, name, true)).map(([name]) => name)
}

/** Throws DeskError `invalid_input` naming a header whose value HTTP can't carry; the value itself is never told. */
export function assertHeaders(headers: readonly Header[], operation: string): void {
  for (const [name, value] of headers) {
    if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) continue
    throw new DeskError('invalid_input', `The header ${name} holds characters that can't be sent.`, {
      facts: { reason: 'header_not_sendable', name },
      operation,
      fields: [{ path: name, message: 'Holds characters that no header carries', reason: 'header_characters' }],
    })
  }
}
