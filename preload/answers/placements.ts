// Which ad runs, comes next and was last; placements' fields are not specified.
import { defined } from '#contract/defined.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { readListing } from './answer.ts'
import { inCamelCase, plain, spelled } from './json.ts'
import { readInstant, zoneIn } from './dates.ts'
import { idOf, inOneLine, scalarText, titleOf, type Choice } from './roles.ts'
import { flagOf } from './air-state.ts'
import { adWordOf, partsOf, type AdWord } from './status-words.ts'
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
  /** Within their times, with a status that does not say that they run. */
  doubtful: Ad[]
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

/**
 * `begun`: its start has passed, and neither its end nor that it runs is known. `doubtful`: it is within its times, and
 * its status does not say that it runs.
 */
export type Phase = 'running' | 'coming' | 'over' | 'begun' | 'doubtful' | 'untimed' | 'off'

/** Running only where nothing speaks against it. */
export function phaseOf({ row, startsAt, endsAt }: Ad, now: number): Phase {
  const said = saidBy(row, now)
  if (said === 'over' || (endsAt !== undefined && endsAt <= now)) return 'over'
  if (said === 'off') return 'off'
  if (startsAt !== undefined && startsAt > now) return said === 'runs' ? 'doubtful' : 'coming'
  if (said === 'runs') return 'running'
  if (startsAt === undefined) return 'untimed'
  if (endsAt === undefined) return 'begun'
  return said === 'allowed' ? 'running' : 'doubtful'
}

const adjective =
  /^(?:active|enabled|running|live|approved|published|paused|archived|deleted|cancell?ed|disabled|suspended|rejected|expired|draft|ended|finished|stopped|blocked|removed|inactive)$/
/** The strongest first: what speaks against running wins. */
const strength: readonly AdWord[] = ['over', 'off', 'waits', 'runs', 'allowed']

/** By every status, flag and deed that a placement names (`status`, `enabled: false`, `cancelledAt`); undefined for a word that is not understood. */
function saidBy(row: JsonObject, now: number): AdWord | undefined {
  const { words, deeds } = wordsIn(row)
  const all = [...words, ...deeds.flatMap(({ word, at }) => (at <= now ? [word] : []))]
  const strongest = strength.find((word) => all.includes(word))
  if (strongest === 'over' || strongest === 'off') return strongest
  return all.includes(undefined) ? undefined : (strongest ?? 'allowed')
}

interface AdWords {
  words: Array<AdWord | undefined>
  deeds: Array<{ word: AdWord | undefined; at: number }>
}

/** Cached: boards ask each second. */
function wordsIn(row: JsonObject): AdWords {
  const known = wordsOnce.get(row)
  if (known !== undefined) return known
  const found: AdWords = { words: [], deeds: [] }
  for (const [name, value] of Object.entries(row)) {
    if (value === null || value === '') continue
    if (/(?:^|[a-z])(?:status|state)$/.test(plain(name)) && typeof value === 'string') {
      found.words.push(adWordOf(value))
      continue
    }
    const parts = partsOf(name).filter((part) => !/^(?:is|was|has)$/.test(part))
    const [adjectives, last] = [parts.join(''), parts.at(-1) ?? '']
    const flag = flagOf(value)
    if (flag !== undefined && adjective.test(adjectives)) {
      const word = adWordOf(adjectives)
      if (flag) found.words.push(word)
      else if (word === 'allowed' || word === 'runs') found.words.push('off')
      continue
    }
    const deed = parts.slice(0, -1).join('')
    const at = /^(?:at|on|date|time)$/.test(last) && adjective.test(deed) ? readInstant(value) : undefined
    const word = at === undefined ? undefined : adWordOf(deed)
    if (at !== undefined && word === 'off') found.deeds.push({ word, at })
    if (at !== undefined && /^cancel/.test(deed)) found.deeds.push({ word: 'over', at })
  }
  wordsOnce.set(row, found)
  return found
}
const wordsOnce = new WeakMap<JsonObject, AdWords>()

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
    doubtful: open.filter((ad) => phases.get(ad) === 'doubtful'),
    choices: choicesOf([...coming, ...open, ...ads]),
  }
}

/** With the platform's own word, so that a person can judge it. */
export const statedName = ({ title, status }: Ad): string => (status === undefined ? title : `${title} (${status})`)

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
    Object.keys(row).find((name) => names.includes(plain(name)))
  const length = lengthField(row)
  const end = nameIn(endNames)
  return {
    ...(Object.keys(body).some((name) => name === 'name' || name === 'title') ? {} : { name: title }),
    ...body,
    ...defined({ advertisementId, streamId }),
    [nameIn(startNames) ?? 'startsAt']: now,
    // Both where the rows have neither: a platform reads the one that it knows.
    ...(length === undefined && end !== undefined
      ? {}
      : { [length?.name ?? 'durationSeconds']: Math.round(lengthSeconds / (length?.seconds ?? 1)) }),
    ...(end === undefined && length !== undefined
      ? {}
      : { [end ?? 'endsAt']: new Date(Date.parse(now) + lengthSeconds * 1_000).toISOString() }),
  }
}

const lengthName = /^(?:(?:ad|spot|slot|run|play|total)?(?:duration|length)|runtime|runsfor|playtime)(?:in)?/
/** What one of each is in seconds. */
const units: ReadonlyArray<readonly [RegExp, number]> = [
  [/(?:ms|msecs?|millis?|milliseconds?)$/, 0.001],
  [/(?:s|secs?|seconds?)$/, 1],
  [/(?:mins?|minutes?)$/, 60],
  [/(?:h|hrs?|hours?)$/, 3_600],
]
/** A length without a unit is one in seconds below this; above, it may be milliseconds. */
const surelySeconds = 1_000

/** The field of a length, with what one of it is in seconds; none where its unit is not known. */
function lengthField(row: JsonObject): { name: string; seconds: number } | undefined {
  for (const [name, value] of Object.entries(row)) {
    const bare = plain(name)
    const said = lengthName.exec(bare)?.[0]
    if (value === null || value === '' || (said === undefined && !/^seconds$|^milliseconds$/.test(bare))) continue
    const rest = bare.slice(said?.length ?? 0)
    const unit =
      rest === '' ? bareUnit(row, value) : units.find(([ending]) => new RegExp(`^${ending.source}`).test(rest))?.[1]
    if (unit !== undefined) return { name, seconds: unit }
  }
  return undefined
}

/** By its start and its end where both are there, else by its size. */
function bareUnit(row: JsonObject, value: Json): number | undefined {
  const number = Number(scalarText(value) ?? Number.NaN)
  const span = spanOf(row)
  if (span !== undefined && number > 0)
    return [0.001, 1, 60].find((unit) => Math.abs(number * unit - span) <= Math.max(1, span * 0.01))
  return number > 0 && number < surelySeconds ? 1 : undefined
}

/** Seconds between the times that a row names. */
function spanOf(row: JsonObject): number | undefined {
  const zone = zoneIn(row)
  const [from, to] = [startNames, endNames].map((names) => readInstant(fieldNamed(row, names)?.value, zone))
  return from === undefined || to === undefined || to <= from ? undefined : Math.round((to - from) / 1_000)
}

/** How long a placement runs by its own fields; undefined where they do not say, or say it in an unknown unit. */
export function lengthOf({ row, startsAt, endsAt }: Pick<Ad, 'row' | 'startsAt' | 'endsAt'>): number | undefined {
  const field = lengthField(row)
  const seconds = field === undefined ? Number.NaN : Number(scalarText(row[field.name]) ?? Number.NaN) * field.seconds
  if (seconds > 0) return Math.max(1, Math.round(seconds))
  if (startsAt === undefined || endsAt === undefined || endsAt <= startsAt) return undefined
  return Math.round((endsAt - startsAt) / 1_000)
}

/** The advertisement, whichever of its placements comes next; without one the placement. */
export const adRecord = ({ id, advertisementId }: Pick<Ad, 'id' | 'advertisementId'>): string => advertisementId ?? id

function choicesOf(ads: readonly Ad[]): Ad[] {
  const seen = new Set<string>()
  return ads.filter((ad) => !seen.has(adRecord(ad)) && seen.add(adRecord(ad)))
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
  const zone = zoneIn(row)
  const startsAt = readInstant(fieldNamed(row, startNames)?.value, zone) ?? scheduled(row, zone)
  const length = lengthOf({ row })
  const endsAt =
    readInstant(fieldNamed(row, endNames)?.value, zone) ??
    (startsAt !== undefined && length !== undefined ? startsAt + length * 1_000 : undefined)
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
function scheduled(row: JsonObject, zone: Json | undefined): number | undefined {
  const date = scalarText(spelled(row, 'scheduleDate'))
  return date === undefined
    ? undefined
    : readInstant(`${date} ${scalarText(spelled(row, 'scheduleTime')) ?? '00:00:00'}`, zone)
}
