// When the cues of a rundown are planned and expected, and by how much the show is over or under. Pure; a time of day is of
// the zone of the machine, unless another one is given.
import { defined } from '#contract/defined.ts'

const hour = 3_600_000
const day = 24 * hour
/** A cue that is planned up to so long before the anchor, or the cue before it, is of the same day, and up to 18 hours after it. */
const earlierMs = 6 * hour

export interface TimedCue {
  id: string
  kind: 'cue' | 'group' | 'note'
  at?: string
  durationMs?: number
  linked: boolean
  skip: boolean
}

export interface FiredCue {
  cue: string
  /** Milliseconds since 1970, as all times here. */
  firedAt: number
}

export interface CueTimes {
  id: string
  /** Absent where nothing says when, and for a cue that is skipped. */
  plannedAt?: number
  plannedEndAt?: number
  /** By how much the one before is planned to go on when it begins. */
  overlapMs?: number
  /** Of cues that are still to come; absent where neither a plan nor a cue before says when. */
  expectedAt?: number
  firedAt?: number
}

export interface RundownTimes {
  /** Of cues alone, in their order. */
  cues: CueTimes[]
  /** The lengths of all cues that are not skipped. */
  totalMs: number
  plannedStartAt?: number
  plannedEndAt?: number
  expectedEndAt?: number
  nextExpectedAt?: number
  /** Positive: later than planned. */
  overMs?: number
}

export interface TimesInput {
  cues: readonly TimedCue[]
  /** The first planned time of day is the one between 6 hours before this instant and 18 hours after it. */
  anchor: number
  now: number
  /** In the order in which they were fired. */
  fired: readonly FiredCue[]
  /** The cue that Go fires. */
  next?: string | undefined
  /** The instant of a time of day, `days` after the day of `near`. */
  instantOf?: (near: number, time: string, days: number) => number
}

/** In the machine's zone. A time that the clock leaves out is the one an hour later; one that it has twice is the first. */
export function localInstant(near: number, time: string, days: number): number {
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  const date = new Date(near)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days, hours, minutes, seconds).getTime()
}

export function timesOf({ cues, anchor, now, fired, next, instantOf = localInstant }: TimesInput): RundownTimes {
  const played = cues.filter(({ kind }) => kind === 'cue')
  const plan = plannedStarts(played, anchor, fired[0], instantOf)
  const planned = new Map([...plan].map(([id, { start }]) => [id, start]))
  const firedAt = new Map(fired.map((one) => [one.cue, one.firedAt]))
  const expected = expectedStarts(played, planned, now, fired.at(-1), next)
  const lengthOf = ({ durationMs = 0 }: TimedCue): number => durationMs
  const active = played.filter(({ skip }) => !skip)
  const last = active.at(-1)
  const nextPlanned = next === undefined ? undefined : planned.get(next)
  const nextExpectedAt = next === undefined ? undefined : expected.starts.get(next)
  const plannedEnd = last === undefined ? undefined : planned.get(last.id)
  const plannedEndAt = plannedEnd === undefined || last === undefined ? undefined : plannedEnd + lengthOf(last)
  const expectedEndAt = expected.end
  const starts = active.flatMap(({ id }) => planned.get(id) ?? [])
  const overMs = next === undefined ? difference(expectedEndAt, plannedEndAt) : difference(nextExpectedAt, nextPlanned)
  return {
    cues: played.map((cue): CueTimes => {
      const plannedAt = planned.get(cue.id)
      return {
        id: cue.id,
        ...defined({
          plannedAt,
          plannedEndAt: plannedAt === undefined ? undefined : plannedAt + lengthOf(cue),
          overlapMs: plan.get(cue.id)?.overlapMs,
          expectedAt: expected.starts.get(cue.id),
          firedAt: firedAt.get(cue.id),
        }),
      }
    }),
    totalMs: active.reduce((sum, cue) => sum + lengthOf(cue), 0),
    ...defined({ plannedStartAt: starts[0], plannedEndAt, expectedEndAt, nextExpectedAt, overMs }),
  }
}

interface Planned {
  start: number
  overlapMs?: number
}

function plannedStarts(
  cues: readonly TimedCue[],
  anchor: number,
  first: FiredCue | undefined,
  instantOf: NonNullable<TimesInput['instantOf']>,
): Map<string, Planned> {
  const plan = new Map<string, Planned>()
  const hasTimes = cues.some(({ at, linked, skip }) => at !== undefined && !linked && !skip)
  let before: { start: number; end: number; written: number } | undefined
  for (const { id, at, durationMs = 0, linked, skip } of cues) {
    if (skip) continue
    const isFixed = at !== undefined && (!linked || before === undefined)
    const written: number = isFixed
      ? writtenOf(at, before === undefined ? firstDay(anchor, at, instantOf) : dayAfter(before.written, at))
      : (before?.written ?? 0) + (before === undefined ? 0 : before.end - before.start)
    // A list of lengths alone begins when it is begun.
    const free = before?.end ?? (hasTimes ? undefined : first?.firedAt)
    const start: number | undefined = isFixed ? instantOf(anchor, at, Math.floor(written / day)) : free
    if (start === undefined) continue
    plan.set(id, { start, ...(before !== undefined && start < before.end && { overlapMs: before.end - start }) })
    before = { start, end: start + durationMs, written }
  }
  return plan
}

/** Milliseconds from the midnight of the anchor's day, on a clock that is never changed. */
const writtenOf = (at: string, days: number): number => days * day + timeOfDay(at)

function timeOfDay(at: string): number {
  const [hours = 0, minutes = 0, seconds = 0] = at.split(':').map(Number)
  return ((hours * 60 + minutes) * 60 + seconds) * 1_000
}

/** Days after the anchor's, for the occurrence within a day from 6 hours before the anchor. */
function firstDay(anchor: number, at: string, instantOf: NonNullable<TimesInput['instantOf']>): number {
  return [-1, 0].find((days) => instantOf(anchor, at, days) >= anchor - earlierMs) ?? 1
}

/**
 * The day on which a time comes behind another one, both as they are written: over midnight it is the next one. One that is
 * up to 6 hours earlier overlaps.
 */
function dayAfter(written: number, at: string): number {
  return Math.ceil((written - earlierMs - timeOfDay(at)) / day)
}

function expectedStarts(
  cues: readonly TimedCue[],
  planned: ReadonlyMap<string, number>,
  now: number,
  running: FiredCue | undefined,
  next: string | undefined,
): { starts: Map<string, number>; end?: number } {
  const starts = new Map<string, number>()
  const current = running && cues.find(({ id }) => id === running.cue)
  let free: number | undefined =
    running === undefined ? undefined : Math.max(now, running.firedAt + (current?.durationMs ?? 0))
  const from = next === undefined ? cues.length : cues.findIndex(({ id }) => id === next)
  let isFirst = true
  for (const { id, at, durationMs = 0, linked, skip } of from < 0 ? [] : cues.slice(from)) {
    if (skip) continue
    const plan = planned.get(id)
    const waits = (at !== undefined && !linked) || free === undefined
    const start = waits ? latest(plan, free) : free
    const known: number | undefined = start === undefined || !isFirst ? start : Math.max(start, now)
    isFirst = false
    if (known === undefined) continue
    starts.set(id, known)
    free = known + durationMs
  }
  return { starts, ...(free !== undefined && { end: free }) }
}

const latest = (...times: Array<number | undefined>): number | undefined => {
  const known = times.filter((time) => time !== undefined)
  return known.length === 0 ? undefined : Math.max(...known)
}

const difference = (one: number | undefined, other: number | undefined): number | undefined =>
  one === undefined || other === undefined ? undefined : one - other
