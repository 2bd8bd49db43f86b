import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Json } from '#contract/json.ts'
import { fieldsIn, masked } from '../../../../main/platform/account/fields.ts'
import { guessOf, suggestedMapping } from '../../../../main/platform/account/guess.ts'

const opaque = 'f3Zk09aLqW7uYxT2bNcD'
const other = 'Qp4Rt81mVs6EoHj5gKwB'
const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhYmMifQ.c2lnbmF0dXJl'

// Catches a platform's spelling that the desk does not know, and an id taken from the wrong object.
it.each<[string, Json, object | undefined]>([
  ['the envelope', { data: { id: 'x', status: 'ok', token: opaque }, requestId: 'r' }, { token: 'data.token' }],
  [
    'everything flat',
    { token: opaque, accountId: 'acc_1', sessionId: 'ses_1' },
    { token: 'token', accountId: 'accountId', sessionId: 'sessionId' },
  ],
  [
    'a session object',
    { data: { session: { id: 'ses_1', accessToken: opaque }, account: { id: 'acc_1' } } },
    { token: 'data.session.accessToken', accountId: 'data.account.id', sessionId: 'data.session.id' },
  ],
  [
    'snake case and a user',
    { access_token: opaque, user: { id: 7_120 }, session_id: 'ses_1' },
    { token: 'access_token', accountId: 'user.id', sessionId: 'session_id' },
  ],
  ['a jwt under a name of its own', { data: { jwt, userId: 'u1' } }, { token: 'data.jwt', accountId: 'data.userId' }],
  ['a bearer with its word', { bearer: `Bearer ${opaque}` }, { token: 'bearer' }],
  ['a web token under a name that says nothing', { result: { key: jwt } }, { token: 'result.key' }],
  [
    'tokens in an object',
    { tokens: { access: { token: opaque, expires: '2026-12-01' }, refresh: { token: other } } },
    { token: 'tokens.access.token' },
  ],
  ['a refresh token beside it', { token: opaque, refreshToken: other }, { token: 'token' }],
  ['the same token twice', { data: { token: opaque }, token: opaque }, { token: 'token' }],
  [
    'the first of a list',
    { sessions: [{ token: opaque, id: 's1' }] },
    { token: 'sessions.0.token', sessionId: 'sessions.0.id' },
  ],
  ['two tokens that differ', { a: { token: opaque }, b: { token: other } }, undefined],
  [
    'two accounts that differ',
    { token: opaque, account: { id: 'a' }, parent: { account: { id: 'b' } } },
    { token: 'token' },
  ],
  ['a token too short to be one', { token: 'abc' }, undefined],
  ['a form token', { csrfToken: opaque }, undefined],
  ['an address', { token: 'https://example.org/confirm?x=1' }, undefined],
  ['no session at all', { data: { id: 'acc_1', status: 'active' }, requestId: 'r' }, undefined],
  ['nothing', null, undefined],
  ['a text', 'ok', undefined],
])('%s', (_, answer, mapping) => {
  expect(suggestedMapping(fieldsIn(answer))).toEqual(mapping)
})

// Catches a suggestion that points nowhere, an answer whose shape ends the desk, and one field taken for two parts.
it('suggests only what is there, whatever came', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (answer) => {
      const fields = fieldsIn(answer as Json)
      const mapping = suggestedMapping(fields)
      const paths = Object.values(mapping ?? {})
      expect(paths.every((path) => fields.some((field) => field.path === path))).toBe(true)
      expect(new Set(paths).size).toBe(paths.length)
      expect(new Set(fields.map(({ path }) => path)).size).toBe(fields.length)
    }),
  )
})

// Catches an answer of any size that would be walked to its end.
it('stops at 200 fields and 12 levels', () => {
  let deep: Json = { token: opaque }
  for (let level = 0; level < 5_000; level += 1) deep = { inner: deep }
  expect(fieldsIn(deep)).toEqual([])
  expect(
    fieldsIn(
      Object.fromEntries(
        Array.from({ length: 5_000 }, (_, place) => [
          `f${place.toString(26).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)] ?? '')}`,
          'x',
        ]),
      ),
    ),
  ).toHaveLength(200)
})

// Catches a mask that shows what it hides.
it('masks all but two characters at either end of a long value, and all of a short one', () => {
  expect(masked(opaque)).toBe('f3••••••••cD')
  expect(masked('ses_1')).toBe('•••••')
  fc.assert(fc.property(fc.string({ minLength: 5 }), (value) => !masked(value).includes(value)))
})

// Catches a prototype's name taken for a field's.
it('reads names such as constructor as names', () => {
  const fields = fieldsIn(
    JSON.parse('{"constructor": {"token": "f3Zk09aLqW7uYxT2bNcD"}, "__proto__": {"accountId": "a"}}') as Json,
  )
  expect(fields.map(guessOf)).toEqual(['token', 'accountId'])
})
