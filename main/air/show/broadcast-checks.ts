// Reads what the checks of the stream, its destinations, its poll, its ads and its payment link need: each list once.
import type { Json, JsonObject } from '#contract/json.ts'
import { DeskError } from '#contract/errors.ts'
import type { Broadcast, FieldChoice, ShowCheckId } from '#contract/live.ts'
import type { OperationRequest } from '#contract/operation.ts'
import { readAds } from '#answers/placements.ts'
import { idOf } from '#answers/roles.ts'
import { readStreamStatus, statusOperation, type StreamStatus } from '#answers/stream-status.ts'
import {
  adsCheck,
  categoryCheck,
  channelCheck,
  destinationsCheck,
  linkCheck,
  ownDetails,
  pollCheck,
  scheduleCheck,
  streamCheck,
  titleCheck,
  type StreamRead,
} from './broadcast-judge.ts'
import type { Found } from './judge.ts'

const adList = 'GET /api/ads/placement/all'
/** Of one page. */
const query = { limit: 200 } as const

type Chosen = Pick<Broadcast, 'poll' | 'link' | 'plannedEndAt'> & { streamId: string | undefined }

/**
 * The checks of a broadcast. Without a stream only that is said, and nothing about what would belong to it. A read that
 * fails rejects with its DeskError. `readList` reads a list to its end.
 */
export function broadcastChecks(
  { streamId, poll, link, plannedEndAt }: Chosen,
  read: (request: OperationRequest) => Promise<Json>,
  readList: (request: OperationRequest, resource: string) => Promise<JsonObject[]>,
  now: number,
  choiceOf: (operation: string) => FieldChoice | undefined = () => undefined,
): Partial<Record<ShowCheckId, () => Promise<Found> | Found>> {
  const taught = choiceOf(statusOperation)?.airWords
  const asked = new Map<string, Promise<JsonObject[]>>()
  function list(request: OperationRequest, resource: string): Promise<JsonObject[]> {
    const known = asked.get(resource) ?? readList(request, resource)
    asked.set(resource, known)
    return known
  }
  const ofLink = async (): Promise<Found> =>
    linkCheck(
      link,
      link === undefined ? [] : await list({ operation: 'POST /api/payment/link/all', body: {} }, 'payment/link'),
    )
  const ofPoll = async (): Promise<Found> =>
    pollCheck(
      poll,
      poll === undefined ? [] : await list({ operation: 'POST /api/vote/embed/all', body: {} }, 'vote/embed'),
    )
  if (streamId === undefined) return { stream: () => streamCheck(undefined), poll: ofPoll, link: ofLink }

  let status: Promise<StreamStatus | null> | undefined
  const state = (): Promise<StreamStatus | null> =>
    (status ??= read({ operation: 'POST /api/video/stream/getStatus', body: { streamId } }).then(
      (answer) => readStreamStatus(answer, now, taught),
      (error: unknown) => {
        if (error instanceof DeskError && error.code === 'not_found') return null
        throw error
      },
    ))
  const own = async (): Promise<JsonObject[]> =>
    ownDetails(await list({ operation: 'GET /api/video/details/all', query }, 'video/details'), streamId)
  async function stream(): Promise<StreamRead> {
    const [rows, known] = await Promise.all([
      list({ operation: 'GET /api/video/stream/all', query }, 'video/stream'),
      state(),
    ])
    return {
      id: streamId ?? '',
      record: rows.find((row) => idOf(row, 'video/stream') === streamId),
      status: known ?? { state: 'unseen' },
    }
  }
  const both = (): Promise<[StreamRead, JsonObject[]]> => Promise.all([stream(), own()])
  const channels = (): Promise<JsonObject[]> =>
    list({ operation: 'GET /api/video/channel/all', query }, 'video/channel')
  return {
    stream: async () => streamCheck(await state()),
    title: async () => titleCheck(...(await both()), now),
    channel: async () => channelCheck(...(await Promise.all([stream(), own(), channels()]))),
    category: async () => categoryCheck(...(await both())),
    schedule: async () =>
      scheduleCheck(...(await both()), now, plannedEndAt === undefined ? undefined : Date.parse(plannedEndAt)),
    destinations: async () => destinationsCheck(await own()),
    poll: ofPoll,
    ads: async () => adsCheck(readAds(await read({ operation: adList }), streamId, now, choiceOf(adList))),
    link: ofLink,
  }
}
