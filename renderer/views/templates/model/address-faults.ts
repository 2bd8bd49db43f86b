// Addresses that lead nowhere from anybody's inbox: on this computer or network, or misspelt.
import { nearest } from './nearest.ts'

type AddressFault =
  | { code: 'address_local' }
  /** `fixed` is the whole address as it was probably meant. */
  | { code: 'address_misspelt'; kind: 'scheme' | 'twice' | 'slashes' | 'mailto'; fixed?: string }

const known = new Set('http https mailto ftp ftps sftp nntp rtsp rtmp rtmps smtp xmpp tel sms'.split(' '))
const localHost =
  /^https?:\/\/(?:[^/?#@]{0,200}@)?(?:localhost|[^/?#:]{0,200}\.(?:localhost|local)|127\.\d+\.\d+\.\d+|0\.0\.0\.0|10\.\d+\.\d+\.\d+|192\.168\.\d+\.\d+|172\.(?:1[6-9]|2\d|3[01])\.\d+\.\d+|169\.254\.\d+\.\d+|\[::1\])(?:[:/?#]|$)/i

/** What is wrong in an address for every reader; undefined where nothing is, or where other rules name it. */
export function addressFault(value: string): AddressFault | undefined {
  const address = value.trim()
  const start = address.slice(0, 300)
  if (/^(?:file|blob):/i.test(start) || /^(?:[a-z]:[\\/]|\\\\)/i.test(start) || localHost.test(start))
    return { code: 'address_local' }
  const twice = /^https?(?::\/*|;\/\/|\/\/)(?=https?:?\/\/)/i.exec(start)
  if (twice !== null) {
    const rest = address.slice(twice[0].length).replace(/^https?:?\/\//i, '')
    return { code: 'address_misspelt', kind: 'twice', fixed: `https://${rest}` }
  }
  const [written, scheme = ''] = /^([a-z]{2,9}):\/*/i.exec(start) ?? ['']
  const name = scheme.toLowerCase()
  if (name === 'http' || name === 'https') {
    if (/^https?:\/\/(?!\/)/i.test(start) || written.length === address.length) return undefined
    return { code: 'address_misspelt', kind: 'slashes', fixed: `https://${address.slice(written.length)}` }
  }
  if (name === 'mailto') {
    const to = start.slice(written.length)
    return to === '' || /[@?{%*<[]/.test(to) ? undefined : { code: 'address_misspelt', kind: 'mailto' }
  }
  if (name === '' || known.has(name)) return undefined
  const rest = address.slice(written.length)
  if (nearest(name, ['http', 'https']) !== undefined)
    return { code: 'address_misspelt', kind: 'scheme', fixed: `https://${rest}` }
  if (nearest(name, ['mailto']) !== undefined)
    return { code: 'address_misspelt', kind: 'scheme', fixed: `mailto:${rest}` }
  return undefined
}
