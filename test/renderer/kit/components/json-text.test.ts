import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from '../../../../renderer/kit/components/text/json-text.ts'

// Catches a text that is JSON and is refused, and one that is none and is read.
test('whatever is JSON is read', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(parseJson(JSON.stringify(value))).toEqual({
        ok: true,
        value: JSON.parse(JSON.stringify(value)) as unknown,
      })
    }),
  )
  expect(parseJson('{"a":')).toEqual({ ok: false })
})
