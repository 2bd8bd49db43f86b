import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from '../../../../renderer/kit/components/text/json-text.ts'
import { placesIn } from '../../../../renderer/kit/base/text-places.ts'

// A person with a 200-line body needs the line of the missing comma, not "unexpected string".
test('a mistake has a place', () => {
  const text = '{\n  "a": 1\n  "b": 2\n}'
  const parsed = parseJson(text)
  expect(parsed.ok).toBe(false)
  if (parsed.ok) throw new Error('no place')
  expect(placesIn(text)(parsed.offset)).toEqual({ line: 3, column: 3 })
  expect(parseJson('{"a":')).toMatchObject({ ok: false, offset: 5 })
})

test('whatever is JSON is read', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(parseJson(JSON.stringify(value))).toEqual({
        ok: true,
        value: JSON.parse(JSON.stringify(value)) as unknown,
      })
    }),
  )
})
