// Where the chosen stream is published, and which live command makes sense there.
import { transportActions, type TransportAction } from '#contract/access-kinds.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { isUnsettled, type Intent } from '#contract/models.ts'
import { readListing } from '../answer.ts'
import { inCamelCase } from '../json.ts'
import { readInstant } from '../dates.ts'
import { scalarText } from '../roles.ts'
import { airStateOf, type AirWords } from '../air-state.ts'
import { mayTransport, stateOfFlags, type AirState } from '../transport.ts'
import { defined } from '#contract/defined.ts'
import { partOf, type Published, type Withheld, type Without } from './credentials.ts'

export const eventUpdate = 'PUT /api/video/event/update'
const eventDelete = 'POST /api/video/event/delete'
export const eventOperations = [eventUpdate, 'POST /api/video/event/create', eventDelete] as const

export interface Destination extends Published {
  state: AirState
  /** By what the platform shows alone, whatever the desk sent. */
  read: AirState
  /** The platform's own word. */
  word?: string
  startedAt?: number
  /** Whether the platform lists it; else only the ledger knows it, and nobody has seen its state. */
  listed: boolean
  /** What the desk told one that is not listed: it says which command comes next, never what is so. */
  told?: AirState
}

const keyNames = ['providerName', 'providerId', 'videoId'] as const
/** An event that the platform has not listed for so long is probably gone. */
const listedWithinMs = 24 * 3_600_000

/**
 * What the platform lists of the stream. What it does not list is added where the ledger knows its state, or that it
 * was published lately: in an unknown state, since a command is no reading. `intents` are writes to events of this
 * environment, newest first.
 */
export function destinationsOf(
  data: Json | undefined,
  intents: readonly Intent[],
  streamId: string,
  list?: string,
  now = Date.now(),
  taught?: AirWords,
): Destination[] {
  const known = intents.map((intent, age) => ({ intent, age, record: recordOf(intent) }))
  const writes = known.filter(
    ({ intent, record }) => intent.operation !== eventDelete && scalarText(record.streamId) === streamId,
  )
  const deletes = known.filter(({ intent }) => intent.operation === eventDelete && intent.state === 'confirmed')
  const rows = (
    data === undefined ? [] : readListing(data, 'video/details', list === undefined ? undefined : { list }).rows
  )
    .map((row) => inCamelCase(row))
    .filter((row) => scalarText(row.streamId) === streamId)
  const listed = rows.map((row) => {
    const own = writes.filter(({ record }) => sameEvent(record, row)).map(({ intent }) => intent)
    return destinationFrom(row, true, own[0], own.find(mayHaveTaken), now, taught)
  })
  const unlisted = new Map<string, Destination>()
  for (const { intent, age, record } of writes) {
    if (!mayHaveTaken(intent) || unlisted.has(keyOf(record)) || rows.some((row) => sameEvent(record, row))) continue
    if (stateOfFlags(record) === undefined && now - Date.parse(intent.createdAt) > listedWithinMs) continue
    if (deletes.some((one) => one.age < age && sameEvent(one.record, record))) continue
    unlisted.set(keyOf(record), destinationFrom(record, false, intent, intent, now))
  }
  return [...listed, ...unlisted.values()].sort((a, b) => a.name.localeCompare(b.name))
}

/** Whether the command makes sense by what is seen, or by what it was told where nothing is. */
export const mayCommand = (action: TransportAction, { state, told }: Pick<Destination, 'state' | 'told'>): boolean =>
  mayTransport(action, state) || (told !== undefined && mayTransport(action, told))

export function targetsOf(action: TransportAction, destinations: readonly Destination[]): Destination[] {
  return destinations.filter((one) => mayCommand(action, one))
}

/** What a person most likely wants next, among the commands that they have. */
export function leadAction(
  destinations: readonly Destination[],
  granted: readonly TransportAction[] = transportActions,
): 'start' | 'pause' | 'resume' | undefined {
  const isOne = (wanted: AirState): boolean => destinations.some(({ state, told }) => (told ?? state) === wanted)
  const order = isOne('live')
    ? (['pause', 'start', 'resume'] as const)
    : isOne('paused')
      ? (['resume', 'start', 'pause'] as const)
      : (['start', 'resume', 'pause'] as const)
  return order.find((action) => granted.includes(action))
}

/** Whether a person has to decide first what becomes of options that the desk lacks; a stop or a pause never waits for that. */
export const needsDecision = (
  action: TransportAction,
  withheld: Pick<Withheld, 'refused'> | undefined,
  choice?: Without,
): boolean =>
  action !== 'stop' &&
  action !== 'pause' &&
  withheld !== undefined &&
  (choice === undefined || (withheld.refused && choice === 'leave'))

function recordOf(intent: Intent): JsonObject {
  const options = Object.fromEntries(
    Object.entries(partOf(intent, 'options')).filter(([, value]) => typeof value === 'string'),
  )
  return { ...options, ...partOf(intent, 'details') }
}

const mayHaveTaken = ({ state }: Intent): boolean => state === 'confirmed' || isUnsettled(state)

function destinationFrom(
  record: JsonObject,
  listed: boolean,
  newest: Intent | undefined,
  taken: Intent | undefined,
  now: number,
  taught?: AirWords,
): Destination {
  const { state: named, word } = airStateOf(record, now, taught)
  // What the desk said is no reading.
  const state = listed ? named : 'unseen'
  const isOpen = newest !== undefined && isUnsettled(newest.state)
  const intended = isOpen ? stateOfFlags(partOf(newest, 'details')) : undefined
  // What was sent, is not listed, and had no full answer: nobody knows whether it is there at all.
  const unclear = isOpen && (listed ? intended !== undefined && intended !== state : true)
  return {
    key: keyOf(record),
    name:
      scalarText(record.providerName) ??
      scalarText(record.title) ??
      scalarText(record.id) ??
      scalarText(record.videoId) ??
      scalarText(record.providerId) ??
      hostOf(record.server ?? record.rtmpUrl ?? record.channelUrl) ??
      // It is listed by its stream, so that it always has this one.
      scalarText(record.streamId) ??
      keyOf(record),
    state: unclear ? 'unclear' : state,
    read: state,
    listed,
    record,
    ...defined({
      word: unclear || !listed ? undefined : word,
      told: listed || named === 'unseen' ? undefined : named,
      startedAt: listed ? readInstant(record.startedOn) : undefined,
      newest,
      taken,
    }),
  }
}

const hostOf = (address: Json | undefined): string | undefined => {
  const text = scalarText(address)
  return text === undefined || !URL.canParse(text) ? undefined : new URL(text).host || undefined
}

const keyOf = (record: JsonObject): string => keyNames.map((name) => scalarText(record[name]) ?? '').join('/')

/** The platform's own identifier of the event, where it gives one. */
export const eventIdOf = ({ record }: Pick<Published, 'record'>): string | undefined =>
  scalarText(record.id) ?? scalarText(record.eventId)

/** The provider has to agree; another part only where both have it. */
export function sameEvent(one: JsonObject, other: JsonObject): boolean {
  const pairs = keyNames.map((name) => [scalarText(one[name]), scalarText(other[name])] as const)
  return pairs[0]?.[0] === pairs[0]?.[1] && pairs.every(([a, b]) => a === undefined || b === undefined || a === b)
}
