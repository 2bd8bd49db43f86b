// Answers from a grammar: envelopes, flags, errors and words in names that the reader does not contain.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { askedOf, outcomeOf } from '#answers/outcome.ts'
import type { Json, JsonObject } from '#contract/json.ts'
import { operations } from '../../../main/platform/catalog/index.ts'
import { seed } from '../../support/runs.ts'

const strange = ['zorb', 'plimt', 'quaver', 'nimbus', 'tarn', 'gorse', 'wicket', 'lumen']
const spell: ReadonlyArray<(words: readonly string[]) => string> = [
  ([first = '', ...rest]) => first + rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''),
  (words) => words.join('_'),
  (words) => words.join('-'),
  (words) => words.join('_').toUpperCase(),
  (words) => words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''),
]
const oneOf = <T>(...of: readonly T[]) => fc.constantFrom(...of)
const spelling = oneOf(...spell)
/** `zorbSucceeded`, `PLIMT_ERROR`: a stem with or without a strange word before it. */
const name = (...stems: readonly string[]) =>
  fc
    .tuple(fc.option(oneOf(...strange), { nil: undefined }), oneOf(...stems), spelling)
    .map(([before, stem, spelled]) => spelled([...(before === undefined ? [] : [before]), ...stem.split(' ')]))
const entry = (names: fc.Arbitrary<string>, values: fc.Arbitrary<Json>): fc.Arbitrary<JsonObject> =>
  fc.tuple(names, values).map(([key, value]) => ({ [key]: value }))

const sentence = oneOf('The quota of zorbs is used up', 'Plimt is below what was asked', 'Gorse was closed in March')
const no = oneOf<Json>(false, 'false', 'no', 0, '0', 'FALSE')
const yes = oneOf<Json>(true, 'true', 'yes', 1, '1', 'TRUE')
const badFlag = fc.oneof(
  entry(name('success', 'succeeded', 'successful', 'ok', 'is success'), no),
  entry(name('failed', 'rejected', 'is error', 'has failed', 'declined'), oneOf<Json>(true, 'true', 'yes')),
)
const problem = fc.oneof(
  sentence,
  fc.tuple(name('message', 'text', 'detail'), sentence).map(([key, text]) => ({ [key]: text })),
)
const badMember = fc.oneof(
  entry(
    name('errors', 'user errors', 'violations', 'failures'),
    fc.array(problem, { minLength: 1, maxLength: 3 }) as fc.Arbitrary<Json>,
  ),
  entry(name('error', 'error message', 'failure reason', 'exception', 'fault'), problem as fc.Arbitrary<Json>),
  entry(name('error code', 'err code'), oneOf<Json>(7, 'E-12', 40_013)),
)
const badWord = fc
  .tuple(
    fc.option(oneOf(...strange), { nil: undefined }),
    oneOf(
      'failed',
      'failure',
      'rejected',
      'declined',
      'denied',
      'refused',
      'error',
      'unsuccessful',
      'invalid',
      'not found',
      'not accepted',
      'errored',
    ),
    spelling,
  )
  .map(([before, word, spelled]) => spelled([...(before === undefined ? [] : [before]), ...word.split(' ')]))
const goodWord = fc
  .tuple(
    oneOf('succeeded', 'success', 'completed', 'done', 'ok', 'successful', 'confirmed', 'no error', 'executed'),
    spelling,
  )
  .map(([word, spelled]) => spelled(word.split(' ')))
const statusName = name('status', 'state', 'status text')

const harmless = fc
  .tuple(
    fc.option(entry(oneOf('requestId', 'request_id', 'traceId'), oneOf('r1')), { nil: {} }),
    fc.option(
      entry(name('errors', 'error', 'warnings', 'user errors', 'error code'), oneOf<Json>(null, [], {}, '', 0)),
      { nil: {} },
    ),
    fc.option(entry(oneOf('meta', 'links', 'jsonapi'), oneOf<Json>({}, { version: '1.0' })), { nil: {} }),
    fc.option(entry(oneOf('took', 'timestamp', 'version', 'apiVersion'), oneOf<Json>(12, '3')), { nil: {} }),
    fc.option(entry(oneOf('warnings', 'notices'), oneOf<Json>(['Slow today'])), { nil: {} }),
  )
  .map((parts): JsonObject => Object.assign({}, ...parts) as JsonObject)

const layer = fc.tuple(oneOf('data', 'result', 'response', 'payload', ...strange), harmless)
const layers = fc.array(layer, { maxLength: 3 })

/** Wraps `inner`; what is planted stands beside the wrapper of a layer, the outermost by default. */
function wrapped(inner: Json, around: ReadonlyArray<[string, JsonObject]>, planted: JsonObject, layer = 0): Json {
  const at = around.length === 0 ? 0 : layer % around.length
  const body = around.reduceRight<Json>(
    (value, [key, beside], index) => ({ ...beside, [key]: value, ...(index === at && planted) }),
    inner,
  )
  return around.length === 0 && typeof inner === 'object' && !Array.isArray(inner) ? { ...inner, ...planted } : body
}

const record = fc
  .tuple(
    oneOf<Json>('a1', 7, 'x-9'),
    oneOf<JsonObject>({}, { amount: 12.4, currency: 'EUR' }, { note: 'Hello', plimt: 3 }),
  )
  .map(([id, fields]): JsonObject => ({ id, ...fields }))

const writes = [
  'POST /api/payment/refund/partialrefund',
  'POST /api/payment/charge/create',
  'PUT /api/video/event/update',
  'POST /api/marketing/template/delete',
  'POST /api/marketing/template/create',
  'POST /api/payment/subscription/cancel',
]
const askedFor = (key: string) => {
  const operation = operations.get(key)
  if (operation === undefined) throw new Error(key)
  return askedOf(operation)
}
const told = { seed, numRuns: 1_500 }

// Catches a refusal that stands where nobody looked, and is called done.
test(`a planted refusal of a write is never done (seed ${seed})`, () => {
  const planted = fc.oneof(badFlag, badMember, entry(statusName, badWord))
  fc.assert(
    fc.property(oneOf(...writes), record, layers, planted, fc.nat(4), (key, inner, around, bad, place) => {
      const body = place === 4 ? wrapped({ ...inner, ...bad }, around, {}) : wrapped(inner, around, bad, place)
      const { kind } = outcomeOf({ status: 200, body }, askedFor(key))
      expect(['refused', 'unclear'], JSON.stringify({ key, body })).toContain(kind)
      if (askedFor(key).risk === 'edit') expect(kind, JSON.stringify({ key, body })).toBe('refused')
    }),
    told,
  )
})

// Catches a success that is refused or doubted because of what stands beside it.
test(`a plain success of a write is done (seed ${seed})`, () => {
  const planted = fc.oneof(
    entry(name('success', 'succeeded', 'successful'), yes),
    entry(statusName, goodWord),
    oneOf<JsonObject>({}),
  )
  fc.assert(
    fc.property(oneOf(...writes), record, layers, planted, fc.boolean(), (key, inner, around, good, deep) => {
      const body = deep ? wrapped({ ...inner, ...good }, around, {}) : wrapped(inner, around, good)
      expect(outcomeOf({ status: 200, body }, askedFor(key)).kind, JSON.stringify({ key, body })).toBe('done')
    }),
    told,
  )
})

// Catches a word that nobody knows, believed.
test(`an unknown word is unclear wherever more than a correction is at stake (seed ${seed})`, () => {
  const word = fc.tuple(oneOf(...strange), oneOf(...strange), spelling).map(([a, b, spelled]) => spelled([a, b]))
  fc.assert(
    fc.property(oneOf(...writes), record, layers, entry(statusName, word), (key, inner, around, said) => {
      const body = wrapped({ ...inner, ...said }, around, {})
      expect(outcomeOf({ status: 200, body }, askedFor(key)), JSON.stringify({ key, body })).toEqual({
        kind: 'unclear',
        word: Object.values(said)[0],
      })
    }),
    told,
  )
})

// Catches a failed read believed as an empty list, and a good one refused for what its records say of themselves.
test(`a read has failed where its envelope says so, and only there (seed ${seed})`, () => {
  const list = 'POST /api/marketing/template/all'
  const envelope = fc.array(layer, { minLength: 1, maxLength: 2 })
  fc.assert(
    fc.property(envelope, fc.oneof(badFlag, badMember), fc.nat(2), (around, bad, place) => {
      const body = wrapped([], around, bad, place)
      expect(outcomeOf({ status: 200, body }, askedFor(list)).kind, JSON.stringify(body)).toBe('refused')
    }),
    told,
  )
  const rows = fc.array(
    fc
      .tuple(record, fc.oneof(badFlag, badMember, entry(statusName, badWord)))
      .map(([row, said]) => ({ ...row, ...said })),
    { maxLength: 3 },
  )
  fc.assert(
    fc.property(fc.oneof(layers), rows, (around, items) => {
      const body = wrapped(items, around, {})
      expect(outcomeOf({ status: 200, body }, askedFor(list)).kind, JSON.stringify(body)).toBe('done')
    }),
    told,
  )
  fc.assert(
    fc.property(record, fc.oneof(badMember, entry(oneOf('status'), badWord)), fc.boolean(), (row, said, bare) => {
      const own: JsonObject = { ...row, status: 'failed', amount: 3, ...said }
      const { kind } = outcomeOf(
        { status: 200, body: bare ? own : { data: own } },
        askedFor('POST /api/payment/charge/get'),
      )
      expect(kind, JSON.stringify(own)).toBe('done')
    }),
    told,
  )
})

// Catches an answer that stops the reader.
test(`any JSON is judged (seed ${seed})`, () => {
  fc.assert(
    fc.property(oneOf(list0, ...writes), fc.jsonValue(), fc.integer({ min: 200, max: 207 }), (key, body, status) => {
      outcomeOf({ status, body: body as Json }, askedFor(key))
    }),
    { seed, numRuns: 500 },
  )
})
const list0 = 'POST /api/marketing/template/all'
