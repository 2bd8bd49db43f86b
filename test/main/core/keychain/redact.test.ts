import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mask } from '#contract/mask.ts'
import type { Json } from '#contract/json.ts'
import { createRedactor, isSecretName } from '../../../../main/core/keychain/redact.ts'

const encodings: Record<string, (secret: string) => string> = {
  plain: (secret) => secret,
  url: (secret) => encodeURIComponent(secret),
  form: (secret) => new URLSearchParams({ a: secret }).toString().slice(2),
  'lower-case url': (secret) => encodeURIComponent(secret).replace(/%../g, (code) => code.toLowerCase()),
  json: (secret) => JSON.stringify(secret).slice(1, -1),
  base64: (secret) => Buffer.from(secret).toString('base64'),
  base64url: (secret) => Buffer.from(secret).toString('base64url'),
}
/** What the encodings treat differently is rare among all letters. */
const special = fc.constantFrom(
  '~',
  '!',
  "'",
  '(',
  ')',
  '+',
  ' ',
  '%',
  '&',
  '=',
  '/',
  '\\',
  '"',
  '<',
  '-',
  '_',
  '.',
  'ä',
  '\n',
)
const secretText = fc
  .oneof(
    fc.string({ unit: 'grapheme', minLength: 6, maxLength: 60 }),
    fc.string({ unit: special, minLength: 6, maxLength: 20 }),
  )
  .filter((value) => value.isWellFormed() && !value.includes('*'))
const around = fc.string({ maxLength: 20 })

describe('names of secret fields', () => {
  // Catches a credential that is shown because its field is spelt another way.
  it.each([
    ...[
      'password',
      'Password',
      'pass_phrase',
      'API-KEY',
      'apiKey',
      'api.secret',
      'authToken',
      'X-Service-API-Key',
      'Authorization',
      'streamKey',
    ],
    ...['provider_stream_key', 'token', 'PIN', 'cvv', 'userPassword', 'private key'],
  ])('takes %s for secret', (name) => expect(isSecretName(name)).toBe(true))

  // Catches ordinary fields that are masked, so that counts and ids are lost.
  it.each([
    'voteTokenQuantity',
    'uniqueKey',
    'tokens',
    'apiClientId',
    'tokenCount',
    'key',
    'pinned',
    'spin',
    'keyboard',
    '$secret',
    'title',
  ])('takes %s for ordinary', (name) => expect(isSecretName(name)).toBe(false))
})

describe('masking by name', () => {
  // Catches a masked number or null, a lost field, or a changed original.
  it('masks texts and numbers and keeps the rest', () => {
    const body = {
      apiKey: 'abc',
      pin: 1234,
      otp: null,
      token: true,
      password: ['a', 'b'],
      secret: '',
      deep: [{ streamKey: 'x', title: 'kept' }],
      token_info: { exp: 5 },
    }
    const before = structuredClone(body)
    expect(createRedactor().json(body)).toEqual({
      apiKey: mask,
      pin: mask,
      otp: null,
      token: true,
      password: [mask, mask],
      secret: '',
      deep: [{ streamKey: mask, title: 'kept' }],
      token_info: { exp: 5 },
    })
    expect(body).toEqual(before)
  })

  // Catches a reference that is masked, after which nothing can be sent any more.
  it('leaves references to secrets', () => {
    const body = { apiKey: { $secret: 'profile/p1/apiKey/AAAAAAAAAAAAAAAA' } }
    expect(createRedactor().json(body)).toBe(body)
  })
})

describe('masking by value', () => {
  // Catches a known secret that survives in any of its spellings, wherever it stands.
  it('masks a known value in every encoding', () => {
    fc.assert(
      fc.property(
        fc.array(secretText, { minLength: 1, maxLength: 5 }),
        around,
        around,
        fc.constantFrom(...Object.keys(encodings)),
        (secrets, before, after, encoding) => {
          const redactor = createRedactor()
          for (const secret of secrets) redactor.learn(secret)
          for (const secret of secrets) {
            const encoded = encodings[encoding]?.(secret) ?? ''
            const masked = redactor.json({
              note: `${before}${encoded}${after}`,
              list: [encoded, { deep: `${encoded}${encoded}` }],
            })
            expect(JSON.stringify(Object.values(masked as object))).not.toContain(JSON.stringify(encoded).slice(1, -1))
            expect(redactor.text(`${before}${encoded}`)).not.toContain(encoded)
            expect(redactor.find({ 'a b': ['', encoded] })).toEqual(['a b.1'])
          }
        },
      ),
    )
  })

  // Catches a secret inside something longer that is base64 as a whole, such as a basic authorization header.
  it('masks a known value inside a longer base64 text', () => {
    fc.assert(
      fc.property(
        secretText.filter((secret) => Buffer.byteLength(secret) >= 12),
        around,
        around,
        (secret, before, after) => {
          const redactor = createRedactor()
          redactor.learn(secret)
          const masked = redactor.text(Buffer.from(before + secret + after).toString('base64'))
          expect(masked).toContain(mask)
          for (const part of masked.split(mask)) expect(Buffer.from(part, 'base64').includes(secret)).toBe(false)
        },
      ),
    )
  })

  // Catches the rest of a longer secret that stays when a shorter one within it is masked first.
  it('masks the longest first and joins what overlaps', () => {
    const redactor = createRedactor()
    for (const secret of ['abcdef', 'abcdefghijkl', 'jklmnopq']) redactor.learn(secret)
    expect(redactor.text('x abcdefghijkl y abcdef z abcdefghijklmnopq.')).toBe(`x ${mask} y ${mask} z ${mask}.`)
  })

  // Catches a copy of every answer, and a text that is changed though it holds no secret.
  it('gives the same back where nothing is masked', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const redactor = createRedactor()
        redactor.learn('a secret that does not occur')
        const names = JSON.stringify(value)
        fc.pre(!/"(?:token|pin|otp|cvc|cvv|secret)"/i.test(names))
        expect(redactor.json(value as Json)).toBe(value)
      }),
    )
  })

  // Catches ordinary words that are masked because a short value was saved, and a field name that is lost for a careless secret.
  it('leaves short values and plain field names', () => {
    const redactor = createRedactor()
    redactor.learn('live')
    redactor.learn('status')
    expect(redactor.text('live now')).toBe('live now')
    expect(redactor.json({ status: 'status: fine', live: 1 })).toEqual({ status: `${mask}: fine`, live: 1 })
  })

  // Catches a secret that stands in a file as the name of a field.
  it('masks a known value in a field name', () => {
    const redactor = createRedactor()
    redactor.learn('sk_live_4711')
    expect(redactor.json({ 'of sk_live_4711': 1, kept: 2 })).toEqual({ [`of ${mask}`]: 1, kept: 2 })
    expect(Object.keys(redactor.json(JSON.parse('{"__proto__": {"a": "sk_live_4711"}}') as Json) as object)).toEqual([
      '__proto__',
    ])
  })

  // Catches a secret that is shown by the answer that comes right after it left the keychain, or by the next read of its record.
  it('goes on masking a value that everyone has forgotten, as long as not too many came after it', () => {
    const redactor = createRedactor()
    redactor.learn('shared-secret')
    redactor.learn('shared-secret')
    redactor.forget('shared-secret')
    redactor.forget('shared-secret')
    expect(redactor.text('shared-secret')).toBe(mask)
    for (let at = 0; at < 2_000; at += 1) {
      redactor.learn(`later-secret-${at}`)
      redactor.forget(`later-secret-${at}`)
    }
    expect(redactor.text('shared-secret')).toBe('shared-secret')
    expect(redactor.text('later-secret-1999')).toBe(mask)
  })

  // Catches an answer nested so deeply that the walk overflows the stack and takes the desk down.
  it('survives an answer of any depth', () => {
    const deep = JSON.parse(`${'['.repeat(100_000)}"x"${']'.repeat(100_000)}`) as Json
    const redactor = createRedactor()
    redactor.learn('some-secret')
    expect(JSON.stringify(redactor.json(deep))).toContain(mask)
    expect(redactor.find(deep)).toEqual([])
  })
})
