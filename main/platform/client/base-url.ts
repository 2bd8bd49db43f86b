// The one judge of an environment's base address, used when it is typed into Settings and again before every request.
import { DeskError } from '#contract/errors.ts'

/**
 * Reads a base address such as `https://api.example.com` or `https://example.com/base`; trailing slashes are dropped.
 * Throws DeskError `invalid_input` on the field `baseUrl` with the reason.
 */
export function parseBaseUrl(text: string): URL {
  const typed = text.trim()
  const reason = wrong(typed)
  if (reason !== undefined) refuse(reason)
  const url = URL.parse(typed)
  if (!url || url.hostname === '') return refuse('This is not a valid address')
  if (url.port === '0') refuse('The port must be a number from 1 to 65535')
  if (url.protocol !== 'https:' && !isLoopback(url.hostname))
    refuse('The address must begin with https://; http:// is for this computer only')
  const path = url.pathname.replace(/\/+$/, '')
  if (path.startsWith('//')) refuse('The path must not begin with two slashes')
  url.pathname = path
  return url
}

function wrong(typed: string): string | undefined {
  if (typed === '') return 'Enter the address of the environment'
  if (/[\s\\\p{Cc}]/u.test(typed)) return 'The address must not hold spaces, line breaks or backslashes'
  const [, scheme, authority] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(typed) ?? []
  if (scheme === undefined || authority === undefined) return 'The address must begin with https://'
  if (!/^https?$/i.test(scheme)) return 'The address must begin with https://'
  if (authority.includes('@')) return 'The address must not hold a user name or a password'
  if (typed.includes('#')) return 'The address must not hold a fragment (#)'
  if (typed.includes('?')) return 'The address must not hold a query (?)'
  const port = /:([^:\]]*)$/.exec(authority)?.[1]
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) >= 1 && Number(port) <= 65_535))
    return 'The port must be a number from 1 to 65535'
  return undefined
}

/** Whether a URL's host is this computer. Numeric hosts are normalised by the URL parser, so `127.1` is covered. */
export function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
}

function refuse(reason: string): never {
  throw new DeskError('invalid_input', `The base address can't be used. ${reason}.`, {
    fields: [{ path: 'baseUrl', message: reason }],
  })
}
