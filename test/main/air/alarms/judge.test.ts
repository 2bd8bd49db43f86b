import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EncoderOutput, EncoderState } from '#contract/air/encoder.ts'
import { judge, type Courses, type Looked, type PlatformAir } from '../../../../main/air/alarms/judge.ts'

const start = Date.parse('2026-03-01T20:00:00.000Z')
const encoder = { id: 'e1', name: 'Studio PC', address: 'ws://127.0.0.1:4455', hasPassword: true, used: true }

function stateAt(now: number, stream: Partial<EncoderOutput>, more: Partial<EncoderState> = {}): EncoderState {
  const output = {
    active: false,
    reconnecting: false,
    growing: false,
    durationMs: 0,
    bytes: 0,
    skippedFrames: 0,
    totalFrames: 0,
  }
  return {
    encoder,
    link: 'connected',
    everyMs: 2_000,
    readAt: new Date(now).toISOString(),
    stream: { ...output, ...stream },
    ...more,
  }
}

const sending = { active: true, growing: true }
const off = { active: false }

/** Looks once a second; answers with the codes of each second. */
function course() {
  let courses: Courses = {}
  let now = start
  return {
    now: () => now,
    pass: (
      seconds: number,
      stream: Partial<EncoderOutput>,
      platform: PlatformAir,
      more: Partial<Looked> = {},
    ): string[] => {
      let told: string[] = []
      for (let second = 0; second < seconds; second += 1) {
        now += 1_000
        const found = judge(courses, {
          now,
          encoder: stateAt(now, stream),
          wasActive: false,
          platform,
          wasLive: false,
          afterEnd: undefined,
          stream: 'Night show',
          mostDropped: 0.05,
          ...more,
        })
        courses = found.courses
        told = found.alarms.map(({ code }) => code)
      }
      return told
    },
    alarms: (stream: Partial<EncoderOutput>, platform: PlatformAir) =>
      judge(courses, {
        now,
        encoder: stateAt(now, stream),
        wasActive: false,
        platform,
        wasLive: false,
        afterEnd: undefined,
        stream: 'Night show',
        mostDropped: 0.05,
      }).alarms,
  }
}

const lost = { active: true, reconnecting: true }

// Catches an outage of the network that is never more than a remark, and one that is loud although nothing is on air.
test('software that reconnects is told at once, and is an alarm after 10 s on air', () => {
  const { pass, alarms } = course()
  expect(pass(1, sending, 'live')).toEqual([])
  expect(pass(9, lost, 'live')).toEqual(['encoder_reconnecting'])
  expect(alarms(lost, 'live')).toMatchObject([{ code: 'encoder_reconnecting', level: 'attention' }])
  expect(pass(2, lost, 'live')).toEqual(['encoder_reconnecting'])
  expect(alarms(lost, 'live')).toMatchObject([{ code: 'encoder_reconnecting', level: 'alarm' }])
  expect(pass(10, sending, 'live')).toEqual([])
  const idle = course()
  idle.pass(60, lost, 'off')
  expect(idle.alarms(lost, 'off')).toMatchObject([{ level: 'attention' }])
})

// Catches an outage of the whole network, in which the platform can't be read either, that stays a remark.
test('what was live when it was read last counts through an outage', () => {
  const { pass, alarms } = course()
  pass(12, lost, 'unknown', { wasLive: true })
  expect(alarms(lost, 'unknown')).toMatchObject([{ code: 'encoder_reconnecting', level: 'alarm' }])
  const never = course()
  never.pass(30, lost, 'unknown')
  expect(never.alarms(lost, 'unknown')).toMatchObject([{ level: 'attention' }])
})

// Catches an alarm that comes too early, too late or never, and one that stays once both agree.
test('the software sends and the platform is idle for 20 s', () => {
  const { pass, alarms } = course()
  expect(pass(20, sending, 'off')).toEqual([])
  expect(pass(1, sending, 'off')).toEqual(['encoder_without_platform'])
  expect(alarms(sending, 'off')).toEqual([
    {
      code: 'encoder_without_platform',
      level: 'alarm',
      since: '2026-03-01T20:00:01.000Z',
      facts: { encoder: 'Studio PC', stream: 'Night show' },
    },
  ])
  expect(pass(1, sending, 'live')).toEqual([])
})

// Catches an evening on which the software breaks down and nobody is told, and an alarm about software that was off.
test('the platform is live and the software that was sending is gone for 10 s', () => {
  const { pass } = course()
  const gone = (wasActive: boolean): Partial<Looked> => ({
    encoder: { encoder, link: 'unreachable', everyMs: 2_000 },
    wasActive,
  })
  expect(pass(10, sending, 'live')).toEqual([])
  expect(pass(10, off, 'live', gone(true))).toEqual([])
  expect(pass(1, off, 'live', gone(true))).toEqual(['encoder_gone_while_live'])
  expect(pass(1, sending, 'live')).toEqual([])
  expect(pass(30, off, 'live', gone(false))).toEqual([])
  expect(pass(30, off, 'off', gone(true))).toEqual([])
})

// Catches an evening on which the platform goes on without a picture and nobody is told.
test('the platform is live and the software is off for 10 s', () => {
  const { pass } = course()
  expect(pass(30, sending, 'live')).toEqual([])
  expect(pass(10, off, 'live')).toEqual([])
  expect(pass(1, off, 'live')).toEqual(['platform_without_encoder'])
  expect(pass(1, off, 'off')).toEqual([])
  // A pause is a decision.
  expect(pass(30, off, 'paused')).toEqual([])
})

// Catches an alarm out of nothing, out of old values and out of what nobody knows.
test('nothing is raised from what is not known', () => {
  const { pass } = course()
  expect(pass(60, sending, 'unknown')).toEqual([])
  expect(pass(60, { active: true, growing: false }, 'off')).toEqual([])
  const old = stateAt(start, off)
  expect(pass(60, off, 'live', { encoder: old })).toEqual([])
  const gone = stateAt(start, off, { link: 'unreachable' })
  expect(pass(60, off, 'live', { encoder: gone })).toEqual([])
})

// Catches a time that is counted over a gap in which nobody looked, and a raised alarm that is kept for ever.
test('a gap in the values begins the time anew, and what is not seen for a minute is not claimed', () => {
  const { pass } = course()
  pass(8, off, 'live')
  expect(pass(4, off, 'unknown')).toEqual([])
  expect(pass(4, off, 'live')).toEqual(['platform_without_encoder'])
  expect(pass(50, off, 'unknown')).toEqual(['platform_without_encoder'])
  expect(pass(15, off, 'unknown')).toEqual([])
  pass(8, off, 'live')
  pass(10, off, 'unknown')
  expect(pass(9, off, 'live')).toEqual([])
})

// Catches a lamp that flickers while a network comes and goes, and one that counts from the wrong moment.
test('a reconnection is told at once with its beginning, and is over after 5 s without one', () => {
  const { pass, alarms } = course()
  const reconnecting = { active: true, reconnecting: true, reconnectingSince: '2026-03-01T19:59:58.000Z' }
  expect(pass(1, reconnecting, 'live')).toEqual(['encoder_reconnecting'])
  expect(alarms(reconnecting, 'live')).toMatchObject([{ level: 'attention', since: '2026-03-01T19:59:58.000Z' }])
  expect(pass(4, sending, 'live')).toEqual(['encoder_reconnecting'])
  expect(pass(1, reconnecting, 'live')).toEqual(['encoder_reconnecting'])
  expect(pass(5, sending, 'live')).toEqual(['encoder_reconnecting'])
  expect(pass(1, sending, 'live')).toEqual([])
})

// Catches a limit that nobody can set, and an alarm that comes and goes around it.
test('dropped frames are told above the share that was set, until they fall well below it', () => {
  const { pass } = course()
  expect(pass(3, { ...sending, droppedShare: 0.05 }, 'live')).toEqual([])
  expect(pass(1, { ...sending, droppedShare: 0.051 }, 'live')).toEqual(['encoder_drops_frames'])
  expect(pass(3, { ...sending, droppedShare: 0.045 }, 'live')).toEqual(['encoder_drops_frames'])
  expect(pass(1, { ...sending, droppedShare: 0.039 }, 'live')).toEqual([])
  expect(pass(1, { ...sending, droppedShare: 0.2 }, 'live', { mostDropped: 0.25 })).toEqual([])
})

// Catches any history in which an alarm is raised while both agree, or before its time of fresh disagreement.
test('an alarm is only raised after its whole time of disagreement', () => {
  const look = fc.record({
    seconds: fc.integer({ min: 1, max: 15 }),
    stream: fc.constantFrom(sending, off, { active: true, reconnecting: true }, { active: true }),
    platform: fc.constantFrom<PlatformAir>('live', 'off', 'paused', 'unknown'),
  })
  fc.assert(
    fc.property(fc.array(look, { maxLength: 40 }), (looks) => {
      const { pass } = course()
      let apart = 0
      for (const { seconds, stream, platform } of looks) {
        for (let second = 0; second < seconds; second += 1) {
          const isApart = stream === sending && platform === 'off'
          const agrees = stream === off || platform === 'live' || platform === 'paused'
          apart = isApart ? apart + 1 : agrees ? 0 : apart
          const told = pass(1, stream, platform)
          if (agrees) expect(told).not.toContain('encoder_without_platform')
          if (isApart && told.includes('encoder_without_platform')) expect(apart).toBeGreaterThanOrEqual(15)
          if (!isApart && apart === 0) expect(told).not.toContain('encoder_without_platform')
        }
      }
    }),
  )
})
