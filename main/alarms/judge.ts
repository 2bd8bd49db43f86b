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
  stream: string
  /** From 0 to 1. */
  mostDropped: number
}

type CheckedCode = Extract<AlarmCode, `encoder_${string}` | 'platform_without_encoder'>
type Verdict = 'yes' | 'no' | 'unknown'

interface Course {
  /** When it was first seen so, and last. */
  from: number
  last: number
  raised: boolean
  /** Since when it is seen otherwise. */
  noFrom?: number
}

export type Courses = Readonly<Partial<Record<CheckedCode, Course>>>

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

const rules: Readonly<Record<CheckedCode, Rule>> = {
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

const codes = Object.keys(rules) as CheckedCode[]
/** Those that name the stream. */
const platformCodes: readonly CheckedCode[] = [
  'encoder_without_platform',
  'platform_without_encoder',
  'encoder_gone_while_live',
]

/** One look: what has begun, goes on and ended. */
export function judge(before: Courses, looked: Looked): { courses: Courses; alarms: Alarm[] } {
  const courses: Partial<Record<CheckedCode, Course>> = {}
  const alarms: Alarm[] = []
  for (const code of codes) {
    const course = courseOf(before[code], rules[code], looked)
    if (course === undefined) continue
    courses[code] = course
    if (course.raised) alarms.push(alarmOf(code, course, looked))
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

function alarmOf(code: CheckedCode, { from }: Course, { encoder, stream }: Looked): Alarm {
  const since = code === 'encoder_reconnecting' ? encoder.stream?.reconnectingSince : undefined
  return {
    code,
    level: rules[code].level,
    since: since ?? new Date(from).toISOString(),
    facts: defined({
      encoder: encoder.encoder?.name,
      stream: platformCodes.includes(code) ? stream : undefined,
    }),
  }
}
