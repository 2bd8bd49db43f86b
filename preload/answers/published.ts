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
export const publishedOf = (data: Json | undefined, choice?: Choice): Published[] =>
  publishedIn(data === undefined ? [] : readListing(data, resource, choice).rows, choice)

/** Of rows that were read. */
export function publishedIn(rows: readonly JsonObject[], choice?: Choice): Published[] {
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

/** A start that was planned so long ago may still lie ahead. */
const lateMs = 15 * 60_000
const isOver = ({ state }: Published): boolean => state === 'stopped'
const isOn = ({ state }: Published): boolean => state === 'live' || state === 'paused'

/** What would be shown next: what is on the air, else what is planned next, else whatever has not ended. */
export function nextEvent(events: readonly Published[], now: number): Published | undefined {
  const open = events.filter((event) => !isOver(event)).toSorted(byPlan)
  return open.find(isOn) ?? open.find(({ at }) => at !== undefined && at >= now - lateMs) ?? open[0]
}

/** When the next event starts, in the future; undefined where it is on the air, or names no such time. */
export function startAhead(events: readonly Published[], now: number): number | undefined {
  const next = nextEvent(events, now)
  return next === undefined || isOn(next) || next.at === undefined || next.at <= now ? undefined : next.at
}

/**
 * What has not ended, one for each event: an event at several destinations starts at the same time at all of them, and may
 * have another title at each; where a time is missing, the title counts.
 */
export function eventsAmong(published: readonly Published[]): Published[] {
  const same = (one: Published, other: Published): boolean =>
    one.at !== undefined && other.at !== undefined
      ? one.at === other.at
      : one.title === undefined || other.title === undefined || one.title === other.title
  return published
    .filter((one) => !isOver(one))
    .toSorted(byPlan)
    .reduce<Published[]>((events, one) => (events.some((known) => same(known, one)) ? events : [...events, one]), [])
}

/** Why a stream has no destination that a start would take: none was published, or all have ended. */
export function noDestination(ofStream: readonly Published[]): 'destinations_none' | 'destinations_over' | undefined {
  if (ofStream.length === 0) return 'destinations_none'
  return ofStream.every(isOver) ? 'destinations_over' : undefined
}

/** What is to come first, then what has ended, the newest first. */
export function byPlan(one: Published, other: Published): number {
  const over = (event: Published): number => (isOver(event) ? 1 : 0)
  const later = (one.at ?? Infinity) - (other.at ?? Infinity)
  return over(one) - over(other) || (over(one) === 1 ? -later : later) || 0
}
