// Opens an address that others chose, so nothing about it is trusted: every hop is checked, and the connection goes to
// the addresses that were checked.
import { lookup } from 'node:dns/promises'
import http, { type ClientRequest, type IncomingMessage } from 'node:http'
import https, { type RequestOptions } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isLocalAddress, isPublicAddress } from './addresses.ts'

export type RemoteProblem =
  | 'not_https'
  | 'has_credentials'
  | 'not_public'
  | 'too_many_redirects'
  | 'not_found'
  | 'too_large'
  | 'timed_out'
  | 'unreachable'

export class Refused extends Error {
  readonly problem: RemoteProblem
  constructor(problem: RemoteProblem) {
    super(problem)
    this.problem = problem
  }
}

/** Replaced in tests. */
export interface RemoteParts {
  resolve: (host: string) => Promise<string[]>
  request: (options: RequestOptions, onResponse: (response: IncomingMessage) => void) => ClientRequest
}

export interface Asked {
  accept: string
  redirects: number
  /** Bytes of an answer that says its length. */
  bytes: number
  signal: AbortSignal
  range?: string
  /** Whose addresses may be of this machine or of a private network, and without TLS there. */
  isLocal?: (url: URL) => boolean
}

export interface Opened {
  /** After redirects. */
  url: URL
  /** 200, or 206 where a range was asked for; paused, with its body still to come. */
  response: IncomingMessage
}

const systemParts: RemoteParts = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  request: (options, onResponse) => (options.protocol === 'http:' ? http : https).request(options, onResponse),
}

export type OpenRemote = (address: string, asked: Asked) => Promise<Opened>

/** What it makes rejects with `Refused`. No cookie, referrer or credential is sent. */
export function createRemote(parts: Partial<RemoteParts> = {}): OpenRemote {
  const all = { ...systemParts, ...parts }
  return async (address, asked) => {
    try {
      return await follow(address, asked, all)
    } catch (error) {
      if (error instanceof Refused) throw error
      throw new Refused(asked.signal.aborted ? 'timed_out' : 'unreachable')
    }
  }
}

async function follow(first: string, asked: Asked, parts: RemoteParts): Promise<Opened> {
  let url = checkedUrl(first, asked)
  for (let hop = 0; hop <= asked.redirects; hop++) {
    const addresses = await checkedAddresses(url, asked, parts.resolve)
    const answer = await get(url, addresses, asked, parts)
    if (typeof answer !== 'string') return { url, response: answer }
    url = checkedUrl(answer, asked, url)
  }
  throw new Refused('too_many_redirects')
}

function checkedUrl(text: string, { isLocal }: Asked, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (url?.protocol !== 'https:' && !(url?.protocol === 'http:' && isLocal?.(url) === true))
    throw new Refused('not_https')
  if (url.username !== '' || url.password !== '') throw new Refused('has_credentials')
  return url
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** All addresses of the host; a host with only one that may not be reached is refused. */
async function checkedAddresses(url: URL, asked: Asked, resolve: RemoteParts['resolve']): Promise<string[]> {
  const host = hostOf(url)
  const addresses = isIP(host) > 0 ? [host] : await within(resolve(host), asked.signal)
  if (addresses.length === 0) throw new Refused('unreachable')
  if (asked.isLocal?.(url) === true && addresses.every(isLocalAddress)) return addresses
  if (url.protocol !== 'https:') throw new Refused('not_https')
  if (!addresses.every(isPublicAddress)) throw new Refused('not_public')
  return addresses
}

/** A resolution can't be cancelled, so its result is ignored after the time. */
function within<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((done, fail) => {
    signal.addEventListener('abort', () => fail(new Refused('timed_out')), { once: true })
    work.then(done, fail)
  })
}

const pinned =
  (addresses: readonly string[]): LookupFunction =>
  (_host, options, done) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }))
    if (options.all === true) done(null, found)
    else done(null, found[0]?.address ?? '', found[0]?.family)
  }

const portOf = ({ port, protocol }: URL): number => (port === '' ? (protocol === 'http:' ? 80 : 443) : Number(port))

/** The answer, or where a redirect leads. */
function get(
  url: URL,
  addresses: readonly string[],
  { accept, bytes, signal, range }: Asked,
  { request }: RemoteParts,
): Promise<IncomingMessage | string> {
  return new Promise((done, fail) => {
    const options: RequestOptions = {
      protocol: url.protocol,
      hostname: hostOf(url),
      port: portOf(url),
      path: url.pathname + url.search,
      method: 'GET',
      headers: { accept, 'accept-encoding': 'identity', ...(range !== undefined && { range }) },
      lookup: pinned(addresses),
      // No connection is kept or shared.
      agent: false,
      signal,
    }
    const sent = request(options, (response) => {
      const { statusCode: status = 0, headers } = response
      const refuse = (problem: RemoteProblem): void => {
        fail(new Refused(problem))
        response.destroy()
      }
      response.on('error', fail)
      if ([301, 302, 303, 307, 308].includes(status) && headers.location !== undefined) {
        done(headers.location)
        response.destroy()
        return
      }
      if (status !== 200 && !(status === 206 && range !== undefined)) return refuse('not_found')
      if (Number(headers['content-length']) > bytes) return refuse('too_large')
      done(response)
    })
    sent.on('error', fail)
    sent.end()
  })
}

/** The whole body. Rejects with `Refused`. */
export async function readWhole(
  { response }: Opened,
  { bytes, signal }: Pick<Asked, 'bytes' | 'signal'>,
): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > bytes) throw new Refused('too_large')
      pieces.push(piece)
    }
  } catch (error) {
    if (error instanceof Refused) throw error
    throw new Refused(signal.aborted ? 'timed_out' : 'unreachable')
  }
  if (!response.complete) throw new Refused(signal.aborted ? 'timed_out' : 'unreachable')
  return Buffer.concat(pieces)
}
