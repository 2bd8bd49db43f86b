// The sample backend in one of the gallery's states. What the platform holds comes from the rehearsal platform's small studio.
import type { Json } from '#contract/json.ts'
import { DeskError } from '#contract/errors.ts'
import type { Connection, DeskInfo, ReadAnswer } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import { operations } from '../../main/platform/catalog/index.ts'
import { systemClock } from '../../main/core/ports.ts'
import { ownManner, rehearsalCredentials } from '../../main/platform/rehearsal/index.ts'
import { createPlatform } from '../../main/platform/rehearsal/platform.ts'
import { createSampleBackend, type Push } from '../renderer/support/sample-backend.ts'
import {
  ago,
  encoderState,
  sampleEncoder,
  sampleFiring,
  sendingOutput,
  type EncoderSample,
} from '../renderer/support/sample-encoder.ts'
import type { Handle } from '../renderer/support/serve-page.ts'
import type { GalleryState, GalleryTheme } from './states.ts'

/** Methods that read from the platform. */
const remote = new Set(['platform.read', 'requests.read', 'live.follow', 'live.refresh'])
/** Methods that read what the desk itself keeps for a view; the frame is drawn without them. */
const kept = new Set([
  'backups.list',
  'diagnostics.log',
  'drafts.get',
  'drafts.list',
  'history.list',
  'ledger.list',
  'ledger.queue',
  'limits.list',
])
/** What the sample keeps whatever its size, in the state that has nothing yet. */
const nothing: Readonly<Record<string, object>> = {
  'backups.list': { backups: [] },
  'favourites.list': { operations: [] },
  'history.list': { items: [] },
  'history.recent': { operations: [] },
  'seen.list': { records: [] },
}
const entries: Record<GalleryState, number> = {
  full: 200,
  empty: 0,
  loading: 30,
  failed: 30,
  offline: 30,
  show: 200,
  software: 200,
  starting: 200,
  alarm: 200,
  refused: 200,
}
/** What the streaming software does, where one is in use. */
const software: Partial<Record<GalleryState, () => EncoderSample>> = {
  software: () => ({ state: encoderState({ exposed: true }) }),
  starting: () => ({
    state: encoderState({ stream: { ...sendingOutput, durationMs: 4_000 } }),
    firing: sampleFiring('start', ['skipped', 'seen', 'seen', 'taking']),
  }),
  alarm: () => ({
    state: encoderState({
      program: 'Interview',
      record: { active: true, paused: false, durationMs: 4_980_000 },
      stream: { ...sendingOutput, growing: false, reconnecting: true, reconnectingSince: ago(9_000) },
    }),
    firing: sampleFiring('end', ['unknown'], { state: 'stopped', because: 'step_unknown' }),
    alarms: [
      { code: 'program_black', level: 'alarm', since: ago(12_000) },
      { code: 'encoder_reconnecting', level: 'attention', since: ago(9_000) },
    ],
  }),
  refused: () => ({
    state: {
      encoder: sampleEncoder,
      link: 'refused',
      everyMs: 2_000,
      nextTryAt: new Date(Date.now() + 12_000).toISOString(),
    },
  }),
}

/** The one in use, and another one. */
function withOthers(sample: EncoderSample | undefined): EncoderSample | undefined {
  const other = { id: 'enc_2', name: 'Travel case', address: 'ws://studio.local:4455', hasPassword: false, used: false }
  return sample && { encoders: [sampleEncoder, other], ...sample }
}

/** Reads the studio as the desk does; writes are applied to it as well. @throws DeskError where it refuses. */
function studio(): (request: OperationRequest) => ReadAnswer {
  const platform = createPlatform(systemClock, { write: () => undefined }, ownManner)
  return ({ operation: key, path = {}, query = {}, body }) => {
    const operation = operations.get(key)
    if (operation === undefined) throw new DeskError('invalid_input', `There is no operation ${key}.`)
    const headers = {
      'content-type': 'application/json',
      'x-service-api-key': rehearsalCredentials.apiKey,
      authorization: `Bearer ${rehearsalCredentials.session.token}`,
    }
    const reply = platform.answer(() => ({ operation, path }), {
      headers,
      query: new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])),
      body: Buffer.from(body === undefined ? '' : JSON.stringify(body)),
    })
    const data = JSON.parse(reply.body || '{}') as Json
    if (reply.status >= 400)
      throw new DeskError('not_found', `The platform answered ${reply.status}.`, {
        operation: key,
        status: reply.status,
      })
    return {
      status: reply.status,
      data,
      requestId: 'req_gallery',
      receivedAt: new Date().toISOString(),
      durationMs: 12,
    }
  }
}

/** A backend for one page of the gallery. */
export function createGalleryBackend(push: Push, state: GalleryState, theme: GalleryTheme): Handle {
  const ask = studio()
  const read = (request: OperationRequest): ReadAnswer => {
    if (state === 'failed')
      throw new DeskError('server_error', 'The platform answered with an error of its own.', {
        operation: request.operation,
        status: 503,
        requestId: 'req_gallery',
      })
    if (state === 'offline')
      throw new DeskError('unreachable', 'The platform can\u2019t be reached: connection refused.', {
        operation: request.operation,
      })
    if (state !== 'empty') return ask(request)
    return { ...ask({ operation: 'GET /api/team/general/all' }), data: { data: { items: [], total: 0 } } }
  }
  const answerOf = (operation: string): Json | undefined => {
    try {
      return read({ operation }).data
    } catch {
      return undefined
    }
  }
  const sample = createSampleBackend(
    push,
    entries[state],
    Math.min(entries[state], 6),
    (request) => Promise.resolve(read(request)),
    { get: answerOf },
    withOthers(software[state]?.()),
    state === 'empty' ? { rundowns: [] } : state === 'show' ? { chosen: 'run_1' } : {},
  )
  sample.handle('settings.update', { theme })
  if (state !== 'empty')
    sample.handle('broadcast.choose', {
      environment: 'rehearsal',
      stream: { id: 'str_1', name: 'Night show main' },
      poll: { id: 'emb_2', name: 'Next guest' },
      link: { id: 'lnk_1', name: 'Winter special' },
    })
  if (state === 'show')
    sample.handle('show.enter', {
      title: 'Night show',
      plannedEndAt: new Date(Date.now() + 45 * 60_000).toISOString(),
    })

  function connection(): Connection {
    const reachable = sample.handle('connection.probe', {}) as Connection
    if (state !== 'offline') return reachable
    const rest = { ...reachable }
    delete rest.latencyMs
    return {
      ...rest,
      state: 'unreachable',
      reason: 'connect ECONNREFUSED 127.0.0.1:40123',
      nextProbeAt: new Date(Date.now() + 30_000).toISOString(),
    }
  }

  return (method, params) => {
    if (state === 'loading' && (remote.has(method) || kept.has(method))) return new Promise(() => undefined)
    if (state === 'failed' && kept.has(method))
      throw new DeskError('storage_failed', 'The profile could not be read.', { operation: method })
    if (state === 'empty' && Object.hasOwn(nothing, method)) return nothing[method]
    if (method === 'platform.read') return read(params as OperationRequest)
    if (method === 'requests.read' && (state === 'failed' || state === 'offline'))
      return read(params as OperationRequest)
    if (method === 'connection.probe') return connection()
    if (method === 'desk.info')
      return { ...(sample.handle(method, params) as DeskInfo), connection: connection() } satisfies DeskInfo
    return sample.handle(method, params)
  }
}
