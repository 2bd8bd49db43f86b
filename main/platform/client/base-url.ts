import { DeskError } from '#contract/errors.ts'
import type { FieldReason } from '#contract/reasons.ts'
import { withoutUnseen } from '../../core/keychain/errors.ts'

const problems = {
  address_missing: 'Enter the address of the environment',
  address_not_valid: 'This is not a valid address',
  address_characters: 'The address must not hold spaces, line breaks or backslashes',
  address_scheme: 'The address must begin with https://',
  address_plain: 'The address must begin with https://; http:// is for this computer only',
  address_user: 'The address must not hold a user name or a password',
  address_fragment: 'The address must not hold a fragment (#)',
  address_query: 'The address must not hold a query (?)',
  address_port: 'The port must be a number from 1 to 65535',
  address_slashes: 'The path must not begin with two slashes',
} as const satisfies Partial<Record<FieldReason, string>>

/** Reads a base address; trailing slashes are dropped. Throws DeskError `invalid_input` on the field `baseUrl`. */
export function parseBaseUrl(text: string): URL {
  const typed = withoutUnseen(text).trim()
  const reason = wrong(typed)
  if (reason !== undefined) refuse(reason)
  const url = URL.parse(typed)
  if (!url || url.hostname === '') return refuse('address_not_valid')
  if (url.port === '0') refuse('address_port')
  if (url.protocol !== 'https:' && !isLoopback(url.hostname)) refuse('address_plain')
  const path = url.pathname.replace(/\/+$/, '')
  if (path.startsWith('//')) refuse('address_slashes')
  url.pathname = path
  return url
}

function wrong(typed: string): keyof typeof problems | undefined {
  if (typed === '') return 'address_missing'
  if (/[\s\\\p{Cc}]/u.test(typed)) return 'address_characters'
  const [, scheme, authority] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(typed) ?? []
  if (scheme === undefined || authority === undefined || !/^https?$/i.test(scheme)) return 'address_scheme'
  if (authority.includes('@')) return 'address_user'
  if (typed.includes('#')) return 'address_fragment'
  if (typed.includes('?')) return 'address_query'
  const port = /:([^:\]]*)$/.exec(authority)?.[1]
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535))
    return 'address_port'
  return undefined
}

/** The URL parser has normalised numeric hosts such as `127.1`. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
}

function refuse(reason: keyof typeof problems): never {
  const message = problems[reason]
  throw new DeskError('invalid_input', `The base address can't be used: ${message}.`, {
    facts: { reason: 'base_address_not_valid' },
    fields: [{ path: 'baseUrl', message, reason }],
  })
}
