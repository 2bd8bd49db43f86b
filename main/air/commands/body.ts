// The body of a live command to a destination. Flags and timestamps are documented for `PUT /api/video/event/update` alone
// (section 2.3), so that is what is sent.
import type { TransportAction } from '#contract/access-kinds.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { isMaskedField } from '#contract/masked.ts'
import type { ProviderProfile } from '#contract/models.ts'
import { optionsOf, partOf, type Without } from '#answers/broadcast/credentials.ts'
import type { Destination } from '#answers/broadcast/destinations.ts'
import { applyTransport } from '#answers/transport.ts'

/**
 * Its options, null where unused, and the details that the platform lists, with flags and timestamps set together.
 * `without` says what becomes of options that the desk lacks.
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
