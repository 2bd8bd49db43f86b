// Which ad runs, which comes next and which was last, from placements whose fields are not specified.
import type { Json, JsonObject } from '#contract/json.ts'
import { readListing } from './answer.ts'
import { inCamelCase, spelled } from './json.ts'
import { readInstant } from './dates.ts'
import { idOf, inOneLine, scalarText, titleOf } from './roles.ts'
import type { Choice } from './roles.ts'
import { fieldNamed } from './stream-status.ts'

export interface Ad {
  id: string
  title: string
  /** The platform's own word. */
  status?: string
  /** Milliseconds since 1970. */
  startsAt?: number
  endsAt?: number
  /** What it shows. */
  advertisementId?: string
  row: JsonObject
}

export interface AdBoard {
  running: Ad[]
  next?: Ad
  last?: Ad
  /** Of this stream without any time: what they do just now is not known. */
  untimed: Ad[]
  /** What could be run, each advertisement once. */
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

/**
 * Where an ad stands at a moment, by the platform's word first, then by its times. `begun`: its start has passed, and it says neither that it
 * runs nor when it ends; it was shown at least.
 */
export type Phase = 'running' | 'coming' | 'over' | 'begun' | 'untimed' | 'off'

export function phaseOf({ status, startsAt, endsAt }: Ad, now: number): Phase {
  const is = (pattern: RegExp): boolean => status !== undefined && pattern.test(status)
  if (is(endedWords) || (endsAt !== undefined && endsAt <= now)) return 'over'
  if (is(idleWords)) return 'off'
  if (is(runningWords) || (startsAt !== undefined && startsAt <= now && endsAt !== undefined)) return 'running'
  if (startsAt === undefined) return 'untimed'
  return startsAt > now ? 'coming' : 'begun'
}

/** The board at a moment, of one stream where one is named. `choice` is the person's, of the list's operation. */
export function readAds(data: Json | undefined, streamId: string | undefined, now: number, choice?: Choice): AdBoard {
  const rows = data === undefined ? [] : readListing(data, resource, choice).rows
  const ads = rows
    .flatMap((row) => adOf(row, choice))
    .filter(({ row }) => {
      const of = scalarText(spelled(row, 'streamId'))
      return of === undefined || streamId === undefined || of === streamId
    })
  const phases = new Map(ads.map((ad) => [ad, phaseOf(ad, now)]))
  const open = ads.filter((ad) => !['over', 'off'].includes(phases.get(ad) ?? ''))
  const coming = open.filter((ad) => phases.get(ad) === 'coming').sort((a, b) => (a.startsAt ?? 0) - (b.startsAt ?? 0))
  const when = ({ endsAt, startsAt }: Ad): number => endsAt ?? startsAt ?? 0
  const gone = ads.filter((ad) => ['over', 'begun'].includes(phases.get(ad) ?? '')).sort((a, b) => when(b) - when(a))
  const [next] = coming
  const [last] = gone
  return {
    running: open.filter((ad) => phases.get(ad) === 'running'),
    ...(next === undefined ? {} : { next }),
    ...(last === undefined ? {} : { last }),
    untimed: open.filter((ad) => phases.get(ad) === 'untimed'),
    choices: choicesOf([...coming, ...open, ...ads]),
  }
}

/**
 * A placement of the same advertisement that starts now (the body of the operation is not specified): what tells the place is taken over,
 * what is the old placement's own is left out. The start goes under the name that the platform's own rows use.
 */
export function runNowBody({ row, title, advertisementId }: Ad, streamId: string | undefined, now: string): JsonObject {
  const kept = [
    'name',
    'title',
    'inventoryId',
    'sponsorId',
    'campaignId',
    'position',
    'slot',
    'format',
    'durationSeconds',
    'duration',
  ]
  const body = Object.fromEntries(
    Object.entries(inCamelCase(row)).filter(([name, value]) => kept.includes(name) && value !== null),
  )
  const start =
    Object.keys(row).find((name) => startNames.includes(name.toLowerCase().replace(/[-_\s]/g, ''))) ?? 'startsAt'
  return {
    ...(Object.keys(body).some((name) => name === 'name' || name === 'title') ? {} : { name: title }),
    ...body,
    ...(advertisementId === undefined ? {} : { advertisementId }),
    ...(streamId === undefined ? {} : { streamId }),
    [start]: now,
  }
}

function choicesOf(ads: readonly Ad[]): Ad[] {
  const seen = new Set<string>()
  return ads.filter(({ id, advertisementId }) => {
    const key = advertisementId ?? id
    return !seen.has(key) && seen.add(key)
  })
}

/** A placement as an ad with its times; none where it has no identifier. Boards ask each second of rows that do not change: each is read once. */
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
  return [
    {
      id,
      title: titleOf(row, resource, choice) ?? id,
      row,
      ...(status === undefined ? {} : { status: inOneLine(status) }),
      ...(startsAt === undefined ? {} : { startsAt }),
      ...(endsAt === undefined ? {} : { endsAt }),
      ...(advertisementId === undefined ? {} : { advertisementId }),
    },
  ]
}

/** A day and a time apart, as in section 2.3. */
function scheduled(row: JsonObject): number | undefined {
  const date = scalarText(spelled(row, 'scheduleDate'))
  return date === undefined
    ? undefined
    : readInstant(`${date} ${scalarText(spelled(row, 'scheduleTime')) ?? '00:00:00'}`)
}
