import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { operations as operationsOfCatalog } from '../../../../main/platform/catalog/index.ts'
import { catalog, failure, makeClient, operation } from './support.ts'

const update = operation('PUT /api/video/event/update', {
  body: z.strictObject({
    options: z.strictObject({ streamKey: z.string().nullable().optional(), title: z.string().optional() }).optional(),
    details: z
      .strictObject({
        streamHours: z.int().optional(),
        started: z.union([z.boolean(), z.literal('auto')]).optional(),
        additionalCameras: z.array(z.strictObject({ camera: z.string() })).optional(),
        switches: z.record(z.string().regex(/OutputId$/), z.boolean()).optional(),
        size: z.union([z.strictObject({ w: z.int() }), z.string()]).optional(),
      })
      .optional(),
  }),
  secretFields: ['options.streamKey'],
})
const free = operation('POST /api/things/create')
const get = operation('GET /api/account/general/get/{accountId}')
const remove = operation('DELETE /api/things/delete')
const operations = catalog(update, free, get, remove)
const client = () => makeClient('https://example.com', { operations, limits: { bodyBytes: 4_096 } }).client
const fields = async (request: Parameters<ReturnType<typeof client>['check']>[0]) => {
  const error = await failure(() => client().check(request))
  expect(error.code).toBe('invalid_input')
  return error.details.fields ?? []
}

// Catches a mistyped key answered without a hint.
test('names the nearest operations for an unknown one', async () => {
  const [field] = await fields({ operation: 'POST /api/video/event/update' })
  expect(field?.path).toBe('operation')
  expect(field?.message).toContain('PUT /api/video/event/update')
  const [far] = await fields({ operation: 'hello' })
  expect(field).toMatchObject({ reason: 'operation_mistyped' })
  expect(far).toMatchObject({ reason: 'not_in_catalog' })
})

// Catches inherited names of objects taken for operations or parameters.
test.each(['constructor', '__proto__', 'toString'])('%s is no operation', async (name) => {
  expect((await fields({ operation: name }))[0]?.path).toBe('operation')
})

// Catches a missing, empty, climbing or surplus path parameter.
test.each([
  [{}, 'path.accountId'],
  [{ accountId: '' }, 'path.accountId'],
  [{ accountId: '.' }, 'path.accountId'],
  [{ accountId: '..' }, 'path.accountId'],
  [{ accountId: '\ud800' }, 'path.accountId'],
  [{ accountId: 'a', other: 'b' }, 'path.other'],
])('path %j is refused at %s', async (path, at) => {
  expect((await fields({ operation: get.key, path })).map((field) => field.path)).toEqual([at])
})

// Catches query values that would be sent as "[object Object]" or "NaN".
test('refuses query values that are not scalars', async () => {
  const query = { a: NaN, b: { x: 1 }, c: [1], d: '\udc00', ok: 1, none: null } as unknown as Record<string, string>
  expect((await fields({ operation: get.key, path: { accountId: 'a' }, query })).map((field) => field.path)).toEqual([
    'query.a',
    'query.b',
    'query.c',
    'query.d',
  ])
})

// Catches a body on GET, which servers drop silently, and a refused body on DELETE.
test('GET carries no body, DELETE may', async () => {
  expect((await fields({ operation: get.key, path: { accountId: 'a' }, body: {} }))[0]?.path).toBe('body')
  expect(() => client().check({ operation: remove.key, body: { id: 'a' } })).not.toThrow()
})

// Catches values that JSON.stringify would drop or change without a word.
test('refuses what JSON cannot carry, naming the place', async () => {
  const cycle: { a: { b: unknown[] } } = { a: { b: [] } }
  cycle.a.b.push(cycle)
  const cases: Array<[unknown, string]> = [
    [{ a: [1, undefined] }, 'a.1'],
    [{ a: () => 1 }, 'a'],
    [{ a: { b: NaN } }, 'a.b'],
    [{ a: -Infinity }, 'a'],
    [{ a: 1n }, 'a'],
    [{ a: Symbol('x') }, 'a'],
    [{ a: new Date() }, 'a'],
    [{ a: new Map() }, 'a'],
    [Object.assign([0], { length: 3 }), '1'],
    [cycle, 'a.b.0'],
    [NaN, 'body'],
  ]
  for (const [body, path] of cases) expect((await fields({ operation: free.key, body }))[0]?.path).toBe(path)
})

// Catches a body that overflows the stack or the memory before it is refused, shared parts included.
test('bounds depth and size', async () => {
  let deep: unknown = 1
  for (let level = 0; level < 100_000; level++) deep = [deep]
  expect((await fields({ operation: free.key, body: deep }))[0]?.message).toMatch(/levels deep/)
  expect((await fields({ operation: free.key, body: 'x'.repeat(5_000) }))[0]?.message).toMatch(/Larger/)
  let shared: unknown[] = [1]
  for (let level = 0; level < 60; level++) shared = [shared, shared]
  expect((await fields({ operation: free.key, body: shared }))[0]?.message).toMatch(/Larger/)
})

// Catches a check that refuses what JSON can carry.
test('any JSON value passes where no body is specified', () => {
  const checked = makeClient('https://example.com', { operations }).client
  fc.assert(
    fc.property(fc.jsonValue(), (body) => {
      fc.pre(!JSON.stringify(body).includes('$secret'))
      expect(() => checked.check({ operation: free.key, body })).not.toThrow()
    }),
  )
})

// Catches problems reported at the wrong field, and unknown keys lumped together.
test('names each wrong field of a specified body', async () => {
  const body = {
    options: { titel: 'x', colour: 1 },
    details: { streamHours: 1.5, additionalCameras: [{ camera: 1 }], switches: { a: true } },
  }
  expect((await fields({ operation: update.key, body })).map((field) => field.path).sort()).toEqual(
    [
      'details.additionalCameras.0.camera',
      'details.streamHours',
      'details.switches.a',
      'options.colour',
      'options.titel',
    ].sort(),
  )
})

// Catches a problem that the page can't put into its own words.
test('each problem has a reason with facts', async () => {
  const real = makeClient('https://example.com', { operations: new Map(operationsOfCatalog) }).client
  const body = {
    options: { title: 1, unheard: 'x' },
    details: {
      streamHours: -1,
      scheduleDate: '2026-02-30',
      platformVideoIds: { wrong: true, aPlaybackUrl: true, bPlaybackUrl: 1 },
    },
  }
  const error = await failure(() => real.check({ operation: 'PUT /api/video/event/update', body }))
  const reasons = Object.fromEntries(
    (error.details.fields ?? []).map(({ path, reason, facts }) => [path, { reason, ...facts }]),
  )
  expect(reasons).toEqual({
    'options.title': { reason: 'wrong_type', expected: 'text_or_null' },
    'options.unheard': { reason: 'unknown_field' },
    'details.streamHours': { reason: 'wrong_type', expected: 'count' },
    'details.scheduleDate': { reason: 'format', format: 'date' },
    'details.platformVideoIds.wrong': {
      reason: 'switch_name',
      endings: ['OutputId', 'PlaybackUrl'],
      example: 'mainOutputId',
    },
    'details.platformVideoIds.bPlaybackUrl': { reason: 'wrong_type', expected: 'flag' },
  })
})

// Catches "Invalid input" as the only word about a union.
test('says what a union would take', async () => {
  const [plain] = await fields({ operation: update.key, body: { details: { started: 'yes' } } })
  expect(plain).toMatchObject({
    path: 'details.started',
    message: expect.stringMatching(/boolean.* or .*auto/) as unknown,
  })
  const [inner] = await fields({ operation: update.key, body: { details: { size: { w: 'x' } } } })
  expect(inner?.path).toBe('details.size.w')
})

// Catches required fields that the specification does not show, and a needless body.
test('demands no field', () => {
  expect(() => client().check({ operation: update.key, body: {} })).not.toThrow()
  expect(() => client().check({ operation: update.key })).not.toThrow()
})

// Catches a stored secret moved into a public text by a reference in the wrong field.
test('takes references at credential fields only', async () => {
  const reference = { $secret: 'profile/1/streamKey' }
  expect(() =>
    client().check({ operation: update.key, body: { options: { streamKey: reference, title: 'x' } } }),
  ).not.toThrow()
  expect((await fields({ operation: update.key, body: { options: { title: reference } } }))[0]?.path).toBe(
    'options.title',
  )
  expect((await fields({ operation: free.key, body: { list: [reference] } }))[0]?.path).toBe('list.0')
  expect((await fields({ operation: free.key, body: { a: { $secret: 'x', more: 1 } } }))[0]?.path).toBe('a')
  expect((await fields({ operation: update.key, body: { options: { streamKey: { $secret: '' } } } }))[0]?.path).toBe(
    'options.streamKey',
  )
})
