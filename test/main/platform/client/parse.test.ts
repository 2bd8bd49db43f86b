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
  ['<html><body>Hello</body></html>', /web page/],
  ['{"a":1', /not valid JSON/],
  ['{"a":1}}', /not valid JSON/],
  [Buffer.from([0x22, 0xc3, 0x28, 0x22]), /UTF-8/],
  ['['.repeat(3_000_000), /levels deep/],
  [`${'[{"a":'.repeat(200)}1${'}]'.repeat(200)}`, /levels deep/],
])('refuses case %#', (text, problem) => {
  expect(parse(text)).toEqual({ problem: expect.stringMatching(problem) as unknown })
})

// Catches an empty answer treated as a failure.
test('an empty body is null', () => {
  expect(parse('')).toEqual({ json: null })
})
