import fc from 'fast-check'
import { expect, test } from 'vitest'
import { retryAfterMs } from '../../../../main/platform/client/retry-after.ts'

const now = Date.parse('2026-11-21T12:00:00.000Z')
const date = 'Sat, 21 Nov 2026 09:00:00 GMT'

// Catches a form of the header that is misread, and a date taken against this computer's clock.
test.each([
  ['3', undefined, 3_000],
  [' 120 ', undefined, 120_000],
  ['1.5', undefined, 1_500],
  ['Sat, 21 Nov 2026 12:00:07 GMT', undefined, 7_000],
  ['Sat, 21 Nov 2026 09:00:07 GMT', date, 7_000],
  ['Saturday, 21-Nov-26 09:00:07 GMT', date, 7_000],
  ['Sat Nov 21 09:00:07 2026', date, 7_000],
  ['Sat, 21 Nov 2026 09:00:07 GMT', 'yesterday', undefined],
  ['Sat, 21 Nov 2026 08:00:00 GMT', date, undefined],
  ['0', undefined, undefined],
  ['-5', undefined, undefined],
  ['soon 5', undefined, undefined],
  ['', undefined, undefined],
  [undefined, undefined, undefined],
])('%s against %s', (header, answerDate, expected) => {
  expect(retryAfterMs(header, answerDate, now)).toBe(expected)
})

// Catches any text that makes a wait that is not a positive number.
test('any header gives a wait or none', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (header, answerDate) => {
      const wait = retryAfterMs(header, answerDate, now)
      expect(wait === undefined || wait > 0).toBe(true)
    }),
  )
})
