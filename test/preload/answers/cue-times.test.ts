import { expect, test } from 'vitest'
import { lengthOf, shownLength, timeOf } from '#answers/cue-times.ts'

// Catches a time of a sheet that is refused, or read as another one.
test.each([
  ['19:05', '19:05:00'],
  ['19:05:00,5', '19:05:00'],
  ['19:05:30.25', '19:05:30'],
  ['7:05 p. m.', '19:05:00'],
  ['12:00 am', '00:00:00'],
  ['7 pm', '19:00:00'],
  ['19.05 Uhr', '19:05:00'],
  ['19 Uhr', '19:00:00'],
  ['19h05', '19:05:00'],
  ['19:05 h', '19:05:00'],
  ['2026-11-21 19:05:00', '19:05:00'],
  ['0.795138889', '19:05:00'],
  ['0,795138889', '19:05:00'],
  ['0.5', '12:00:00'],
  ['46347.795138889', '19:05:00'],
  ['', ''],
  ['19', undefined],
  ['25:00', undefined],
  ['13 pm', undefined],
  ['1.795', undefined],
  ['later', undefined],
])('the time %s', (text, time) => expect(timeOf(text)).toBe(time))

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
// Catches five minutes of a sheet that become a fifth of a second, hours that are taken for seconds by their first letter, and
// a length that is guessed.
test.each([
  ['5', 5 * minute],
  ['4,5', 4.5 * minute],
  ['0.5', 30 * second],
  ['0.25', 15 * second],
  ['0.003472', 5 * minute],
  ['0,0034722222', 5 * minute],
  ['0.0208333', 30 * minute],
  ['0.041666667', hour],
  ['0.125', 3 * hour],
  ['0.000347222', 30 * second],
  ['5 min', 5 * minute],
  ['5 minutos', 5 * minute],
  ['5 Minuten', 5 * minute],
  ['1h 05m', hour + 5 * minute],
  ['1h05', hour + 5 * minute],
  ['5m30', 5 * minute + 30 * second],
  ['2 Std. 30 Min.', 2.5 * hour],
  ['2 Stunden', 2 * hour],
  ['1 hora y 5 minutos', hour + 5 * minute],
  ['1 Stunde und 5 Minuten', hour + 5 * minute],
  ['90 seg', 90 * second],
  ['90 Sek.', 90 * second],
  ["5' 30''", 5 * minute + 30 * second],
  ['1:04:30', hour + 4 * minute + 30 * second],
  ['4:30,5', 4 * minute + 30 * second],
  ['', null],
  ['5 stops', undefined],
  ['5 min 2 h', undefined],
  ['5 5', undefined],
  ['soon', undefined],
  ['25 h', undefined],
])('the length %s', (text, ms) => expect(lengthOf(text)).toBe(ms))

// Catches a length that an export writes and an import reads as another one.
test('what is shown is read again', () => {
  for (const ms of [0, second, 5 * minute, hour + 4 * minute + 30 * second, 24 * hour])
    expect(lengthOf(shownLength(ms))).toBe(ms)
})
