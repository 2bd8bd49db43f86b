import { afterEach, expect, test, vi } from 'vitest'
import { locale, setFormats } from '../../../../renderer/kit/base/locale.ts'
import {
  compareTexts,
  formatDigits,
  formatMoney,
  formatNumber,
  wholePercents,
} from '../../../../renderer/kit/composables/locale/numbers.ts'
import { languageOf } from '../../../../renderer/kit/composables/locale/useLanguage.ts'
import { spelledOut } from '../../../../renderer/kit/composables/locale/useWords.ts'
import {
  formatBothZones,
  formatClock,
  formatInstant,
  formatMoment,
  formatRelative,
  isoInstant,
  isoMinute,
} from '../../../../renderer/kit/composables/time/time.ts'

const at = new Date(2026, 10, 21, 20, 45, 5)
const plain = (text: string): string => text.replaceAll('\u00a0', ' ')

afterEach(() => {
  setFormats({ language: 'en', hours: 'locale' })
  vi.unstubAllGlobals()
})

// Would catch a desk without any date, time or number in a browser that gives a tag which is none.
test('a language tag that is none is passed over', () => {
  setFormats({ language: 'en', hours: 'h23' })
  for (const languages of [['en-US@posix'], ['', 'en_US'], ['en-'], []]) {
    vi.stubGlobal('navigator', { languages, language: '' })
    setFormats({ language: 'es' })
    setFormats({ language: 'en' })
    expect(formatClock(at)).toBe('20:45:05')
  }
  vi.stubGlobal('navigator', { languages: ['en@posix', 'en-GB'], language: '' })
  setFormats({ language: 'es' })
  setFormats({ language: 'en' })
  expect(locale.value).toBe('en-GB')
})

// A clock that ignores the person's choice, or that writes UTC with AM and PM.
test('a clock has 12 or 24 hours by the locale, or as the person chose', () => {
  vi.stubGlobal('navigator', { languages: ['en-US'], language: 'en-US' })
  setFormats({ language: 'es', hours: 'locale' })
  expect(formatClock(at)).toBe('20:45:05')
  setFormats({ hours: 'h12' })
  expect(plain(formatClock(at))).toMatch(/^8:45:05 p/)
  setFormats({ language: 'en', hours: 'h23' })
  expect(formatClock(at)).toBe('20:45:05')
  setFormats({ hours: 'h12' })
  expect(plain(formatClock(at))).toBe('8:45:05 PM')
  expect(formatClock(new Date('2026-11-21T20:45:05Z'), true)).toBe('20:45:05')
})

// Midnight as 24:00:00, which is no time of the day that follows.
test('midnight is hour 0', () => {
  setFormats({ hours: 'h23' })
  expect(formatClock(new Date(2026, 10, 21, 0, 0, 9))).toBe('00:00:09')
})

// A table of years and seconds where a person looks for "tomorrow".
test('a moment is told by its day from now', () => {
  setFormats({ hours: 'h23' })
  const now = new Date(2026, 10, 20, 23, 59)
  expect(formatMoment(at, now)).toBe('tomorrow 20:45')
  expect(formatMoment(at, at)).toBe('today 20:45')
  expect(formatMoment(at, new Date(2026, 10, 22, 0, 1))).toBe('yesterday 20:45')
  expect(formatMoment(at, new Date(2026, 4, 1))).toBe('Nov 21, 20:45')
  expect(formatMoment(at, new Date(2027, 0, 1))).toBe('Nov 21, 2026, 20:45')
  setFormats({ language: 'es' })
  expect(formatMoment(at, now)).toBe('ma\u00f1ana 20:45')
})

test('a distance in time', () => {
  expect([300_000, -7_200_000, 86_400_000, -86_400_000].map(formatRelative)).toEqual([
    'in 5 min.',
    '2 hr. ago',
    'tomorrow',
    'yesterday',
  ])
})

// An instant that nobody can compare with a log of the platform, and a page that breaks at an impossible one.
test('the exact instant is one hover away', () => {
  expect(formatBothZones(at)).toBe(`${formatInstant(at)} \u00b7 ${at.toISOString()}`)
  expect(formatBothZones(new Date('never'))).toBe('')
})

// A field that refuses "8:45 PM".
test('fields and names that are sent take no words of a locale', () => {
  setFormats({ language: 'es', hours: 'h12' })
  expect(isoMinute(at)).toBe('2026-11-21T20:45')
  expect(isoInstant(at)).toBe('2026-11-21 20:45:05')
})

// Cents that a rounding loses, and an amount written in another language than the rest.
test('numbers and money', () => {
  expect(formatMoney({ minor: 123_456_789_012_345, currency: 'EUR' })).toBe('1,234,567,890,123.45 EUR')
  expect(formatMoney({ minor: -1_240, currency: 'EUR' })).toBe('-12.40 EUR')
  expect(formatMoney({ minor: 500, currency: 'JPY' })).toBe('500 JPY')
  expect(formatDigits('1234567.50')).toBe('1,234,567.50')
  setFormats({ language: 'es' })
  expect(formatMoney({ minor: 1_234_550, currency: 'EUR' })).toBe('12.345,50 EUR')
  expect(formatNumber(1.25, 1)).toBe('1,3')
  expect(['b10', 'b9', 'A'].sort(compareTexts)).toEqual(['A', 'b9', 'b10'])
})

// 21 + 33 + 47 on the screen that everybody photographs.
test('percentages add up to 100', () => {
  expect(wholePercents([41, 66, 93])).toEqual([21, 33, 46])
  expect(wholePercents([1, 1, 1])).toEqual([34, 33, 33])
  expect(wholePercents([0, 0])).toEqual([0, 0])
  expect(wholePercents([1, 1], 4)).toEqual([25, 25])
})

// A raw key of an API among labelled rows.
test('names of the platform are spelled as words', () => {
  expect(
    ['clientReference', 'partially_refunded', 'imageURL', 'planId', 'APIKey', 'Night show!', 'no-show'].map(spelledOut),
  ).toEqual(['Client reference', 'Partially refunded', 'Image URL', 'Plan ID', 'API key', 'Night show!', 'No show'])
})

// A page without words, since the browser asks for a language that the desk does not speak.
test('the language of a choice', () => {
  expect(languageOf('en')).toBe('en')
  expect(languageOf('system', ['fr-FR', 'en-GB'])).toBe('en')
  expect(languageOf('system', ['fr'])).toBe('en')
  expect(languageOf('tlh')).toBe('en')
})
