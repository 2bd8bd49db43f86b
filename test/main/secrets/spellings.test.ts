// Every spelling in which a text may repeat a secret (finding 13a), drawn at random; a failure prints its seed.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createRedactor } from '../../../main/core/keychain/redact.ts'
import { mask } from '#contract/mask.ts'

const json = (text: string) => JSON.stringify(text).slice(1, -1)
const hexOf = (text: string) => Buffer.from(text).toString('hex')
const everyUnit = (text: string, write: (unit: string) => string) =>
  Array.from({ length: text.length }, (_, at) => write(text.charAt(at))).join('')
const middle = (text: string, within: string) =>
  `${text.slice(0, text.length >> 1)}${within}${text.slice(text.length >> 1)}`

/** From twelve characters on. */
const wide: Record<string, (secret: string) => string> = {
  'other case': (secret) => secret.toUpperCase(),
  'small letters': (secret) => secret.toLowerCase(),
  hex: hexOf,
  'hex in capitals': (secret) => hexOf(secret).toUpperCase(),
  'JSON in JSON': (secret) => json(json(secret)),
  'JSON in JSON in JSON': (secret) => json(json(json(secret))),
  '\\u escapes': (secret) => everyUnit(secret, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  '\\u escapes in JSON': (secret) =>
    json(everyUnit(secret, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)),
  'decimal entities': (secret) => everyUnit(secret, (unit) => `&#${unit.charCodeAt(0)};`),
  'hex entities': (secret) => everyUnit(secret, (unit) => `&#x${unit.charCodeAt(0).toString(16)};`),
  'named entities': (secret) =>
    secret
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;'),
  'double entities': (secret) =>
    secret.replaceAll('&', '&amp;amp;').replaceAll('<', '&amp;lt;').replaceAll('"', '&amp;quot;'),
  'double URL coding': (secret) => encodeURIComponent(encodeURIComponent(secret)),
  'every byte URL coded': (secret) => hexOf(secret).replace(/../g, '%$&'),
  'every byte URL coded twice': (secret) => hexOf(secret).replace(/../g, '%25$&'),
  'zero width inside': (secret) => middle(secret, '\u200b'),
  'joiners everywhere': (secret) => everyUnit(secret, (unit) => `${unit}\u2060`),
  'soft hyphen inside': (secret) => middle(secret, '\u00ad'),
  'line break inside': (secret) => middle(secret, '\r\n'),
  'line break inside, in JSON': (secret) => json(middle(secret, '\n')),
  'other case, zero width': (secret) => middle(secret, '\ufeff').toUpperCase(),
  'base64 with a line break': (secret) => middle(Buffer.from(secret).toString('base64'), '\n'),
}

// Pairs of surrogates and letters without a second case belong to other spellings; here the alphabet of keys counts, and what encodings change.
const letters = fc.constantFrom(
  ...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./+=~:&<>"\'!$()'.split(''),
)
const secrets = fc
  .string({ unit: letters, minLength: 12, maxLength: 48 })
  .filter((secret) => /[a-z]{2}/i.test(secret) && !/&\w+;|&#|%[0-9a-f]{2}/i.test(secret))
const around = fc.string({ unit: fc.constantFrom(...'abc xyz{}[]:,.<>\n'.split('')), maxLength: 30 })

// Catches a secret that a platform repeats in another spelling than those that were thought of.
test.each(Object.keys(wide))('%s', (name) => {
  fc.assert(
    fc.property(secrets, around, around, (secret, before, after) => {
      const spelt = wide[name]?.(secret) ?? ''
      const redactor = createRedactor()
      redactor.learn(secret)
      const text = `${before} ${spelt} ${after}`
      const masked = redactor.text(text)
      expect(masked).not.toContain(spelt)
      expect(masked).toContain(mask)
      expect(redactor.holds(text)).toBe(true)
      expect(redactor.holdsAtRest(text)).toBe(!/^(?:[A-Za-z]{1,11}|[\d\s.:/-]{1,11})$/.test(secret))
      expect(redactor.json({ note: text })).not.toEqual({ note: text })
    }),
    { numRuns: 60 },
  )
})

// Catches a text around a secret that goes with it, or a mask at another place than the secret's.
test('leaves what stands around a spelling', () => {
  const redactor = createRedactor()
  redactor.learn('Sk_live&0123456789')
  expect(redactor.text('a &amp; b %41 sk_LIVE&amp;0123456789 c &lt;\\u0041 d')).toBe(
    `a &amp; b %41 ${mask} c &lt;\\u0041 d`,
  )
  expect(redactor.text('Ünï İstanbul sk_live%26012345\u200b6789!')).toBe(`Ünï İstanbul ${mask}!`)
})

// Catches a short secret that is shown where it is the whole value, and words that lose their letters to it.
test('a short value is known as a whole field, and not as an identifier', () => {
  const redactor = createRedactor()
  for (const secret of ['k9x2q', '123', 'ab']) redactor.learn(secret)
  expect(
    redactor.json({ note: 'k9x2q', code: ' 123 ', id: '123', accountId: 'k9x2q', text: 'k9x2q is 123', two: 'ab' }),
  ).toEqual({
    note: mask,
    code: mask,
    id: '123',
    accountId: 'k9x2q',
    text: 'k9x2q is 123',
    two: 'ab',
  })
})

// Catches a folding that makes large ordinary texts slow beyond any use, or that finds what is not there.
test('an ordinary page holds nothing', () => {
  const redactor = createRedactor()
  redactor.learn('Sk_live&0123456789')
  const page = '<p class="a">100&nbsp;% &amp; more\\n "quoted" \u00ad %20 \\u0041</p>\n'.repeat(20_000)
  expect(redactor.text(page)).toBe(page)
})
