// Remote pictures for the preview of a message. Its author chose the addresses, so none of them is trusted.
import { lookup } from 'node:dns/promises'
import type { ClientRequest, IncomingMessage } from 'node:http'
import https, { type RequestOptions } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { FetchedPicture, PictureProblem } from '#contract/pictures.ts'
import { isPublicAddress } from './addresses.ts'
import { sniffPicture } from './sniff.ts'

export interface PictureBounds {
  /** Of one picture. */
  bytes: number
  /** For one picture with all of its redirects. */
  ms: number
  redirects: number
}

export const defaultBounds: PictureBounds = { bytes: 3 * 1024 * 1024, ms: 10_000, redirects: 3 }

export interface PictureParts {
  resolve: (host: string) => Promise<string[]>
  request: (options: RequestOptions, onResponse: (response: IncomingMessage) => void) => ClientRequest
  bounds: PictureBounds
}

export type FetchPictures = (urls: readonly string[]) => Promise<FetchedPicture[]>

class Refused extends Error {
  readonly problem: PictureProblem
  constructor(problem: PictureProblem) {
    super(problem)
    this.problem = problem
  }
}

const resolveByDns = async (host: string): Promise<string[]> =>
  (await lookup(host, { all: true })).map(({ address }) => address)

/** The parts are replaced in tests. */
export function createPictureFetcher(parts: Partial<PictureParts> = {}): FetchPictures {
  const all: PictureParts = { resolve: resolveByDns, request: https.request, bounds: defaultBounds, ...parts }
  return (urls) => Promise.all([...new Set(urls)].map((url) => fetchOne(url, all)))
}

async function fetchOne(url: string, parts: PictureParts): Promise<FetchedPicture> {
  const signal = AbortSignal.timeout(parts.bounds.ms)
  try {
    return { url, data: await follow(url, parts, signal) }
  } catch (error) {
    if (error instanceof Refused) return { url, problem: error.problem }
    return { url, problem: signal.aborted ? 'timed_out' : 'unreachable' }
  }
}

async function follow(first: string, parts: PictureParts, signal: AbortSignal): Promise<string> {
  let url = checkedUrl(first)
  for (let hop = 0; hop <= parts.bounds.redirects; hop++) {
    const addresses = await publicAddresses(url, parts.resolve, signal)
    const answer = await get(url, addresses, parts, signal)
    if (typeof answer !== 'string') return dataUrl(answer)
    url = checkedUrl(answer, url)
  }
  throw new Refused('too_many_redirects')
}

function checkedUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base?.href)
  if (url?.protocol !== 'https:') throw new Refused('not_https')
  if (url.username !== '' || url.password !== '') throw new Refused('has_credentials')
  return url
}

/** All addresses of the host; a host with only one that is not public is refused. */
async function publicAddresses(url: URL, resolve: PictureParts['resolve'], signal: AbortSignal): Promise<string[]> {
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const addresses = isIP(host) > 0 ? [host] : await within(resolve(host), signal)
  if (addresses.length === 0) throw new Refused('unreachable')
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

/** The bytes, or where a redirect leads. */
function get(
  url: URL,
  addresses: readonly string[],
  { request, bounds }: PictureParts,
  signal: AbortSignal,
): Promise<Buffer | string> {
  return new Promise((done, fail) => {
    const options: RequestOptions = {
      protocol: 'https:',
      hostname: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? 443 : Number(url.port),
      path: url.pathname + url.search,
      method: 'GET',
      headers: { accept: 'image/*', 'accept-encoding': 'identity' },
      lookup: pinned(addresses),
      // No connection is kept or shared.
      agent: false,
      signal,
    }
    const sent = request(options, (response) => {
      const { statusCode: status = 0, headers } = response
      const refuse = (problem: PictureProblem): void => {
        fail(new Refused(problem))
        response.destroy()
      }
      response.on('error', fail)
      if ([301, 302, 303, 307, 308].includes(status) && headers.location !== undefined) {
        done(headers.location)
        response.destroy()
        return
      }
      if (status !== 200) return refuse('not_found')
      if (Number(headers['content-length']) > bounds.bytes) return refuse('too_large')
      const pieces: Buffer[] = []
      let size = 0
      response.on('data', (piece: Buffer) => {
        size += piece.length
        if (size > bounds.bytes) refuse('too_large')
        else pieces.push(piece)
      })
      response.on('end', () => done(Buffer.concat(pieces)))
      response.on('close', () => {
        if (!response.complete) fail(new Refused(signal.aborted ? 'timed_out' : 'unreachable'))
      })
    })
    sent.on('error', fail)
    sent.end()
  })
}

function dataUrl(bytes: Buffer): string {
  const type = sniffPicture(bytes)
  if (type === undefined) throw new Refused('not_a_picture')
  return `data:${type};base64,${bytes.toString('base64')}`
}
