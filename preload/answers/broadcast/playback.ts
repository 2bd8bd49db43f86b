// Where the platform says that a stream can be played: `providerPlaybackUrl` (specification, section 2.3).
import { isMaskedField } from '#contract/masked.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { readListing } from '../answer.ts'
import { spelled } from '../json.ts'
import { idOf, inOneLine, scalarText, type Choice } from '../roles.ts'
import { airStateOf } from '../air-state.ts'

export interface Playback {
  id: string
  address: string
  /** Of the event's provider. */
  name?: string
}

const field = 'providerPlaybackUrl'

function addressOf(row: JsonObject): string | undefined {
  const value = spelled(row, field)
  const address = typeof value === 'string' && !isMaskedField(field, value) ? value.trim() : ''
  return address === '' ? undefined : address
}

/** Of the stream's events, those on air first, else in the platform's order. An address stands once. */
export function playbacksOf(details: Json, streamId: string, choice?: Choice): Playback[] {
  const found = readListing(details, 'video/details', choice).rows.flatMap((row, place) => {
    const address = addressOf(row)
    if (address === undefined || scalarText(spelled(row, 'streamId')) !== streamId) return []
    const name = scalarText(spelled(row, 'providerName'))?.trim() ?? ''
    const id = idOf(row, 'video/details', choice) ?? String(place)
    const playback: Playback = { id, address, ...(name !== '' && { name: inOneLine(name) }) }
    return [{ playback, live: airStateOf(row).state === 'live' }]
  })
  const ordered = [...found.filter(({ live }) => live), ...found.filter(({ live }) => !live)]
  return ordered
    .map(({ playback }) => playback)
    .filter(({ address }, place, all) => all.findIndex((one) => one.address === address) === place)
}

/** Of the stream itself. */
export function playbackOfStream(streams: Json, streamId: string, choice?: Choice): Playback | undefined {
  const row = readListing(streams, 'video/stream', choice).rows.find(
    (one) => idOf(one, 'video/stream', choice) === streamId,
  )
  const address = row === undefined ? undefined : addressOf(row)
  return address === undefined ? undefined : { id: streamId, address }
}
