// Which ad runs, comes next and was last; placements' fields are not specified.
import { defined } from '#contract/defined.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { readListing } from './answer.ts'
import { inCamelCase, spelled } from './json.ts'
import { readInstant } from './dates.ts'
import { idOf, inOneLine, scalarText, titleOf, type Choice } from './roles.ts'
import { fieldNamed } from './stream-status.ts'

export interface Ad {
  id: string
  title: string
  status?: string
  /** Milliseconds since 1970. */
  startsAt?: number
  endsAt?: number
  advertisementId?: string
  /** Where it names one. */
  streamId?: string
  row: JsonObject
}

export interface AdBoard {
  running: Ad[]
  next?: Ad
  last?: Ad
  /** Without any time: their state is unknown. */
  untimed: Ad[]
  choices: Ad[]
}

const resource = 'ads/placement'
const startNames = [
  'startsat',
  'startat',
  'starttime',
  'startedat',
  'startedon',
  'scheduledat',
  'scheduledfor',
  'runat',
  'airat',
  'showat',
  'start',
]
const endNames = ['endsat', 'endat', 'endtime', 'endedat', 'endedon', 'stoppedon', 'expiresat', 'until', 'end']
const secondNames = ['durationseconds', 'duration', 'lengthseconds', 'seconds']
const runningWords = /^(running|live|on_?air|playing|showing|started)$/i
const endedWords = /^(ended|finished|completed|done|shown|played|cancelled|expired|stopped)$/i
const idleWords = /^(paused|inactive|disabled|draft|deleted|rejected)$/i

/** `begun`: its start has passed, and neither its end nor that it runs is known. */
export type Phase = 'running' | 'coming' | 'over' | 'begun' | 'untimed' | 'off'

export function phaseOf({ status, startsAt, endsAt }: Ad, now: number): Phase {
  const is = (pattern: RegExp): boolean => status !== undefined && pattern.test(status)
  if (is(endedWords) || (endsAt !== undefined && endsAt <= now)) return 'over'
  if (is(idleWords)) return 'off'
  if (is(runningWords) || (startsAt !== undefined && startsAt <= now && endsAt !== undefined)) return 'running'
  if (startsAt === undefined) return 'untimed'
  return startsAt > now ? 'coming' : 'begun'
}

/** Of one stream where one is named. */
export function readAds(data: Json | undefined, streamId: string | undefined, now: number, choice?: Choice): AdBoard {
  const ads = (data === undefined ? [] : adsOf(data, choice)).filter(
    ({ streamId: of }) => of === undefined || streamId === undefined || of === streamId,
  )
  const phases = new Map(ads.map((ad) => [ad, phaseOf(ad, now)]))
  const open = ads.filter((ad) => !['over', 'off'].includes(phases.get(ad) ?? ''))
  const coming = open.filter((ad) => phases.get(ad) === 'coming').sort((a, b) => (a.startsAt ?? 0) - (b.startsAt ?? 0))
  const when = ({ endsAt, startsAt }: Ad): number => endsAt ?? startsAt ?? 0
  const gone = ads.filter((ad) => ['over', 'begun'].includes(phases.get(ad) ?? '')).sort((a, b) => when(b) - when(a))
  const [next] = coming
  const [last] = gone
  return {
    running: open.filter((ad) => phases.get(ad) === 'running'),
    ...defined({ next, last }),
    untimed: open.filter((ad) => phases.get(ad) === 'untimed'),
    choices: choicesOf([...coming, ...open, ...ads]),
  }
}

/** In the platform's order. */
export const adsOf = (data: Json, choice?: Choice): Ad[] =>
  readListing(data, resource, choice).rows.flatMap((row) => adOf(row, choice))

/**
 * A placement of the same advertisement that starts now and runs for `lengthSeconds`; what belongs to the old placement
 * is left out. Its times go under the rows' own names.
 */
export function runNowBody(ad: Ad, streamId: string | undefined, now: string, lengthSeconds: number): JsonObject {
  const { row, title, advertisementId } = ad
  const kept = ['name', 'title', 'inventoryId', 'sponsorId', 'campaignId', 'position', 'slot', 'format']
  const body = Object.fromEntries(
    Object.entries(inCamelCase(row)).filter(([name, value]) => kept.includes(name) && value !== null),
  )
  const nameIn = (names: readonly string[]): string | undefined =>
    Object.keys(row).find((name) => names.includes(name.toLowerCase().replace(/[-_\s]/g, '')))
  const seconds = nameIn(secondNames)
  const end = nameIn(endNames)
  return {
    ...(Object.keys(body).some((name) => name === 'name' || name === 'title') ? {} : { name: title }),
    ...body,
    ...defined({ advertisementId, streamId }),
    [nameIn(startNames) ?? 'startsAt']: now,
    // Both where the rows have neither: a platform reads the one that it knows.
    ...(seconds === undefined && end !== undefined ? {} : { [seconds ?? 'durationSeconds']: lengthSeconds }),
    ...(end === undefined && seconds !== undefined
      ? {}
      : { [end ?? 'endsAt']: new Date(Date.parse(now) + lengthSeconds * 1_000).toISOString() }),
  }
}

/** How long a placement runs by its own fields; undefined where they do not say. */
export function lengthOf({ row, startsAt, endsAt }: Ad): number | undefined {
  const seconds = Number(scalarText(fieldNamed(row, secondNames)?.value) ?? Number.NaN)
  if (seconds > 0) return Math.round(seconds)
  if (startsAt === undefined || endsAt === undefined || endsAt <= startsAt) return undefined
  return Math.round((endsAt - startsAt) / 1_000)
}

function choicesOf(ads: readonly Ad[]): Ad[] {
  const seen = new Set<string>()
  return ads.filter(({ id, advertisementId }) => {
    const key = advertisementId ?? id
    return !seen.has(key) && seen.add(key)
  })
}

/** None without an identifier. Cached: boards ask each second. */
export function adOf(row: JsonObject, choice: Choice | undefined): Ad[] {
  const known = readOnce.get(row)
  if (known !== undefined && known.choice === choice) return known.ads
  const ads = readAd(row, choice)
  readOnce.set(row, { choice, ads })
  return ads
}
const readOnce = new WeakMap<JsonObject, { choice: Choice | undefined; ads: Ad[] }>()

function readAd(row: JsonObject, choice: Choice | undefined): Ad[] {
  const id = idOf(row, resource, choice)
  if (id === undefined) return []
  const status = scalarText(fieldNamed(row, ['status', 'state'])?.value)
  const startsAt = readInstant(fieldNamed(row, startNames)?.value) ?? scheduled(row)
  const seconds = Number(scalarText(fieldNamed(row, secondNames)?.value) ?? Number.NaN)
  const endsAt =
    readInstant(fieldNamed(row, endNames)?.value) ??
    (startsAt !== undefined && seconds > 0 ? startsAt + seconds * 1_000 : undefined)
  const advertisementId = scalarText(fieldNamed(row, ['advertisementid', 'adid', 'creativeid'])?.value)
  const streamId = scalarText(spelled(row, 'streamId'))
  return [
    {
      id,
      title: titleOf(row, resource, choice) ?? id,
      row,
      ...(status === undefined ? {} : { status: inOneLine(status) }),
      ...defined({ startsAt, endsAt, advertisementId, streamId }),
    },
  ]
}

/** Section 2.3: a day and a time apart. */
function scheduled(row: JsonObject): number | undefined {
  const date = scalarText(spelled(row, 'scheduleDate'))
  return date === undefined
    ? undefined
    : readInstant(`${date} ${scalarText(spelled(row, 'scheduleTime')) ?? '00:00:00'}`)
}
