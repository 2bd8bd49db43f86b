import { expect, test, vi } from 'vitest'
import { toJson } from '../../../../main/hosts/web/json.ts'
import { lazyAnswer } from '../../../../main/platform/client/lazy-answer.ts'

const about = { status: 200, receivedAt: '2026-11-22T10:00:00.000Z', durationMs: 5 }
const data = { items: [{ id: 'a', note: '"answer-" and $& signs — ümlaut' }] }
const answer = () => lazyAnswer(about, new TextEncoder().encode(JSON.stringify(data)))

// Catches a frame that is no JSON any more, or holds another answer, where a large one is put in as text.
test('a large answer is the same on the wire as a small one', () => {
  for (const wrap of [
    (inner: object) => ({ id: 1, result: inner }),
    (inner: object) => ({ method: 'live.value', params: { key: 'k', answer: inner, reading: false } }),
  ]) {
    const written = toJson(wrap(answer()))
    expect(Buffer.isBuffer(written)).toBe(true)
    expect(JSON.parse(written.toString())).toEqual(wrap({ ...about, data }))
  }
})

// Catches a large answer that is lost, or told as something else, where it lies deeper than it is looked for.
test('one that lies deeper is written as any other value', () => {
  const deep = { a: { b: { c: { d: { e: answer() } } } } }
  expect(JSON.parse(toJson(deep).toString())).toEqual({ a: { b: { c: { d: { e: { ...about, data } } } } } })
})

// Catches a page that follows several large answers and makes main parse and write each of them, or mixes them up.
test('several in a list are copied in, none is parsed, and too many are refused before they are joined', () => {
  const values = (inner: () => object) => [{ key: 'a', answer: inner() }, { key: 'b' }, { key: 'c', answer: inner() }]
  const frame = (inner: () => object) => ({ id: 1, result: { values: values(inner), budget: { used: 1 } } })
  const parse = vi.spyOn(JSON, 'parse')
  const written = toJson(frame(answer))
  expect(parse).not.toHaveBeenCalled()
  parse.mockRestore()
  expect(JSON.parse(written.toString())).toEqual(frame(() => ({ ...about, data })))
  const { length } = JSON.stringify(data)
  expect(() => toJson(frame(answer), length * 2)).toThrow(RangeError)
})

test('a frame without one stays text', () => {
  expect(toJson({ id: 1, result: { data } })).toBe(JSON.stringify({ id: 1, result: { data } }))
})
