import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json } from '#contract/json.ts'
import { readErrorBody } from '#answers/error-body.ts'

// Catches a shape that services commonly use and the reader misses.
test.each<[Json, object]>([
  [
    { error: { code: 'not_found', message: 'No such poll', requestId: 'r1' } },
    { code: 'not_found', message: 'No such poll', requestId: 'r1' },
  ],
  [
    { code: 'invalid_request', message: 'Bad', requestId: 'r2' },
    { code: 'invalid_request', message: 'Bad', requestId: 'r2' },
  ],
  [
    { error: 'not_authorized', message: 'No' },
    { code: 'not_authorized', message: 'No' },
  ],
  [{ error: 'not_authorized' }, { code: 'not_authorized' }],
  [{ error: 'Something broke' }, { message: 'Something broke' }],
  [{ code: 'teapot', message: 'Short' }, { message: 'Short' }],
  [{ message: '<html>no</html>' }, {}],
  [{ message: 'two\n lines\u0007 here' }, { message: 'two lines here' }],
])('reads %j', (body, expected) => {
  expect(readErrorBody(body)).toEqual({ fields: [], ...expected })
})

// Catches field problems that stay hidden in one of the usual forms.
test.each<[Json, Array<{ path: string; message: string }>]>([
  [{ errors: [{ path: 'details.title', message: 'Too long' }] }, [{ path: 'details.title', message: 'Too long' }]],
  [
    { errors: [{ field: 'a', msg: 'No' }, 'Whole body'] },
    [
      { path: 'a', message: 'No' },
      { path: '', message: 'Whole body' },
    ],
  ],
  [{ error: { details: [{ path: ['a', 0, 'b'], reason: 'No' }] } }, [{ path: 'a.0.b', message: 'No' }]],
  [
    { fields: { title: 'Needed', tags: ['One', 'Two'] } },
    [
      { path: 'title', message: 'Needed' },
      { path: 'tags', message: 'One' },
      { path: 'tags', message: 'Two' },
    ],
  ],
  [{ errors: { title: { message: 'Needed' } } }, [{ path: 'title', message: 'Needed' }]],
  [{ errors: [{ pointer: '/data/title', detail: 'No' }] }, [{ path: 'data.title', message: 'No' }]],
])('reads the fields of %j', (body, fields) => {
  expect(readErrorBody(body).fields).toEqual(fields)
})

// Catches a strange error body that breaks the reading of the error itself.
test('any JSON can be read', () => {
  const named = fc.dictionary(
    fc.constantFrom('error', 'errors', 'code', 'message', 'fields', 'details', 'requestId', 'path'),
    fc.jsonValue(),
  )
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), named), (body) => {
      const { fields, message } = readErrorBody(body as Json)
      expect(fields.length).toBeLessThanOrEqual(50)
      expect((message ?? '').length).toBeLessThanOrEqual(300)
    }),
  )
})
