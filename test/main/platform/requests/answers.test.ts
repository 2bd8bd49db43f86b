import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mask } from '#contract/mask.ts'
import { createRedactor } from '../../../../main/core/keychain/redact.ts'
import { createAnswers } from '../../../../main/platform/requests/index.ts'
import { handedOut } from './support.ts'

const make = (bounds?: { bytes: number; bodies: number }) => {
  const redactor = createRedactor()
  return { redactor, answers: createAnswers({ redactor, ...(bounds && { bounds }) }) }
}

// Catches memory that grows with every answer, and a bound that throws the newest out.
test('the oldest answers leave beyond the bounds', () => {
  const { answers } = make({ bytes: 1_000, bodies: 3 })
  const first = answers.keep('a'.repeat(400))
  const second = answers.keep('é€'.repeat(200))
  expect([first, second].map(({ id }) => answers.has(id))).toEqual([false, true])
  const more = [1, 2, 3].map((n) => answers.keep(`${n}`))
  expect([second, ...more].map(({ id }) => answers.has(id))).toEqual([false, true, true, true])
  const large = answers.keep(Buffer.alloc(5_000))
  expect(more.some(({ id }) => answers.has(id))).toBe(false)
  expect(answers.has(large.id)).toBe(true)
  expect(() => answers.part(first.id, 0, 10)).toThrow(expect.objectContaining({ code: 'not_found_here' }) as Error)
})

// Catches characters that fall apart between two pieces, text that is lost or comes twice, and a length that is not what is handed out.
test('pieces make up the whole, whatever their length', () => {
  const { answers } = make()
  const text = fc
    .array(fc.constantFrom('a', 'é', '€', '😀', '\n', '"'), { maxLength: 60 })
    .map((parts) => parts.join(''))
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 9 }), (text, length) => {
      const body = answers.keep(text)
      for (let from = 0, done = false; !done;) {
        const piece = answers.part(body.id, from, length)
        expect(piece.text.isWellFormed()).toBe(true)
        from += piece.text.length
        done = piece.done
      }
      expect(handedOut(answers, { body }, length)).toBe(text)
    }),
  )
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), fc.integer({ min: 1, max: 9 }), (array, length) => {
      const bytes = Buffer.concat([Buffer.from('\x89PNG', 'latin1'), array])
      const body = answers.keep(bytes, 'image/png')
      expect(Buffer.from(handedOut(answers, { body }, length), 'base64').equals(bytes)).toBe(true)
      expect(body).toMatchObject({ kind: 'binary', bytes: bytes.length })
    }),
  )
})

// Catches half a character handed out as text, and a place beyond the end that never ends.
test('a piece begins at a character', () => {
  const { answers } = make()
  const { id } = answers.keep('a😀b')
  expect(() => answers.part(id, 2, 5)).toThrow(expect.objectContaining({ code: 'invalid_input' }) as Error)
  expect(answers.part(id, 1, 1)).toEqual({ text: '😀', done: false })
  expect(answers.part(id, 3, 9)).toEqual({ text: 'b', done: true })
  expect(answers.part(id, 99, 9)).toEqual({ text: '', done: true })
})

// Catches a token that a person chose in an answer and stored, still handed out from that answer.
test.each([
  ['JSON', Buffer.from('{"blob":"eyJhbGciOi-1234"}'), 'application/json'],
  ['text', Buffer.from('welcome eyJhbGciOi-1234'), 'text/plain'],
  [
    'bytes',
    Buffer.concat([
      Buffer.from('\x89PNG\0', 'latin1'),
      Buffer.alloc(50_000),
      Buffer.from('eyJhbGciOi-1234'),
      Buffer.alloc(50_000),
    ]),
    'image/png',
  ],
])('%s that holds a secret stored since is not handed out', (_, answer, type) => {
  const { redactor, answers } = make()
  const body = answers.keep(answer, type)
  expect(handedOut(answers, { body })).not.toBe('')
  redactor.learn('eyJhbGciOi-1234')
  expect(() => handedOut(answers, { body })).toThrow(expect.objectContaining({ code: 'not_found_here' }) as Error)
  expect(answers.has(body.id)).toBe(false)
})

// Catches a careless secret that is a common field's name making every answer unreadable.
test('a secret that is a plain word leaves names alone', () => {
  const { redactor, answers } = make()
  redactor.learn('status')
  const body = answers.keep(Buffer.from('{"status":"the status is ok"}'), 'application/json')
  expect(handedOut(answers, { body })).toBe(`{"status":"the ${mask} is ok"}`)
})

// Catches an answer that is taken for what its header says, and a wrong header that nobody hears of.
test.each([
  ['', undefined, 'empty', ''],
  ['{"a":1}', 'application/json; charset=utf-8', 'json', ''],
  ['{"a":1}', 'application/problem+json', 'json', ''],
  ['\uFEFF[1]', 'application/json', 'json', ''],
  ['{"a":1}', undefined, 'json', ''],
  ['{"a":1}', 'text/html', 'json', 'It says that it is text/html and is JSON.'],
  ['123', 'text/plain', 'text', ''],
  ['a,b\n1,2', 'text/csv', 'text', ''],
  ['a,b\n1,2', 'application/pdf', 'text', 'It says that it is application/pdf and is text.'],
  ['<!doctype html><title>x</title>', 'text/html', 'html', ''],
  ['<!doctype html><title>x</title>', 'image/png', 'html', 'It says that it is image/png and is a web page.'],
  ['<svg xmlns="x"/>', 'image/svg+xml', 'text', ''],
  ['%PDF-1.7 ...', 'application/pdf', 'binary', ''],
  ['%PDF-1.7 ...', 'application/json', 'binary', 'It says that it is application/json and is binary data.'],
])('%j as %s is %s', (text, type, kind, problem) => {
  const { answers } = make()
  const body = answers.keep(Buffer.from(text), type)
  expect([body.kind, body.problems]).toEqual([kind, problem === '' ? [] : [problem]])
  expect(body.bytes).toBe(Buffer.byteLength(text))
})

// Catches a value of the history that is shown otherwise than an answer.
test('a value is kept as JSON', () => {
  const { answers } = make()
  const body = answers.keepJson({ id: 'a', token: 'abcdefgh' })
  expect(body).toMatchObject({ kind: 'json', masked: true, problems: [] })
  expect(JSON.parse(handedOut(answers, { body }))).toEqual({ id: 'a', token: mask })
})
