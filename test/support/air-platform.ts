// A platform in memory with several streams, polls and ads, whose lists change when a test says so. It keeps each effect
// under the identity of what it was on, whatever that is called.
import type { Json, JsonObject } from '#contract/json.ts'
import { reply, startStub } from './stub-platform.ts'

export interface AirRow {
  /** The platform's identifier of the event. */
  id: string
  name: string
  state: 'idle' | 'live' | 'ended'
}

export type AirPlatform = Awaited<ReturnType<typeof startAirPlatform>>

export async function startAirPlatform() {
  const platform = {
    /** Events by stream; their names, and so their keys, are the same in each. */
    rows: new Map<string, AirRow[]>(),
    /** Identifiers of advertisements, in the order of the list. */
    ads: [] as string[],
    /** `start str_1 Main`, `reveal emb_1`, `ad str_1 ad_1`. */
    effects: [] as string[],
    baseUrl: '',
    close: () => stub.close(),
  }

  const rowsOf = (stream: string): JsonObject[] =>
    (platform.rows.get(stream) ?? []).map(({ id, name, state }) => ({
      ...{ id, providerName: name, providerId: `${name}-id`, streamId: stream, title: name, status: state },
      ...{ started: state !== 'idle', paused: false, stopped: state === 'ended' },
      ...{ apiKey: null, apiSecret: null, authToken: null, streamKey: null },
    }))

  function updated({ options, details }: { options: JsonObject; details: JsonObject }): void {
    const [name, stream] = [textOf(options.providerName), textOf(details.streamId)]
    const act = details.stopped === true ? 'stop' : details.paused === true ? 'pause' : 'start'
    platform.effects.push(`${act} ${stream} ${name}`)
    const row = platform.rows.get(stream)?.find((one) => one.name === name)
    if (row !== undefined) row.state = act === 'stop' ? 'ended' : 'live'
  }

  const answers: Record<string, (body: JsonObject, query: URLSearchParams) => Json> = {
    'GET /api/video/details/all': (_, query) => ({ items: rowsOf(query.get('streamId') ?? '') }),
    'POST /api/video/stream/getStatus': () => ({ status: 'idle' }),
    'POST /api/vote/embed/get': ({ embedId = '' }) => ({ embedId, question: 'Red or blue?', resultsVisible: false }),
    'GET /api/ads/placement/all': () => ({
      items: platform.ads.map((id) => ({
        ...{ placementId: `pl_${id}`, advertisementId: id, title: 'Coffee', durationSeconds: 30 },
      })),
    }),
    'PUT /api/video/event/update': (body) => {
      updated(body as { options: JsonObject; details: JsonObject })
      return { id: 'evt', status: 'success' }
    },
    'PUT /api/vote/embed/update': ({ embedId }) => {
      platform.effects.push(`embed ${textOf(embedId)}`)
      return { id: textOf(embedId), status: 'success' }
    },
    'POST /api/ads/placement/create': ({ streamId, advertisementId }) => {
      platform.effects.push(`ad ${textOf(streamId)} ${textOf(advertisementId)}`)
      return { id: 'pl_new', status: 'success' }
    },
  }
  const stub = await startStub(({ method, url, body }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://platform.example')
    const given = body === '' ? {} : (JSON.parse(body) as JsonObject)
    const data = answers[`${method} ${pathname}`]?.(given, searchParams) ?? {}
    reply(response, 200, { data, requestId: crypto.randomUUID() })
  })
  platform.baseUrl = stub.baseUrl
  return platform
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '')
