// Events that the platform lists (`video/details`): where each goes, when, and in which state. Their fields are not specified.
import { defined } from '#contract/defined.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { readListing } from './answer.ts'
import { readInstant, zoneIn } from './dates.ts'
import { inCamelCase, spelled } from './json.ts'
import { idOf, inOneLine, scalarText, type Choice } from './roles.ts'
import { airStateOf } from './air-state.ts'
import type { AirState } from './transport.ts'

export interface Published {
  /** Unique within its list. */
  key: string
  id?: string
  title?: string
  provider?: string
  streamId?: string
  state: AirState
  /** The platform's own word. */
  word?: string
  /** When it is planned; milliseconds since 1970. */
  at?: number
  /** How long it is planned to last. */
  lastsMs?: number
}

const resource = 'video/details'

/** In the platform's order. */
export function publishedOf(data: Json | undefined, choice?: Choice): Published[] {
  const rows = data === undefined ? [] : readListing(data, resource, choice).rows
  return rows.map((found, place) => {
    const row = inCamelCase(found)
    const text = (...names: string[]): string | undefined =>
      names.map((name) => scalarText(row[name])?.trim()).find((value) => value !== undefined && value !== '')
    const id = idOf(found, resource, choice)
    const title = text('title', 'name')
    const provider = text('providerName', 'providerId')
    const hours = Number(scalarText(row.streamHours) ?? Number.NaN)
    return {
      key: `${id ?? ''}/${place}`,
      ...airStateOf(row),
      ...defined({
        id,
        title: title === undefined ? undefined : inOneLine(title),
        provider: provider === undefined ? undefined : inOneLine(provider),
        streamId: text('streamId', 'stream'),
        at: plannedAt(row),
        lastsMs: hours > 0 && hours < 1_000 ? hours * 3_600_000 : undefined,
      }),
    }
  })
}

/** `scheduleDate` with `scheduleTime` (specification, section 2.3), in milliseconds since 1970. UTC where the event names no zone. */
export function plannedAt(row: JsonObject): number | undefined {
  const zone = zoneIn(row)
  const date = scalarText(spelled(row, 'scheduleDate'))
  if (date === undefined)
    return readInstant(spelled(row, 'scheduledAt'), zone) ?? readInstant(spelled(row, 'scheduledFor'), zone)
  return readInstant(`${date} ${scalarText(spelled(row, 'scheduleTime')) ?? '00:00:00'}`, zone) ?? readInstant(date)
}

/** What is to come first, then what has ended, the newest first. */
export function byPlan(one: Published, other: Published): number {
  const over = (event: Published): number => (event.state === 'stopped' ? 1 : 0)
  const later = (one.at ?? Infinity) - (other.at ?? Infinity)
  return over(one) - over(other) || (over(one) === 1 ? -later : later) || 0
}
