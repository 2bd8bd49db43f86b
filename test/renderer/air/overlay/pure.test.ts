// The parts of an overlay that need no page.
import { expect, test } from 'vitest'
import type { OverlayFrame } from '#contract/overlay.ts'
import { overlayKinds } from '#contract/access-kinds.ts'
import { amountText, countdownText, elapsedText, percentOf } from '../../../../renderer/air/overlay/figures.ts'
import { shownUntil } from '../../../../renderer/air/overlay/freshness.ts'
import { isLook, lookOf, plates, standardLook, type LookName } from '../../../../renderer/air/overlay/look.ts'
import { kindOf, secretOf } from '../../../../renderer/air/overlay/place.ts'
import { languageOf, localeOf, words } from '../../../../renderer/air/overlay/words.ts'
import { overlayAddress } from '../../../../renderer/views/overlays/model/address.ts'

const en = words.en

// Catches a countdown that ends a second early, and one whose width jumps with each digit.
test('times are written as people read them', () => {
  expect(countdownText(0, en)).toBe('0:00')
  expect(countdownText(-5_000, en)).toBe('0:00')
  expect(countdownText(1, en)).toBe('0:01')
  expect(countdownText(59_001, en)).toBe('1:00')
  expect(countdownText(3_723_000, en)).toBe('1:02:03')
  expect(countdownText(90_061_000, en)).toBe('1 d 01:01:01')
  expect(elapsedText(1_999, en)).toBe('0:01')
})

// Catches an amount that goes through a fraction, has the wrong number of digits, or the point of another language.
test('amounts are exact', () => {
  const goal = { currency: 'EUR', digits: 2 }
  expect(amountText(123_450, goal, 'en')).toBe('1,234.50 EUR')
  expect(amountText(5, goal, 'en')).toBe('0.05 EUR')
  expect(amountText(-5, goal, 'en')).toBe('-0.05 EUR')
  expect(amountText(123_450, goal, 'es')).toBe('1234,50 EUR')
  expect(amountText(9_007_199_254_740_991, goal, 'en')).toBe('90,071,992,547,409.91 EUR')
  expect(amountText(700, { currency: 'JPY', digits: 0 }, 'en')).toBe('700 JPY')
  expect(amountText(1_500, { currency: null, digits: 3 }, 'en')).toBe('1.500')
})

// Catches a goal that is called reached before it is.
test('a goal is reached when it is', () => {
  expect(percentOf(199_999, 200_000)).toBe(99)
  expect(percentOf(200_000, 200_000)).toBe(100)
  expect(percentOf(-5, 200_000)).toBe(0)
})

const frame: OverlayFrame = {
  kind: 'onair',
  environment: 'rehearsal',
  ageMs: 0,
  everyMs: 10_000,
  value: { kind: 'onair', onAir: true },
}

// Catches a wrong number that stays: of a frozen desk, of a value that is not read any more, or of none.
test('a frame is shown for 3 s, and no longer than its value is young', () => {
  expect(shownUntil({ frame, at: 500 })).toBe(3_500)
  expect(shownUntil({ frame: { ...frame, ageMs: 29_000 }, at: 0 })).toBe(1_000)
  expect(shownUntil({ frame: { ...frame, ageMs: 58_000, everyMs: 60_000 }, at: 0 })).toBe(2_000)
  expect(shownUntil({ frame: { ...frame, ageMs: 31_000 }, at: 0 })).toBeLessThan(0)
  expect(shownUntil({ frame: { ...frame, ageMs: null }, at: 7 })).toBe(7)
  expect(shownUntil({ frame: { ...frame, value: null, because: 'stale' }, at: 7 })).toBe(7)
})

// Catches an address that reaches further than a colour or a number: another declaration, a file, markup.
test('only colours, numbers and names of fonts are taken from the address', () => {
  const right: Array<[LookName, string]> = [
    ['accent', '#ff0'],
    ['text', '#ffd400cc'],
    ['background', 'transparent'],
    ['background', 'rgba(0, 0, 0, 0.5)'],
    ['text', 'hsl(210 50% 40% / 60%)'],
    ['size', '32'],
    ['font', 'Noto Sans, sans-serif'],
    ['align', 'center'],
    ['shadow', 'none'],
  ]
  expect(right.filter(([name, value]) => !isLook(name, value))).toEqual([])
  const wrong: Array<[LookName, string]> = [
    ['accent', 'url(https://example.org/x)'],
    ['accent', 'red;background:url(x)'],
    ['accent', 'var(--x)'],
    ['accent', '#ff'],
    ['text', '<img src=x>'],
    ['background', 'image-set("x")'],
    ['size', '7'],
    ['size', '401'],
    ['size', '1e9'],
    ['size', '10px'],
    ['font', 'x;} body{}'],
    ['font', '"x"'],
    ['align', 'left;'],
    ['shadow', '0 0 9px red'],
  ]
  expect(wrong.filter(([name, value]) => isLook(name, value))).toEqual([])
  expect(lookOf(new URLSearchParams('accent=%23ff0&size=900&other=1'))).toEqual({ accent: '#ff0' })
  for (const look of [...Object.values(plates), standardLook('poll'), standardLook('onair')])
    for (const [name, value] of Object.entries(look)) expect(isLook(name as LookName, value), value).toBe(true)
})

// Catches an address that the overlay itself does not understand, and a secret outside the fragment.
test('the address that is copied is the one that the overlay reads', () => {
  for (const kind of overlayKinds) {
    const address = new URL(overlayAddress('http://127.0.0.1:4123', kind, { accent: '#ff0' }, 'a-B_9'))
    expect(kindOf(address)).toBe(kind)
    expect(secretOf(address)).toBe('a-B_9')
    expect(lookOf(address.searchParams)).toEqual({ accent: '#ff0' })
    expect(address.pathname + address.search).not.toContain('a-B_9')
  }
  expect(overlayAddress('http://127.0.0.1:4123', 'poll', {}, 's')).toBe('http://127.0.0.1:4123/overlay/poll#g=s')
  expect(kindOf(new URL('http://127.0.0.1/overlay.html?kind=goal'))).toBe('goal')
  expect(kindOf(new URL('http://127.0.0.1/overlay/constructor'))).toBeUndefined()
  expect(secretOf(new URL('http://127.0.0.1/overlay/poll#token=x'))).toBeUndefined()
})

// Catches a word that one language lacks, and a language that stops the overlay.
test('every language has every word', () => {
  for (const [language, table] of Object.entries(words)) {
    expect(Object.keys(table), language).toEqual(Object.keys(en))
    for (const [key, text] of Object.entries(table))
      expect(text.match(/\{\w+\}/g), `${language} ${key}`).toEqual(en[key as keyof typeof en].match(/\{\w+\}/g))
  }
  expect(['es-MX', 'en-GB', 'fr', '', '<b>'].map(languageOf)).toEqual(['es', 'en', 'en', 'en', 'en'])
  expect(['es-MX', 'en-GB', 'fr', '', 'en_US@', 'es-x'].map(localeOf)).toEqual([
    'es-MX',
    'en-GB',
    'en',
    'en',
    'en',
    'en',
  ])
  for (const tag of ['es-MX', 'en-GB', 'es-419'].map(localeOf)) expect(() => new Intl.NumberFormat(tag)).not.toThrow()
})
