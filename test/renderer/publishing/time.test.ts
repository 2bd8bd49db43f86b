import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  instantToLocal,
  isDate,
  isInstant,
  isTime,
  localToInstant,
  scheduleMeanings,
} from '../../../renderer/views/publishing/model/time.ts'

const zone = process.env.TZ

beforeEach(() => {
  process.env.TZ = 'Europe/Berlin'
})
afterEach(() => {
  if (zone === undefined) delete process.env.TZ
  else process.env.TZ = zone
})

describe('formats of section 2.3', () => {
  // A day that does not exist or an instant without milliseconds would be refused by the platform.
  it('accepts what the wire wants and nothing else', () => {
    expect([isDate('2026-02-28'), isDate('2026-02-29'), isDate('2026-2-1'), isDate('28.02.2026')]).toEqual([
      true,
      false,
      false,
      false,
    ])
    expect([isTime('23:59:59'), isTime('24:00:00'), isTime('20:00')]).toEqual([true, false, false])
    expect([
      isInstant('2026-01-01T20:00:00.000Z'),
      isInstant('2026-01-01T20:00:00Z'),
      isInstant('2026-13-01T20:00:00.000Z'),
    ]).toEqual([true, false, false])
  })
})

describe('local and UTC', () => {
  // An hour lost to the zone puts a show on air at the wrong time.
  it('turns local times into instants and back, in summer and winter', () => {
    expect(localToInstant('2026-01-10', '20:00:00')).toBe('2026-01-10T19:00:00.000Z')
    expect(localToInstant('2026-07-10', '20:00:00')).toBe('2026-07-10T18:00:00.000Z')
    expect(instantToLocal('2026-07-10T22:30:05.000Z')).toEqual({ date: '2026-07-11', time: '00:30:05' })
    expect(localToInstant('2026-02-30', '20:00:00')).toBeUndefined()
    expect(instantToLocal('soon')).toBeUndefined()
  })

  // The specification names no zone for a schedule: a screen that shows one reading only would hide the other.
  it('shows a schedule read both ways', () => {
    expect(scheduleMeanings('2026-01-10', '23:30:00')).toEqual({
      asLocal: { local: '2026-01-10 23:30:00', utc: '2026-01-10 22:30:00' },
      asUtc: { local: '2026-01-11 00:30:00', utc: '2026-01-10 23:30:00' },
    })
    expect(scheduleMeanings('', '23:30:00')).toBeUndefined()
  })
})
