import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mask } from '#contract/mask.ts'
import type { Json } from '#contract/json.ts'
import { createRedactor } from '../../../../main/core/keychain/redact.ts'
import { maskJson } from '../../../../main/platform/requests/json-mask.ts'

const known = 'sk-live-"4f\\9é/0'
const redactor = createRedactor()
redactor.learn(known)

// Catches secrets that one way of masking finds and the other does not.
test('masks what the redactor masks, and nothing else', () => {
  const leaf = fc.oneof(
    fc.string(),
    fc.constantFrom(known, `Bearer ${known}!`, ''),
    fc.boolean(),
    fc.constant(null),
    fc.integer(),
  )
  const name = fc.oneof(
    fc.string(),
    fc.constantFrom('token', 'apiKey', 'stream_key', 'id', '__proto__', `x-${known}`, 'password'),
  )
  const { value } = fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    ),
  }))
  fc.assert(
    fc.property(value, fc.integer({ min: 0, max: 2 }), (value, indent) => {
      const text = JSON.stringify(value, null, indent)
      const masked = maskJson(text, redactor)
      const parsed = JSON.parse(text) as Json
      const wanted = redactor.json(parsed)
      expect(JSON.stringify(JSON.parse(masked))).toBe(JSON.stringify(wanted))
      if (wanted === parsed) expect(masked).toBe(text)
    }),
  )
})

// Catches numbers, spaces and repeated names that change because a secret stands beside them.
test('leaves everything else as it came', () => {
  const text = `{ "big" : 12345678901234567890.10,\n\t"a":1,"a":2, "token" : "abc", "e": 1E5, "u":"\\u0041" , "list":["${'x'.repeat(3)}"] }`
  expect(maskJson(text, redactor)).toBe(text.replace('"abc"', `"${mask}"`))
})

// Catches a secret that hides in the first of two members, in an escape, in a list under a secret's name, or in a number.
test.each([
  ['{"password":"hunter2hunter2","password":null}', 'hunter2'],
  ['{"a":"\\u0068unter2-known","a":1}', 'unter2-known'],
  ['{"tokens":1,"token":["abcdefgh",["ijklmnop"],{"id":"x"}]}', /abcdefgh|ijklmnop/],
  ['{"n":-4815162342e0}', '4815162342'],
  ['{"hunter2-known":1}', 'hunter2'],
])('%s', (text, secret) => {
  const learned = createRedactor()
  learned.learn('hunter2-known')
  learned.learn('4815162342')
  const masked = maskJson(text, learned)
  expect(masked).not.toMatch(secret)
  expect(() => void JSON.parse(masked)).not.toThrow()
})

// Catches secrets in JSON that was cut off or is broken elsewhere.
test.each([
  '{"data":{"token":"abcdefgh',
  '{"token":"abcdefgh",}',
  '[{"token":"abcdefgh"}}}]',
  '{"token" "x", "token"\n:\n"abcdefgh"',
])('broken: %s', (text) => {
  expect(maskJson(text, redactor)).not.toContain('abcdefgh')
})

// Catches a walk that recurses.
test('masks below any depth', () => {
  const deep = '['.repeat(100_000) + JSON.stringify(known) + ']'.repeat(100_000)
  expect(maskJson(deep, redactor)).toBe(deep.replace(JSON.stringify(known), `"${mask}"`))
})
