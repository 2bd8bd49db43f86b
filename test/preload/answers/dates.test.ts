import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { cellOf } from '../../../renderer/kit/composables/table-column.ts'
import { isDay, readInstant } from '#answers/dates.ts'

const evening = '2026-11-22T20:00:00.000Z'
const read = (value: Json): string | undefined => {
  const at = readInstant(value)
  return at === undefined ? undefined : new Date(at).toISOString()
}

// The same evening in every way platforms write it.
test.each<[Json]>([
  ['2026-11-22T20:00:00Z'],
  ['2026-11-22T20:00:00.000Z'],
  ['2026-11-22T20:00:00.000000Z'],
  ['2026-11-22T20:00:00'],
  ['2026-11-22T20:00Z'],
  ['2026-11-22 20:00:00'],
  ['2026-11-22 20:00:00 UTC'],
  ['2026-11-22 20:00:00+00'],
  ['2026-11-22t20:00:00z'],
  ['2026-11-22T21:00:00+01:00'],
  ['2026-11-22T21:00:00+0100'],
  ['2026-11-22 16:30:00 -03:30'],
  [' 2026-11-22T20:00:00Z '],
  [1_795_377_600],
  [1_795_377_600_000],
  ['1795377600'],
  ['1795377600.000'],
  ['1795377600000'],
  ['Sun, 22 Nov 2026 20:00:00 GMT'],
  ['Sun, 22 Nov 2026 21:00:00 +0100'],
  ['22 Nov 2026 20:00 UTC'],
  ['Sun Nov 22 2026 21:00:00 GMT+0100 (Central European Standard Time)'],
  ['November 22, 2026 20:00'],
])('%j is that evening', (value) => {
  expect(read(value)).toBe(evening)
})

test('a day alone is its beginning in UTC', () => {
  expect(read('2026-11-22')).toBe('2026-11-22T00:00:00.000Z')
  expect(read('22 November 2026')).toBe('2026-11-22T00:00:00.000Z')
})

// A browser's own parser takes "Song 5" for a day in May 2001.
test.each<[Json]>([
  ['Song 5'],
  ['5'],
  ['12'],
  [0],
  [12],
  [-1_795_377_600],
  [1e21],
  [''],
  ['now'],
  ['null'],
  [null],
  [true],
  [[]],
  [{}],
  ['11/12/2026'],
  ['2026-02-30'],
  ['2026-13-01'],
  ['2026-00-10'],
  ['0000-01-01T00:00:00+99:00'],
  ['2026-11-22T24:30:00Z'],
  ['2026-11-22T20:61:00Z'],
  ['2026-11-22T20:00:00+25:00'],
  ['2026-11-22 tomorrow'],
  ['31 Nov 2026'],
  ['22 Nob 2026'],
  ['2026'],
  ['20261122'],
  ['1'.repeat(10_000)],
])('%j is no date', (value) => {
  expect(readInstant(value)).toBeUndefined()
})

test('every instant is read back from ISO 8601, seconds and milliseconds', () => {
  const recent = fc.date({
    min: new Date('2001-09-10T00:00:00Z'),
    max: new Date('2286-01-01T00:00:00Z'),
    noInvalidDate: true,
  })
  fc.assert(
    fc.property(recent, fc.integer({ min: -14 * 60, max: 14 * 60 }), (date, minutes) => {
      const whole = Math.floor(date.getTime() / 1_000) * 1_000
      expect(readInstant(date.toISOString())).toBe(date.getTime())
      expect(readInstant(date.getTime())).toBe(date.getTime())
      expect(readInstant(String(whole / 1_000))).toBe(whole)
      expect(readInstant(date.toUTCString())).toBe(whole)
      const there = new Date(date.getTime() + minutes * 60_000).toISOString().slice(0, -1)
      const zone = `${minutes < 0 ? '-' : '+'}${String(Math.floor(Math.abs(minutes) / 60)).padStart(2, '0')}:${String(Math.abs(minutes) % 60).padStart(2, '0')}`
      expect(readInstant(there + zone)).toBe(date.getTime())
    }),
  )
})

// A date is a whole number of milliseconds or none; a fraction or NaN would break every screen that shows it.
test('no value throws', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const at = readInstant(value as Json)
      expect(at === undefined || Number.isSafeInteger(at)).toBe(true)
    }),
  )
})

// Catches a due date that is the day before west of Greenwich: a day is no instant.
test('a day alone is told apart from an instant', () => {
  expect(['2026-12-05', ' 2026-12-05 '].map(isDay)).toEqual([true, true])
  expect(['2026-12-05T00:00:00Z', '2026-12-05 10:00', 1_796_428_800, null, '5 December'].map(isDay)).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
  expect(cellOf('instant', '2026-12-05')).toMatchObject({
    text: 'Dec 5, 2026',
    sort: Date.parse('2026-12-05T00:00:00Z'),
  })
})
