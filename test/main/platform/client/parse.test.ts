import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseBody } from '../../../../main/platform/client/parse.ts'

const parse = (text: string | Buffer, depth = 100) => parseBody(Buffer.from(text), depth)

// Catches the nesting scan miscounting brackets inside strings and escapes.
test('any JSON reads as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 8 }), (text) => {
      expect(parse(text, 20)).toEqual({ json: JSON.parse(text) as unknown })
    }),
  )
  expect(parse(JSON.stringify(['[[[{"\\"[[', '\\', '"', '{{{{{{{{{{{{{{{{{{{{{'.repeat(20)]), 2)).toHaveProperty('json')
})

// Catches broken answers taken for data.
test.each([
  ['<html><body>Hello</body></html>', { reason: 'answer_is_page' }],
  ['{"a":1', { reason: 'answer_not_json' }],
  ['{"a":1}}', { reason: 'answer_not_json' }],
  [Buffer.from([0x22, 0xc3, 0x28, 0x22]), { reason: 'answer_not_utf8' }],
  ['['.repeat(3_000_000), { reason: 'answer_too_deep', levels: 100 }],
  [`${'[{"a":'.repeat(200)}1${'}]'.repeat(200)}`, { reason: 'answer_too_deep', levels: 100 }],
])('refuses case %#', (text, problem) => {
  expect(parse(text)).toEqual({ problem })
})

// Catches an empty answer treated as a failure.
test('an empty body is null', () => {
  expect(parse('')).toEqual({ json: null })
})
