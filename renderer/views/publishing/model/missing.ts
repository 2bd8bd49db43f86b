// What an event lacks before it is published. Nothing of it is refused: a person may publish it all the same.
import type { OptionName } from './fields.ts'
import type { EventForm } from './form.ts'
import { bodyFor, ownKey, type Destination } from './plan.ts'

export const missingParts = ['title', 'stream', 'destination', 'server', 'key'] as const
export type MissingPart = (typeof missingParts)[number]

export interface Missing {
  part: MissingPart
  /** The field that takes it; undefined where it belongs to provider profiles. */
  path?: string
  /** Of several destinations those that lack it. */
  names: string[]
}

const places: Record<MissingPart, string> = {
  title: 'details.title',
  stream: 'details.streamId',
  destination: 'options.providerName',
  server: 'options.server',
  key: 'options.streamKey',
}
/** Any one of them is enough. */
const enough: Partial<Record<MissingPart, readonly OptionName[]>> = {
  destination: ['providerName', 'providerId'],
  server: ['server', 'rtmpUrl', 'channelUrl'],
  key: ['streamKey', 'uniqueKey', 'apiKey', 'authToken'],
}

export function missingOf(form: EventForm, destinations: readonly Destination[]): Missing[] {
  const bodies = destinations.map((destination) => ({ destination, ...bodyFor(form, destination) }))
  const details = bodies[0]?.details ?? {}
  return missingParts.flatMap((part): Missing[] => {
    const names = enough[part]
    // Of the details. A provider's own identifier of a stream is not the stream that Live shows.
    if (names === undefined)
      return details[places[part].replace('details.', '')] === undefined
        ? [{ part, path: places[part], names: [] }]
        : []
    const lacking = bodies.filter(({ options }) => names.every((name) => options[name] === null))
    if (lacking.length === 0) return []
    const own = lacking.every(({ destination }) => destination.key === ownKey)
    return [
      {
        part,
        ...(own && { path: places[part] }),
        names: own ? [] : lacking.map(({ destination }) => destination.name),
      },
    ]
  })
}
