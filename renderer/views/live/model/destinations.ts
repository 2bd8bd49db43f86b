// Where the chosen stream goes: what the platform lists of it, else what the ledger knows was published; and the body of a live command.
// Flags and timestamps are documented for `PUT /api/video/event/update` alone (section 2.3), so that is what a command sends.
import type { Json, JsonObject } from '#contract/json.ts'
import { isMaskedField } from '#contract/masked.ts'
import type { Intent, ProviderProfile } from '#contract/models.ts'
import { readListing } from '#answers/answer.ts'
import { inCamelCase } from '#answers/json.ts'
import { readInstant } from '#answers/dates.ts'
import { scalarText } from '#answers/roles.ts'
import { airStateOf } from '#answers/stream-status.ts'
import { applyTransport, mayTransport, stateOfFlags } from '#answers/transport.ts'
import type { AirState, TransportAction } from '#answers/transport.ts'
import { optionsOf, partOf } from './credentials.ts'
import type { Published, Without } from './credentials.ts'

export const eventUpdate = 'PUT /api/video/event/update'
export const eventOperations = [eventUpdate, 'POST /api/video/event/create'] as const

/** Its key is made of the parts that name a published event: provider, its id, the video. */
export interface Destination extends Published {
  state: AirState
  /** The platform's own word. */
  word?: string
  startedAt?: number
  /** Whether the platform lists it; else it is known from the ledger alone. */
  listed: boolean
}

const keyNames = ['providerName', 'providerId', 'videoId'] as const

/** Destinations of a stream. `intents` are writes to events of this environment, newest first. */
export function destinationsOf(
  data: Json | undefined,
  intents: readonly Intent[],
  streamId: string,
  list?: string,
): Destination[] {
  const writes = intents
    .map((intent) => ({ intent, record: recordOf(intent) }))
    .filter(({ record }) => scalarText(record.streamId) === streamId)
  const rows = (
    data === undefined ? [] : readListing(data, 'video/details', list === undefined ? undefined : { list }).rows
  )
    .map((row) => inCamelCase(row))
    .filter((row) => scalarText(row.streamId) === streamId)
  const listed = rows.map((row) => {
    const own = writes.filter(({ record }) => sameEvent(record, row)).map(({ intent }) => intent)
    return destination(row, true, own[0], own.find(mayHaveTaken))
  })
  const known = new Map<string, Destination>()
  for (const { intent, record } of writes) {
    if (rows.some((row) => sameEvent(record, row)) || known.has(keyOf(record)) || stateOfFlags(record) === undefined)
      continue
    if (mayHaveTaken(intent)) known.set(keyOf(record), destination(record, false, intent, intent))
  }
  return [...listed, ...known.values()].sort((a, b) => a.name.localeCompare(b.name))
}

/** Those that a button would act on. */
export function targetsOf(action: TransportAction, destinations: readonly Destination[]): Destination[] {
  return destinations.filter(({ state }) => mayTransport(action, state))
}

/** What the first button does for these: pause what runs, else resume what is paused, else start. */
export function leadAction(destinations: readonly Destination[]): 'start' | 'pause' | 'resume' {
  if (destinations.some(({ state }) => state === 'live')) return 'pause'
  return destinations.some(({ state }) => state === 'paused') ? 'resume' : 'start'
}

/**
 * The body of a live command to one destination: all 21 options, null where unused, and the details that the platform lists, with flags and
 * timestamps set together. Options that are not known here are left out, or null where the platform would not take the body without them.
 */
export function commandBody(
  action: TransportAction,
  destination: Destination,
  details: readonly string[],
  profiles: readonly ProviderProfile[],
  now: string,
  without: Without = 'leave',
): JsonObject {
  const { record, newest } = destination
  const options = Object.fromEntries(
    Object.entries(optionsOf(destination, profiles)).flatMap(([name, value]): Array<[string, Json]> =>
      value === undefined && without === 'leave' ? [] : [[name, value ?? null]],
    ),
  )
  const before = newest === undefined ? {} : partOf(newest, 'details')
  const known = Object.fromEntries(
    details.flatMap((name) => {
      const value = [record[name], before[name]].find(
        (one) => one !== null && one !== undefined && one !== '' && !isMaskedField(name, one),
      )
      return value === undefined ? [] : [[name, value] as const]
    }),
  )
  return { options, details: applyTransport(action, known, now) }
}

/** The parts that an event was written with, in one object as the platform lists them. */
function recordOf(intent: Intent): JsonObject {
  const options = Object.fromEntries(
    Object.entries(partOf(intent, 'options')).filter(([, value]) => typeof value === 'string'),
  )
  return { ...options, ...partOf(intent, 'details') }
}

const mayHaveTaken = ({ state }: Intent): boolean => state === 'confirmed' || state === 'unknown'

function destination(
  record: JsonObject,
  listed: boolean,
  newest: Intent | undefined,
  taken: Intent | undefined,
): Destination {
  const seen = airStateOf(record)
  const meant = newest?.state === 'unknown' ? stateOfFlags(partOf(newest, 'details')) : undefined
  const unclear = meant !== undefined && (meant !== seen.state || !listed)
  const startedAt = readInstant(record.startedOn)
  return {
    key: keyOf(record),
    name:
      scalarText(record.providerName) ??
      scalarText(record.title) ??
      scalarText(record.id) ??
      scalarText(record.videoId) ??
      '?',
    state: unclear ? 'unclear' : seen.state,
    ...(seen.word === undefined || unclear || !listed ? {} : { word: seen.word }),
    ...(startedAt === undefined ? {} : { startedAt }),
    listed,
    record,
    ...(newest === undefined ? {} : { newest }),
    ...(taken === undefined ? {} : { taken }),
  }
}

const keyOf = (record: JsonObject): string => keyNames.map((name) => scalarText(record[name]) ?? '').join('/')

/** A part that one of them leaves out does not tell them apart; a provider has to agree. */
function sameEvent(one: JsonObject, other: JsonObject): boolean {
  const told = keyNames.map((name) => [scalarText(one[name]), scalarText(other[name])] as const)
  return told[0]?.[0] === told[0]?.[1] && told.every(([a, b]) => a === undefined || b === undefined || a === b)
}
