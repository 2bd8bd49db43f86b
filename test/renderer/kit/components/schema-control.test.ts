import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonSchema } from '#contract/json.ts'
import {
  controlOf,
  instantOf,
  isNullable,
  localInput,
  tagsOf,
  tagsValue,
} from '../../../../renderer/kit/base/schema-control.ts'

// A credential drawn as plain text would be read by whoever looks over the shoulder.
test('a secret is always a secret', () => {
  expect(controlOf({ type: 'string', secret: true, control: 'multiline' })).toBe('secret')
  expect(controlOf({ anyOf: [{ type: 'string' }, { type: 'null' }], secret: true })).toBe('secret')
})

// zod writes a nullable value as anyOf; without looking inside every such field would fall back to text.
test('the kind is found behind null', () => {
  const nullable = (type: string): JsonSchema => ({ anyOf: [{ type }, { type: 'null' }] })
  expect([nullable('boolean'), nullable('integer'), nullable('array')].map(controlOf)).toEqual([
    'boolean',
    'integer',
    'tags',
  ])
  expect(controlOf({ type: 'string', format: 'date' })).toBe('date')
  expect(controlOf({ type: 'string', control: 'instant' })).toBe('instant')
  expect(isNullable(nullable('string'))).toBe(true)
  expect(isNullable({ type: 'string' })).toBe(false)
})

// The event wants one comma-separated string, the template a list; a mix-up is a 400.
test('tags travel as the schema says', () => {
  expect(tagsValue(['a', 'b'], { type: 'string', control: 'tags' })).toBe('a,b')
  expect(tagsValue(['a', 'b'], { type: 'array', items: { type: 'string' } })).toEqual(['a', 'b'])
  const tag = fc.stringMatching(/^[a-z0-9]([a-z0-9 ]{0,6}[a-z0-9])?$/)
  fc.assert(
    fc.property(fc.array(tag), (tags) => {
      expect(tagsOf(tagsValue(tags, { type: 'string' }))).toEqual(tags)
    }),
  )
})

// A time zone slip would start a show an hour late.
test('an instant survives the local field', () => {
  const day = fc.date({ min: new Date('2000-01-01'), max: new Date('2099-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(day, (date) => {
      date.setMilliseconds(0)
      const iso = date.toISOString()
      const back = instantOf(localInput(iso))
      // The hour that a clock change repeats is the one that a local field can't tell apart.
      expect(Math.abs(Date.parse(back ?? '') - date.getTime())).toBeOneOf([0, 3_600_000])
      expect(back).toMatch(/\.\d{3}Z$/)
    }),
  )
  expect([localInput('yesterday'), localInput(null), instantOf('')]).toEqual(['', '', undefined])
})
