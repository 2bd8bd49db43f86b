// Which commands there are, with their records, from what was read. Pure. A body is the one that the live view sends for
// the same records.
import type { PollCommand, RecordCommand, TransportAction } from '#contract/access-kinds.ts'
import { defined } from '#contract/defined.ts'
import type { ShownDestination } from '#contract/shown.ts'
import type { Broadcast, FieldChoice } from '#contract/live.ts'
import type { Intent, ProviderProfile } from '#contract/models.ts'
import { withheldOf } from '#answers/broadcast/credentials.ts'
import {
  destinationsOf,
  eventIdOf,
  eventUpdate,
  mayCommand,
  needsDecision,
  type Destination,
} from '#answers/broadcast/destinations.ts'
import { adDeed, deedFor, pollDeed, transportDeed } from '#answers/deeds.ts'
import { adRecord, lengthOf, phaseOf, readAds, runNowBody, type Ad } from '#answers/placements.ts'
import { pollIn } from '#answers/poll/poll.ts'
import { pollSteps, stepOf } from '#answers/poll/steps.ts'
import { readStreamStatus, statusOperation, type StreamStatus } from '#answers/stream-status.ts'
import { commandBody } from './body.ts'
import { adList, detailsList, type Values } from './reads.ts'
import { noLength, optionsWithheld, wrongState } from './refusals.ts'
import type { Candidate, CommandInput } from './types.ts'

/** All that the candidates follow from. */
export interface Known {
  broadcast: Broadcast
  values: Values
  /** Writes to events of this environment, newest first. */
  writes: readonly Intent[]
  profiles: readonly ProviderProfile[]
  /** The details that the platform's event takes. */
  details: readonly string[]
  choiceOf: (operation: string) => FieldChoice | undefined
  /** By this machine's clock. */
  now: number
  /** This machine's clock less the platform's. */
  offsetMs: number
}

/** What a person said beside the record. */
export type Said = Pick<CommandInput, 'without' | 'again' | 'seconds'>

/** Longer names of a record can't be given back. */
const longestRecord = 512
const mostAds = 100
const readForMs = 10_000

export function candidatesOf(command: RecordCommand, known: Known, said: Said = {}): Candidate[] {
  return ofCommand(command, known, said).filter(({ record }) => record !== '' && record.length <= longestRecord)
}

function ofCommand(command: RecordCommand, known: Known, said: Said): Candidate[] {
  switch (command) {
    case 'start':
    case 'stop':
    case 'pause':
    case 'resume':
      return destinationsIn(known).map((one, _, all) => transport(command, one, all.length > 1, known, said))
    case 'reveal':
    case 'winner':
    case 'hide':
    case 'close':
      return poll(command, known)
    case 'runAd':
      return adsIn(known).map((ad) => runAd(ad, known, said))
    case 'clip':
    case 'mark':
      return clip(command, known)
  }
}

/** What the platform says of the stream, by its own clock. */
export const statusIn = ({ values, choiceOf, now, offsetMs }: Known): StreamStatus =>
  readStreamStatus(values.get('status')?.answer?.data, now - offsetMs, choiceOf(statusOperation)?.airWords)

export function destinationsIn({ broadcast, values, writes, choiceOf, now }: Known): Destination[] {
  const { stream } = broadcast
  if (stream === undefined) return []
  const { airWords } = choiceOf(statusOperation) ?? {}
  return destinationsOf(
    values.get('destinations')?.answer?.data,
    writes,
    stream.id,
    choiceOf(detailsList)?.list,
    now,
    airWords,
  )
}

export const shownDestination = (destination: Destination): ShownDestination => ({
  key: destination.key,
  ...defined({ event: eventIdOf(destination) }),
})

/** A command to one destination, also to one that is not listed any more. */
export function transport(
  command: TransportAction,
  destination: Destination,
  several: boolean,
  known: Known,
  { without, again }: Said = {},
): Candidate {
  const { key, name, state, newest } = destination
  const { broadcast, values, profiles, details } = known
  const withheld = withheldOf(destination, profiles)
  // A person who was told that nobody knows its outcome may repeat it, whatever is shown.
  const isAgain = again !== undefined && newest?.id === again && newest.state === 'unknown'
  const refusal =
    !isAgain && !mayCommand(command, destination) && !(command === 'stop' && !isRead(known))
      ? wrongState(command, state)
      : withheld !== undefined && needsDecision(command, withheld, without)
        ? optionsWithheld(name, withheld.missing)
        : undefined
  return {
    command,
    record: key,
    name,
    state,
    active: mayCommand(command, destination),
    readAt: readAt(values, 'destinations'),
    product: 'Livestream',
    shown: { stream: broadcast.stream?.id ?? null, destinations: [shownDestination(destination)] },
    ...defined({ refusal }),
    build: (now) => ({
      operation: eventUpdate,
      body: commandBody(command, destination, details, profiles, now, without),
      deed: transportDeed(command, broadcast.stream, several ? name : undefined),
    }),
  }
}

/** Lately and without a failure since: only such a reading may say that there is nothing to stop. */
function isRead({ values, now }: Known): boolean {
  const { answer, error } = values.get('destinations') ?? {}
  return answer !== undefined && error === undefined && now - Date.parse(answer.receivedAt) <= readForMs
}

function poll(command: PollCommand, { broadcast, values }: Known): Candidate[] {
  const chosen = broadcast.poll
  if (chosen === undefined) return []
  const read = pollIn(values.get('poll')?.answer?.data)
  const name = read?.question || chosen.name
  const { step, done } = pollSteps[command]
  const isDone = read?.step !== undefined && done.includes(read.step)
  return [
    {
      command,
      record: chosen.id,
      name,
      readAt: readAt(values, 'poll'),
      product: 'Embeds',
      shown: { poll: chosen.id },
      ...defined({
        state: read?.step ?? read?.status,
        active: read?.step === undefined ? undefined : !isDone,
        refusal: isDone ? wrongState(command, read.step ?? '') : undefined,
      }),
      build: () => ({
        operation: 'PUT /api/vote/embed/update',
        body: { embedId: chosen.id, ...stepOf(step).fields },
        deed: pollDeed(step, chosen.id, name),
      }),
    },
  ]
}

function adsIn({ broadcast, values, choiceOf, now, offsetMs }: Known): Ad[] {
  const data = values.get('ads')?.answer?.data
  return readAds(data, broadcast.stream?.id, now - offsetMs, choiceOf(adList)).choices.slice(0, mostAds)
}

function runAd(ad: Ad, { broadcast, values, now, offsetMs }: Known, said: Said): Candidate {
  const streamId = broadcast.stream?.id
  const phase = phaseOf(ad, now - offsetMs)
  const seconds = lengthOf(ad) ?? said.seconds
  return {
    command: 'runAd',
    record: adRecord(ad),
    name: ad.title,
    state: ad.status ?? phase,
    active: phase !== 'running',
    readAt: readAt(values, 'ads'),
    product: 'Ads',
    shown: { stream: streamId ?? null, ad: adRecord(ad) },
    ...defined({ refusal: seconds === undefined ? noLength(ad.title) : undefined }),
    build: (at) => {
      if (seconds === undefined) throw noLength(ad.title)
      const body = runNowBody(ad, streamId, at, seconds)
      return { operation: 'POST /api/ads/placement/create', body, deed: adDeed('ad_run', body, ad.title) }
    },
  }
}

const createClip = 'POST /api/video/stream/createClip'

function clip(command: 'clip' | 'mark', known: Known): Candidate[] {
  const { broadcast, values } = known
  const { stream } = broadcast
  if (stream === undefined) return []
  const { state } = statusIn(known)
  return [
    {
      command,
      record: stream.id,
      name: stream.name,
      readAt: readAt(values, 'status'),
      product: 'Livestream',
      shown: { stream: stream.id },
      ...defined({ state: values.get('status')?.answer === undefined ? undefined : state }),
      build: (_, given) => {
        const title = given ?? titleOf(command, known)
        return {
          operation: createClip,
          body: { streamId: stream.id, title },
          deed: deedFor('clip_made', { id: stream.id, name: title }),
        }
      },
    },
  ]
}

/** A mark needs no stream: it is kept as the draft of a clip. */
export function markOf(known: Known, given: string | undefined) {
  const title = given ?? titleOf('mark', known)
  const elapsed = elapsedMs(known)
  const at = new Date(known.now).toISOString()
  const of = {
    streamId: known.broadcast.stream?.id,
    offsetSeconds: elapsed === undefined ? undefined : Math.floor(elapsed / 1_000),
  }
  return { operation: createClip, body: { title, at, ...defined(of) }, title }
}

const titleOf = (command: 'clip' | 'mark', known: Known): string =>
  `${command === 'clip' ? 'Clip' : 'Mark'} ${momentOf(known)}`

/** How long the stream runs, by the platform's clock; undefined where it does not say so. */
function elapsedMs(known: Known): number | undefined {
  const { now, offsetMs } = known
  const { state, startedAt } = statusIn(known)
  if (startedAt === undefined || (state !== 'live' && state !== 'paused')) return undefined
  return Math.max(0, now - offsetMs - startedAt)
}

/** `01:23:45` since the start, else the time of day. */
function momentOf(known: Known): string {
  const elapsed = elapsedMs(known)
  if (elapsed === undefined) return new Date(known.now).toTimeString().slice(0, 8)
  const seconds = Math.floor(elapsed / 1_000)
  return [seconds / 3_600, (seconds % 3_600) / 60, seconds % 60]
    .map((part) => String(Math.floor(part)).padStart(2, '0'))
    .join(':')
}

const readAt = (values: Values, name: 'status' | 'destinations' | 'poll' | 'ads'): string | null =>
  values.get(name)?.answer?.receivedAt ?? null
