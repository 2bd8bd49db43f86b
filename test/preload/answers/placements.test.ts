import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { lengthOf, phaseOf, readAds, runNowBody, type Ad } from '#answers/placements.ts'
import { adWordOf } from '#answers/status-words.ts'

const now = Date.parse('2026-11-26T20:10:00.000Z')
const during = { startsAt: '2026-11-26T20:00:00Z', endsAt: '2026-11-26T20:30:00Z' }
function ad(row: JsonObject): Ad {
  const [one] = readAds({ data: [{ id: 'a1', name: 'Spot', ...row }] }, undefined, now).choices
  return one ?? expect.unreachable('No ad was read')
}
const phase = (row: JsonObject): string => phaseOf(ad(row), now)

describe('an ad within its times', () => {
  // Catches an ad with a countdown on the live desk that the platform never showed, in any spelling of its status.
  test.each([
    'canceled',
    'CANCELLED',
    'cancelled_by_sponsor',
    'failed',
    'delivery_failed',
    'Error',
    'rejected',
    'DISAPPROVED',
    'refused',
    'ARCHIVED',
    'expired',
    'PENDING_REVIEW',
    'pendingReview',
    'in review',
    'awaiting approval',
    'draft',
    'paused',
    'auto_paused',
    'on_hold',
    'suspended',
    'Withdrawn',
    'inactive',
    'not_approved',
    'unpublished',
    'skipped',
    'pending',
    'not_started',
    'wobbly',
    'active_wobbly',
  ])('does not run where its status is %s', (status) => {
    expect(phase({ ...during, status })).not.toBe('running')
  })

  test.each(['active', 'scheduled', 'ENABLED', 'approved', 'running', 'on air', 'Playing', 'live', null])(
    'runs where its status is %s',
    (status) => {
      expect(phase({ ...during, status })).toBe('running')
    },
  )

  // Catches a status that is read while another field beside it says that the ad does not run.
  test.each<[JsonObject]>([
    [{ status: 'active', approvalStatus: 'rejected' }],
    [{ status: 'active', enabled: false }],
    [{ status: 'active', is_archived: 1 }],
    [{ cancelledAt: '2026-11-26T20:05:00Z' }],
    [{ status: 'active', deleted_at: '2026-11-25' }],
  ])('does not run with %j', (row) => {
    expect(phase({ ...during, ...row })).not.toBe('running')
  })

  // Catches a word that nobody understands and that vanishes from the board instead of being named.
  test('is named as doubtful where its word is not understood', () => {
    const board = readAds({ data: [{ id: 'a1', ...during, status: 'wobbly' }] }, undefined, now)
    expect([board.running, board.doubtful.map(({ id }) => id), board.last]).toEqual([[], ['a1'], undefined])
  })

  // Catches any status with a part of failing in it that runs, whatever stands around that part.
  test('never runs with a part that says otherwise', () => {
    const bad = fc.constantFrom('failed', 'cancel', 'canceled', 'rejected', 'archived', 'expired', 'draft', 'paused')
    const other = fc.constantFrom('active', 'by', 'user', 'ad', 'running', 'zorp')
    const glue = fc.constantFrom('_', '-', ' ')
    fc.assert(
      fc.property(fc.array(other, { maxLength: 2 }), bad, fc.array(other, { maxLength: 2 }), glue, (a, b, c, mark) => {
        const status = [...a, b, ...c].join(mark)
        expect(['over', 'off']).toContain(adWordOf(status))
        expect(['over', 'off']).toContain(adWordOf(status.toUpperCase()))
        expect(phase({ ...during, status })).not.toBe('running')
      }),
    )
  })
})

describe('the length of an ad', () => {
  // Catches milliseconds that are read as seconds: an ad of 30 seconds that runs for eight hours.
  test.each<[JsonObject, number | undefined]>([
    [{ durationMs: 30_000 }, 30],
    [{ duration_in_millis: '30000' }, 30],
    [{ durationSeconds: 30 }, 30],
    [{ lengthSecs: 45 }, 45],
    [{ durationMinutes: 2 }, 120],
    [{ duration: 30 }, 30],
    [{ duration: 30_000 }, undefined],
    [{ duration: 30_000, startsAt: '2026-11-26T20:00:00Z', endsAt: '2026-11-26T20:00:30Z' }, 30],
    [{ duration: 1_800, ...during }, 1_800],
    [{ duration: 30, ...during }, 1_800],
    [{ duration: 30_000, ...during }, 1_800],
    [{ duration: 'PT30S' }, undefined],
    [{ durationUnits: 30 }, undefined],
  ])('%j is %s seconds', (row, expected) => {
    expect(lengthOf(ad(row))).toBe(expected)
  })

  test('an ad whose length has an unknown unit has no end', () => {
    const row = { status: 'active', startsAt: '2026-11-26T20:00:00Z', duration: 30_000 }
    expect(ad(row).endsAt).toBeUndefined()
    expect(phase(row)).toBe('begun')
  })

  // Catches seconds that are sent where the platform counts milliseconds.
  test('goes back in the unit of its field', () => {
    const at = '2026-11-26T20:10:00.000Z'
    expect(runNowBody(ad({ startsAt: during.startsAt, durationMs: 30_000 }), 's', at, 30)).toMatchObject({
      durationMs: 30_000,
    })
    expect(runNowBody(ad({ startsAt: during.startsAt, duration: 30_000 }), 's', at, 30)).toEqual({
      name: 'Spot',
      streamId: 's',
      startsAt: at,
      durationSeconds: 30,
      endsAt: '2026-11-26T20:10:30.000Z',
    })
  })
})

describe('local times', () => {
  // Catches a local time beside a named zone that is taken for UTC: the ad runs hours too early.
  test.each<[JsonObject, string]>([
    [{ startsAt: '2026-11-26T15:00:00', endsAt: '2026-11-26T15:30:00', timeZone: 'America/New_York' }, 'running'],
    [{ startsAt: '2026-11-26T20:00:00', endsAt: '2026-11-26T20:30:00', timeZone: 'America/New_York' }, 'coming'],
    [
      {
        start: { dateTime: '2026-11-26T21:00:00', timeZone: 'Europe/Vienna' },
        end: { dateTime: '2026-11-26T21:30:00', timeZone: 'Europe/Vienna' },
      },
      'running',
    ],
    [{ scheduleDate: '2026-11-26', scheduleTime: '21:00:00', tz: 'Europe/Vienna', durationMinutes: 30 }, 'running'],
    [{ startsAt: '2026-11-26T20:00:00Z', endsAt: '2026-11-26T20:30:00Z', timezone: 'America/New_York' }, 'running'],
    [{ startsAt: '2026-11-26T20:00:00', endsAt: '2026-11-26T20:30:00', timeZone: 'Mars/Olympus' }, 'untimed'],
  ])('%j: %s', (row, expected) => {
    expect(phase(row)).toBe(expected)
  })
})
