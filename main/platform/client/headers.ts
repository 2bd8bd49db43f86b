import { DeskError } from '#contract/errors.ts'
import { isMaskedText } from '#contract/masked.ts'
import type { Credential } from '../../core/keychain/types.ts'

export type Header = readonly [name: string, value: string]

/** Headers of every request (spec, section 4.1); the reference lets a write's effect be found again (section 8). */
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

export function maskedHeaders(headers: readonly Header[]): string[] {
  return headers.filter(([name, value]) => isMaskedText(value, name, true)).map(([name]) => name)
}

/** Throws DeskError `invalid_input` naming a header whose value HTTP can't carry, without the value. */
export function assertHeaders(headers: readonly Header[], operation: string): void {
  for (const [name, value] of headers) {
    if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) continue
    throw new DeskError('invalid_input', `The header ${name} holds characters that can't be sent.`, {
      operation,
      facts: { reason: 'header_not_sendable', header: name },
      fields: [{ path: name, message: 'Holds characters beyond Latin-1, or line breaks', reason: 'not_for_header' }],
    })
  }
}
