// The route of playlists and segments: what a session may ask for, fetched from where the playlists say, within bounds.
import { Transform, type TransformCallback } from 'node:stream'
import { monitorPath, monitorProblemHeader, type MonitorProblem } from '#contract/air/monitor.ts'
import { readWhole, Refused, type OpenRemote } from '../../core/fetch/open.ts'
import { isPlaylist, rewritePlaylist } from './playlist.ts'
import type { Item, Session } from './session.ts'
import type { RouteAnswer, RouteRequest } from '../../core/types.ts'

export interface Bounds {
  playlistBytes: number
  /** Each line is read and named in main. */
  playlistLines: number
  playlistMs: number
  segmentBytes: number
  /** Until a segment has begun, and between two pieces of it. */
  idleMs: number
  segmentMs: number
  redirects: number
  /** Requests of one session at the same time. */
  atOnce: number
}

export const defaultBounds: Bounds = {
  playlistBytes: 1024 * 1024,
  playlistLines: 40_000,
  playlistMs: 10_000,
  segmentBytes: 48 * 1024 * 1024,
  idleMs: 10_000,
  segmentMs: 60_000,
  redirects: 3,
  atOnce: 8,
}

const statusOf: Partial<Record<MonitorProblem, number>> = { gone: 410, busy: 429, not_found: 404, timed_out: 504 }

export const refusal = (problem: MonitorProblem): RouteAnswer => ({
  status: statusOf[problem] ?? 502,
  headers: {
    'Content-Type': 'text/plain; charset=utf-8',
    'Cache-Control': 'no-store',
    [monitorProblemHeader]: problem,
  },
  body: `${problem}\n`,
})

function hasMoreLines(text: string, most: number): boolean {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1 && lines <= most; at = text.indexOf('\n', at + 1)) lines += 1
  return lines > most
}

const rangeShape = /^bytes=\d{1,15}-\d{0,15}$/

export interface Asking extends Pick<RouteRequest, 'range' | 'signal'> {
  session: Session
  item: Item
  /** Whether the origin of the source may be of this machine or of a private network. */
  local: boolean
}

export function createRoute(open: OpenRemote, bounds: Bounds) {
  async function playlist({ session, item, local, signal }: Asking): Promise<RouteAnswer> {
    const asked = {
      accept: 'application/vnd.apple.mpegurl, application/x-mpegurl;q=0.9, */*;q=0.1',
      redirects: bounds.redirects,
      bytes: bounds.playlistBytes,
      signal: AbortSignal.any([signal, session.ended.signal, AbortSignal.timeout(bounds.playlistMs)]),
      isLocal: ({ origin }: URL) => local && origin === session.origin,
    }
    const opened = await open(item.address, asked)
    const text = (await readWhole(opened, asked)).toString('utf8')
    if (!isPlaylist(text)) return refusal('not_a_playlist')
    if (hasMoreLines(text, bounds.playlistLines)) return refusal('too_large')
    return {
      status: 200,
      headers: { 'Content-Type': 'application/vnd.apple.mpegurl', 'Cache-Control': 'no-store' },
      body: rewritePlaylist(text, opened.url, (address, kind) => `${monitorPath}${session.name(address, kind)}`),
    }
  }

  async function media({ session, item, local, range, signal }: Asking): Promise<RouteAnswer> {
    const late = new AbortController()
    let timer = setTimeout(() => late.abort(), bounds.idleMs)
    const all = AbortSignal.any([signal, session.ended.signal, late.signal, AbortSignal.timeout(bounds.segmentMs)])
    try {
      const { response } = await open(item.address, {
        accept: '*/*',
        redirects: bounds.redirects,
        bytes: bounds.segmentBytes,
        signal: all,
        isLocal: ({ origin }: URL) => local && origin === session.origin,
        ...(range !== undefined && rangeShape.test(range) && { range }),
      })
      let size = 0
      const body = new Transform({
        transform(piece: Buffer, _encoding, done: TransformCallback) {
          clearTimeout(timer)
          size += piece.length
          // The page sees that the connection broke, as with any cut segment.
          if (size > bounds.segmentBytes) return done(new Refused('too_large'))
          timer = setTimeout(() => late.abort(), bounds.idleMs)
          done(null, piece)
        },
      })
      const end = (): void => {
        clearTimeout(timer)
        response.destroy()
      }
      body.once('close', end)
      // Whoever serves it is told by the stream; until then nobody listens.
      body.on('error', () => undefined)
      response.once('error', () => body.destroy(new Refused('unreachable')))
      response.once('close', () => {
        if (!response.complete) body.destroy(new Refused('unreachable'))
      })
      response.pipe(body)
      const { 'content-length': length, 'content-range': part } = response.headers
      return {
        status: response.statusCode ?? 200,
        headers: {
          'Content-Type': 'application/octet-stream',
          'Cache-Control': 'no-store',
          ...(length !== undefined && { 'Content-Length': length }),
          ...(part !== undefined && { 'Content-Range': part }),
        },
        body,
      }
    } catch (error) {
      clearTimeout(timer)
      throw error
    }
  }

  return async (asking: Asking): Promise<RouteAnswer> => {
    try {
      return await (asking.item.kind === 'playlist' ? playlist(asking) : media(asking))
    } catch (error) {
      return refusal(error instanceof Refused ? error.problem : 'unreachable')
    }
  }
}
