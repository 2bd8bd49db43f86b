import { afterAll, beforeAll, expect, test } from 'vitest'
import { localInstant, timesOf, type TimedCue, type TimesInput } from '#answers/rundown-times.ts'

const minute = 60_000
const at = (text: string): number => Date.parse(text)
const iso = (time: number | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString().slice(0, 16)

/** Of Madrid, where the clock goes back on 25 October and forward on 29 March 2026. */
function inMadrid(near: number, time: string, days: number): number {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Madrid' }).format(near).split('-').map(Number)
  const [year = 0, month = 1, day = 1] = parts
  const [hours = 0, minutes = 0, seconds = 0] = time.split(':').map(Number)
  const asUtc = Date.UTC(year, month - 1, day + days, hours, minutes, seconds)
  const offsetAt = (instant: number): number => {
    const shown = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'Europe/Madrid',
      dateStyle: 'short',
      timeStyle: 'medium',
      hourCycle: 'h23',
    }).formatToParts(instant)
    const of = (type: string): number => Number(shown.find((part) => part.type === type)?.value)
    return Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) - instant
  }
  const guess = asUtc - offsetAt(asUtc)
  const earlier = asUtc - offsetAt(guess - 2 * 60 * minute)
  return Math.min(asUtc - offsetAt(guess), offsetAt(earlier) === asUtc - earlier ? earlier : Infinity)
}

const cue = (id: string, more: Partial<TimedCue> = {}): TimedCue => ({
  ...{ id, kind: 'cue', linked: false, skip: false },
  ...more,
})
const linked = (id: string, minutes: number): TimedCue => cue(id, { linked: true, durationMs: minutes * minute })

const times = (given: Partial<TimesInput> & Pick<TimesInput, 'cues'>) =>
  timesOf({
    anchor: at('2026-11-24T19:50:00Z'),
    now: at('2026-11-24T19:50:00Z'),
    fired: [],
    instantOf: inUtc,
    ...given,
  })

function inUtc(near: number, time: string, days: number): number {
  const day = new Date(near).toISOString().slice(0, 10)
  return at(`${day}T${time}Z`) + days * 24 * 60 * minute
}

// A linked cue would keep a time of its own, and a gap would be swallowed.
test('linked cues follow the one before, and a gap stays', () => {
  const { cues, totalMs, plannedEndAt } = times({
    cues: [
      cue('a', { at: '20:00:00', durationMs: 5 * minute }),
      linked('b', 10),
      cue('g', { kind: 'group' }),
      cue('c', { at: '20:30:00', durationMs: minute }),
    ],
  })
  expect(cues.map(({ id, plannedAt }) => [id, iso(plannedAt)])).toEqual([
    ['a', '2026-11-24T20:00'],
    ['b', '2026-11-24T20:05'],
    ['c', '2026-11-24T20:30'],
  ])
  expect(totalMs).toBe(16 * minute)
  expect(iso(plannedEndAt)).toBe('2026-11-24T20:31')
})

// A show over midnight would have its second half before its first.
test('over midnight the next day begins', () => {
  const list = [cue('a', { at: '23:50:00', durationMs: 20 * minute }), linked('b', 5), cue('c', { at: '00:30:00' })]
  const late = { cues: list, anchor: at('2026-11-25T00:02:00Z'), now: at('2026-11-25T00:02:00Z') }
  for (const given of [{ cues: list }, late])
    expect(times(given).cues.map(({ plannedAt }) => iso(plannedAt))).toEqual([
      '2026-11-24T23:50',
      '2026-11-25T00:10',
      '2026-11-25T00:30',
    ])
})

// Catches five minutes too many that are hidden behind a plan for tomorrow, and one time that was typed too early.
test('cues that overlap are said, and stay on their day', () => {
  const { cues, plannedEndAt } = times({
    cues: [
      cue('a', { at: '20:00:00', durationMs: 30 * minute }),
      linked('b', 10),
      cue('c', { at: '20:25:00', durationMs: 10 * minute }),
      cue('d', { at: '20:34:00' }),
      cue('e', { at: '23:58:00', durationMs: 10 * minute }),
      cue('f', { at: '00:05:00', durationMs: minute }),
      cue('g', { at: '23:59:00', durationMs: minute }),
    ],
  })
  expect(cues.map(({ id, plannedAt, overlapMs = 0 }) => [id, iso(plannedAt), overlapMs / minute])).toEqual([
    ['a', '2026-11-24T20:00', 0],
    ['b', '2026-11-24T20:30', 0],
    ['c', '2026-11-24T20:25', 15],
    ['d', '2026-11-24T20:34', 1],
    ['e', '2026-11-24T23:58', 0],
    ['f', '2026-11-25T00:05', 3],
    ['g', '2026-11-24T23:59', 7],
  ])
  expect(iso(plannedEndAt)).toBe('2026-11-25T00:00')
})

// Catches a time which the clock leaves out that throws all behind it to the next day.
test('a time that does not exist moves nothing behind it to another day', () => {
  const list = ['23:30:00', '02:30:00', '03:00:00', '03:30:00'].map((time, n) => cue(String(n), { at: time }))
  const { cues } = times({ cues: list, anchor: at('2026-03-28T22:30:00Z'), instantOf: inMadrid })
  expect(cues.map(({ plannedAt }) => iso(plannedAt))).toEqual([
    '2026-03-28T22:30',
    '2026-03-29T01:30',
    '2026-03-29T01:00',
    '2026-03-29T01:30',
  ])
  const after = times({
    cues: list,
    anchor: at('2026-03-28T22:30:00Z'),
    instantOf: inMadrid,
    now: at('2026-03-29T01:50:00Z'),
    fired: [{ cue: '1', firedAt: at('2026-03-29T01:50:00Z') }],
    next: '2',
  })
  expect(after.overMs).toBe(50 * minute)
})

// On the nights when the clock changes, times would be an hour off, or a linked cue an hour long.
test('the clock changes in the middle of a show', () => {
  const list = [
    cue('a', { at: '01:30:00', durationMs: 60 * minute }),
    linked('b', 60),
    cue('c', { at: '04:00:00', durationMs: minute }),
  ]
  const back = times({ cues: list, anchor: at('2026-10-24T23:00:00Z'), instantOf: inMadrid })
  // 01:30 is UTC+2, 04:00 UTC+1: between them lie three hours and a half.
  expect(back.cues.map(({ plannedAt }) => iso(plannedAt))).toEqual([
    '2026-10-24T23:30',
    '2026-10-25T00:30',
    '2026-10-25T03:00',
  ])
  const forward = times({ cues: list, anchor: at('2026-03-29T00:00:00Z'), instantOf: inMadrid })
  expect(forward.cues.map(({ plannedAt }) => iso(plannedAt))).toEqual([
    '2026-03-29T00:30',
    '2026-03-29T01:30',
    '2026-03-29T02:00',
  ])
})

// A cue that is passed would still take its time.
test('a skipped cue takes no time and has none', () => {
  const { cues, totalMs } = times({
    cues: [
      cue('a', { at: '20:00:00', durationMs: 5 * minute }),
      cue('s', { at: '20:05:00', durationMs: 50 * minute, skip: true }),
      linked('b', 10),
    ],
  })
  expect(cues.map(({ plannedAt }) => iso(plannedAt))).toEqual(['2026-11-24T20:00', undefined, '2026-11-24T20:05'])
  expect(totalMs).toBe(15 * minute)
})

// The person would see the plan alone, though the show runs late, or early.
test('over and under, and when the next one is expected', () => {
  const list = [cue('a', { at: '20:00:00', durationMs: 5 * minute }), linked('b', 10), cue('c', { at: '20:20:00' })]
  const run = (firedAt: string, now: string, next = 'b', fired = 'a') =>
    times({ cues: list, now: at(now), fired: [{ cue: fired, firedAt: at(firedAt) }], next })
  expect(times({ cues: list, next: 'a' })).toMatchObject({ overMs: 0 })
  expect(times({ cues: list, next: 'a', now: at('2026-11-24T20:03:00Z') }).overMs).toBe(3 * minute)
  // Two minutes late.
  const late = run('2026-11-24T20:02:00Z', '2026-11-24T20:03:00Z')
  expect([iso(late.nextExpectedAt), late.overMs]).toEqual(['2026-11-24T20:07', 2 * minute])
  // It goes on for longer than planned.
  expect(run('2026-11-24T20:00:00Z', '2026-11-24T20:09:00Z').overMs).toBe(4 * minute)
  // One minute early; the gap before the third takes it up.
  const early = run('2026-11-24T19:59:00Z', '2026-11-24T20:00:00Z')
  expect(early.overMs).toBe(-minute)
  expect(iso(early.cues[2]?.expectedAt)).toBe('2026-11-24T20:20')
  // The last one runs: what counts is the end.
  const last = times({
    cues: list,
    now: at('2026-11-24T20:26:00Z'),
    fired: [{ cue: 'c', firedAt: at('2026-11-24T20:25:00Z') }],
  })
  expect(last.overMs).toBe(6 * minute)
})

// A list of lengths alone would have no times at all.
test('without times of day the plan begins with the first Go', () => {
  const list = [cue('a', { durationMs: minute }), cue('b', { durationMs: minute }), cue('c')]
  expect(times({ cues: list, next: 'a' }).cues.every(({ plannedAt }) => plannedAt === undefined)).toBe(true)
  const begun = times({
    cues: list,
    now: at('2026-11-24T20:01:30Z'),
    fired: [{ cue: 'a', firedAt: at('2026-11-24T20:00:00Z') }],
    next: 'b',
  })
  expect(begun.overMs).toBe(30_000)
  expect(begun.cues.map(({ plannedAt }) => iso(plannedAt))).toEqual([
    '2026-11-24T20:00',
    '2026-11-24T20:01',
    '2026-11-24T20:02',
  ])
})

// An edit while it runs would leave the times of before.
test('a list that is edited while it runs', () => {
  const fired = [{ cue: 'a', firedAt: at('2026-11-24T20:00:00Z') }]
  const now = at('2026-11-24T20:01:00Z')
  const longer = [cue('a', { at: '20:00:00', durationMs: 9 * minute }), linked('b', 1)]
  expect(iso(times({ cues: longer, fired, now, next: 'b' }).nextExpectedAt)).toBe('2026-11-24T20:09')
  const taken = [cue('b', { durationMs: minute, at: '20:05:00' })]
  expect(iso(times({ cues: taken, fired, now, next: 'b' }).nextExpectedAt)).toBe('2026-11-24T20:05')
})

const zone = process.env.TZ
beforeAll(() => void (process.env.TZ = 'Europe/Madrid'))
afterAll(() => void (zone === undefined ? delete process.env.TZ : (process.env.TZ = zone)))

// A time of day would be read in UTC, or days would be counted as 24 hours.
test('a time of day is of the zone of the machine', () => {
  const noon = new Date(2026, 9, 24, 12).getTime()
  const next = localInstant(noon, '20:15:30', 1)
  const shown = new Date(next)
  expect([shown.getDate(), shown.getHours(), shown.getMinutes(), shown.getSeconds()]).toEqual([25, 20, 15, 30])
})
