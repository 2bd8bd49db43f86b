// When a disagreement between the streaming software and the platform becomes an alarm, and when it ends. Pure.
import type { Alarm, AlarmCode } from '#contract/air/alarms.ts'
import type { EncoderState } from '#contract/air/encoder.ts'
import { defined } from '#contract/defined.ts'
import { sendingOf } from '#answers/on-air.ts'

export type PlatformAir = 'live' | 'paused' | 'off' | 'unknown'

export interface Looked {
  /** Milliseconds since 1970. */
  now: number
  encoder: EncoderState
  /** It was active when it was read last. */
  wasActive: boolean
  /** By a fresh reading; `unknown` for an old one. */
  platform: PlatformAir
  /** It was live when it could be read last. */
  wasLive: boolean
  /** Destinations that are live although they were stopped; undefined where they were not read now. */
  afterEnd: readonly string[] | undefined
  stream: string
  /** From 0 to 1. */
  mostDropped: number
}

type CheckedCode = Extract<AlarmCode, `encoder_${string}` | 'platform_without_encoder' | 'on_air_after_end'>
/** A reconnection that lasts: it raises the level of its alarm. */
type CourseName = CheckedCode | 'outage'
type Verdict = 'yes' | 'no' | 'unknown'

interface Course {
  /** When it was first seen so, and last. */
  from: number
  last: number
  raised: boolean
  /** Since when it is seen otherwise. */
  noFrom?: number
}

export type Courses = Readonly<Partial<Record<CourseName, Course>>>

interface Rule {
  level: Alarm['level']
  /** It has to be so for this time, and to be over for that time. */
  raiseMs: number
  clearMs: number
  look: (looked: Looked) => Verdict
}

/** So long a value may be missing before what began counts from the start again. */
const mostGapMs = 5_000
/** What was not seen for so long is not claimed any more. */
const forgetMs = 60_000
/** The share of dropped frames has to fall below this part of the limit. */
const lowerLimit = 0.8

const sends = ({ encoder, now }: Looked) => sendingOf(encoder, now)

const rules: Readonly<Record<CourseName, Rule>> = {
  encoder_without_platform: {
    level: 'alarm',
    raiseMs: 20_000,
    clearMs: 0,
    look(looked) {
      const software = sends(looked)
      if (software === 'not_sending' || looked.platform === 'live' || looked.platform === 'paused') return 'no'
      return software === 'sending' && looked.platform === 'off' ? 'yes' : 'unknown'
    },
  },
  platform_without_encoder: {
    level: 'alarm',
    raiseMs: 10_000,
    clearMs: 0,
    look(looked) {
      const software = sends(looked)
      if (looked.platform === 'off' || looked.platform === 'paused') return 'no'
      if (software === 'sending' || software === 'reconnecting') return 'no'
      return software === 'not_sending' && looked.platform === 'live' ? 'yes' : 'unknown'
    },
  },
  encoder_gone_while_live: {
    level: 'alarm',
    raiseMs: 10_000,
    clearMs: 0,
    look({ encoder: { link }, wasActive, platform }) {
      if (link === 'connected' || !wasActive || platform === 'off' || platform === 'paused') return 'no'
      return platform === 'live' ? 'yes' : 'unknown'
    },
  },
  encoder_reconnecting: {
    level: 'attention',
    raiseMs: 0,
    clearMs: 5_000,
    look(looked) {
      const software = sends(looked)
      return software === 'unknown' ? 'unknown' : software === 'reconnecting' ? 'yes' : 'no'
    },
  },
  outage: {
    level: 'alarm',
    raiseMs: 10_000,
    clearMs: 5_000,
    look(looked) {
      const software = sends(looked)
      if (software !== 'reconnecting') return software === 'unknown' ? 'unknown' : 'no'
      if (looked.platform === 'off' || looked.platform === 'paused') return 'no'
      // The network that is gone may be the one to the platform too.
      return looked.platform === 'live' || looked.wasLive ? 'yes' : 'unknown'
    },
  },
  on_air_after_end: {
    level: 'alarm',
    raiseMs: 10_000,
    clearMs: 0,
    look: ({ afterEnd }) => (afterEnd === undefined ? 'unknown' : afterEnd.length > 0 ? 'yes' : 'no'),
  },
  encoder_drops_frames: {
    level: 'attention',
    raiseMs: 0,
    clearMs: 0,
    look(looked) {
      const software = sends(looked)
      const share = looked.encoder.stream?.droppedShare
      if (software === 'not_sending') return 'no'
      if (software === 'unknown' || share === undefined) return 'unknown'
      return share > looked.mostDropped ? 'yes' : share < lowerLimit * looked.mostDropped ? 'no' : 'unknown'
    },
  },
}

const names = Object.keys(rules) as CourseName[]
/** Those that name the stream. */
const platformCodes: readonly CheckedCode[] = [
  'encoder_without_platform',
  'platform_without_encoder',
  'encoder_gone_while_live',
  'on_air_after_end',
]

/** One look: what has begun, goes on and ended. */
export function judge(before: Courses, looked: Looked): { courses: Courses; alarms: Alarm[] } {
  const courses: Partial<Record<CourseName, Course>> = {}
  const alarms: Alarm[] = []
  for (const name of names) {
    const course = courseOf(before[name], rules[name], looked)
    if (course !== undefined) courses[name] = course
  }
  for (const name of names) {
    const course = courses[name]
    if (name === 'outage' || course?.raised !== true) continue
    const isOutage = name === 'encoder_reconnecting' && courses.outage?.raised === true
    alarms.push(alarmOf(name, isOutage ? 'alarm' : rules[name].level, course, looked))
  }
  return { courses, alarms }
}

function courseOf(before: Course | undefined, rule: Rule, looked: Looked): Course | undefined {
  const { now } = looked
  const verdict = rule.look(looked)
  // A clock that was set back makes every time worthless.
  const known = before !== undefined && before.last <= now ? before : undefined
  if (verdict === 'yes') {
    const isLate = known !== undefined && !known.raised && now - known.last > mostGapMs
    const from = known === undefined || isLate ? now : known.from
    return { from, last: now, raised: known?.raised === true || now - from >= rule.raiseMs }
  }
  if (known === undefined) return undefined
  if (verdict === 'unknown') return now - known.last > (known.raised ? forgetMs : mostGapMs) ? undefined : known
  if (!known.raised) return undefined
  const noFrom = known.noFrom ?? now
  return now - noFrom >= rule.clearMs ? undefined : { ...known, noFrom }
}

function alarmOf(
  code: CheckedCode,
  level: Alarm['level'],
  { from }: Course,
  { encoder, stream, afterEnd = [] }: Looked,
): Alarm {
  const since = code === 'encoder_reconnecting' ? encoder.stream?.reconnectingSince : undefined
  return {
    code,
    level,
    since: since ?? new Date(from).toISOString(),
    facts: defined({
      encoder: encoder.encoder?.name,
      stream: platformCodes.includes(code) ? stream : undefined,
      names: code === 'on_air_after_end' && afterEnd.length > 0 ? afterEnd.join(', ') : undefined,
    }),
  }
}
