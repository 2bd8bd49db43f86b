import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { describeOperations, type OperationKey } from '../../../../main/platform/catalog/index.ts'
import { limits } from '../../../../main/platform/learned/limits.ts'
import { openDesk } from './support.ts'

const create = 'POST /api/payment/customer/create'
const list = 'POST /api/payment/customer/all'
const envelope = { data: { id: 'cus_1', status: 'ok' }, requestId: 'req_1' }

// The point of it all: after a request that was taken the desk knows its fields.
test('learns body, query and answer of a request that was taken', async () => {
  const { learned, hear, changes, clock } = await openDesk()
  hear(
    create,
    { query: { dryRun: false }, body: { name: 'A', email: 'a@example.org', token: { $secret: 'x' } } },
    envelope,
  )
  hear(create, { query: {}, body: { name: 'B', note: null } }, envelope)
  expect(learned.get('rehearsal', create)).toEqual({
    environment: 'rehearsal',
    operation: create,
    sent: 2,
    answered: 2,
    missed: [],
    edited: [],
    updatedAt: '2026-03-01T12:00:00.005Z',
    body: {
      type: 'object',
      properties: {
        name: { type: 'string' },
        email: { type: 'string', format: 'email' },
        token: { type: 'string', secret: true },
        note: { type: 'null' },
      },
      required: ['name'],
    },
    query: { type: 'object', properties: { dryRun: { type: 'boolean' } } },
    answer: {
      type: 'object',
      properties: {
        data: { type: 'object', properties: { id: { type: 'string' }, status: { type: 'string' } } },
        requestId: { type: 'string' },
      },
    },
  })
  expect(changes).toEqual([{ environment: 'rehearsal', operation: create }])
  expect(learned.get('production', create)).toBeNull()
  await clock.advance(10_000)
  expect(changes).toHaveLength(1)
})

// What the platform refused, or what never reached it, shows nothing of how a body should look.
test('a refusal teaches only what it misses, a page or a lost answer nothing', async () => {
  const { learned, hear } = await openDesk()
  hear(
    create,
    { body: { nmae: 'A' } },
    {
      error: {
        code: 'invalid_request',
        fields: [
          { path: 'name', message: 'is missing' },
          { path: 'email', message: 'is missing' },
        ],
      },
    },
    { status: 400 },
  )
  hear(create, { body: { typo: 1 } }, { error: { code: 'not_authorized' } }, { status: 403 })
  hear(create, { body: { typo: 1 } }, Buffer.from('<html>Welcome to the hotel</html>'))
  hear(create, { body: { typo: 1 } }, envelope, { final: false })
  const form = learned.get('rehearsal', create)
  expect(form).toMatchObject({ missed: ['name', 'email'], sent: 0, answered: 0 })
  expect(form).not.toHaveProperty('body')
  hear(create, { body: { name: 'A' } }, envelope)
  expect(learned.get('rehearsal', create)).toMatchObject({
    missed: ['name'],
    body: { properties: { name: { type: 'string' } } },
  })
})

// A learned body beside a specified one would contradict the specification.
test('a specified body is never learned, its answers are', async () => {
  const specified = describeOperations().filter(({ body }) => body !== undefined)
  expect(specified).toHaveLength(5)
  const { learned, hear } = await openDesk()
  for (const { key } of specified) {
    hear(key as OperationKey, { body: { invented: 1 } }, envelope)
    const form = learned.get('rehearsal', key)
    expect(form?.body).toBeUndefined()
    expect(form?.answer).toBeDefined()
    expect(() => learned.edit('rehearsal', key, 'body', { type: 'object' })).toThrow(
      expect.objectContaining({ code: 'invalid_input' }) as Error,
    )
  }
})

// Bodies are private: names and types may be kept, what was typed may not.
test('no value of a body, query or answer reaches the profile, whatever it is', async () => {
  const desk = await openDesk()
  const { hear, learned, folder, redactor } = desk
  redactor.learn('zebra-secret-9')
  const value = fc
    .string({ minLength: 10, maxLength: 20, unit: fc.constantFrom('k', 'q', 'z', 'j', 'x') })
    .map((one) => `kqzjx${one}`)
  const key = fc.oneof(
    fc.constantFrom('id', 'name', 'inner', '__proto__'),
    value.map((one) => `${one}@example.org`),
    value.map((one) => `id_${one}77123`),
  )
  const body = fc.dictionary(
    key,
    fc.oneof(value, fc.array(value), fc.dictionary(key, value, { noNullPrototype: true })),
    { noNullPrototype: true, maxKeys: 6 },
  )
  fc.assert(
    fc.property(body, body, (sent, answered) => {
      hear(create, { query: { search: 'kqzjxkqzjx' }, body: sent }, answered)
      learned.list('rehearsal')
    }),
    { numRuns: 60 },
  )
  hear(create, { body: { 'zebra-secret-9': 1, 'x-zebra-secret-9': 2 } }, envelope)
  learned.list('rehearsal')
  const again = await desk.again()
  expect(again.learned.get('rehearsal', create)?.sent).toBe(61)
  again.learned.stop()
  again.database.close()
  for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!file.isFile()) continue
    const bytes = await readFile(join(file.parentPath, file.name), 'latin1')
    expect(bytes.includes('kqzjx'), file.name).toBe(false)
    expect(bytes.includes('zebra'), file.name).toBe(false)
  }
})

// Lists that are read every few seconds must neither cost work nor writes.
test('the desk polls for free: one answer in 30 seconds, and no write without news', async () => {
  const { learned, hear, clock, changes, database } = await openDesk()
  const written = (): unknown =>
    database
      .statement('SELECT form FROM learned')
      .all()
      .map(({ form }) => (JSON.parse(String(form)) as { answered: number }).answered)
  hear(list, { body: {} }, { items: [] }, { by: 'desk' })
  await clock.advance(2_000)
  expect(changes).toHaveLength(1)
  hear(list, { body: {} }, { items: [{ id: 'x' }] }, { by: 'desk' })
  await clock.advance(limits.pollMs)
  expect(changes).toHaveLength(1)
  hear(list, { body: {} }, { items: [] }, { by: 'desk' })
  await clock.advance(2_000)
  expect(changes).toHaveLength(1)
  expect(written()).toEqual([1])
  expect(learned.get('rehearsal', list)?.answered).toBe(2)
  expect(written()).toEqual([2])
})

// The answer must be with who asked before the desk looks at it.
test('learns after the exchange was handed on, and writes a second later', async () => {
  const { hear, clock, database } = await openDesk()
  const rows = (): number => database.statement('SELECT 1 FROM learned').all().length
  hear(create, { body: { name: 'A' } }, envelope)
  await clock.advance(limits.afterMs + limits.writeMs - 1)
  expect(rows()).toBe(0)
  await clock.advance(2)
  expect(rows()).toBe(1)
})

// What was learned in the last second before the end counts too.
test('a stop writes what is not written, and a start finds it', async () => {
  const desk = await openDesk()
  desk.hear(create, { body: { name: 'A' } }, envelope)
  const { learned } = await desk.again()
  expect(learned.list('rehearsal')).toEqual([
    {
      environment: 'rehearsal',
      operation: create,
      sent: 1,
      answered: 1,
      edited: [],
      updatedAt: '2026-03-01T12:00:00.005Z',
    },
  ])
})

// What a person wrote is theirs: it survives restarts and everything that is learned later.
test('an edited part stands, and names that were taken out stay out', async () => {
  const desk = await openDesk()
  desk.hear(create, { body: { name: 'A', junk: 1 } }, envelope)
  const edited = desk.learned.edit('rehearsal', create, 'body', {
    type: 'object',
    properties: { name: { type: 'string' } },
    required: ['name'],
  })
  expect(edited.edited).toEqual(['body'])
  const { learned, hear } = await desk.again()
  hear(create, { body: { junk: 2, fresh: true } }, envelope)
  expect(learned.get('rehearsal', create)?.body).toEqual({
    type: 'object',
    properties: { name: { type: 'string' }, fresh: { type: 'boolean' } },
    required: ['name'],
  })
  expect(
    learned.edit('rehearsal', create, 'query', { type: 'object', properties: { limit: { type: 'integer' } } }).edited,
  ).toEqual(['body', 'query'])
})

// A refused edit must leave everything as it was.
test('an edit that is no schema of names and types changes nothing', async () => {
  const { learned, hear, changes } = await openDesk()
  hear(create, { body: { name: 'A' } }, envelope)
  const before = learned.get('rehearsal', create)
  const told = changes.length
  expect(() =>
    learned.edit('rehearsal', create, 'body', { type: 'object', properties: { name: { enum: ['A'] } } }),
  ).toThrow(expect.objectContaining({ code: 'invalid_input' }) as Error)
  expect(() => learned.edit('rehearsal', 'GET /api/none', 'body', { type: 'object' })).toThrow(
    expect.objectContaining({
      code: 'invalid_input',
      details: expect.objectContaining({
        facts: { reason: 'unknown_operation', operation: 'GET /api/none' },
      }) as object,
    }) as Error,
  )
  expect(learned.get('rehearsal', create)).toEqual(before)
  expect(changes).toHaveLength(told)
})

// Forgotten is forgotten: on the disk, in memory, and with what still waits.
test('forgets one operation, then everything of one environment', async () => {
  const { learned, hear, database } = await openDesk()
  hear(create, { body: { name: 'A' } }, envelope)
  hear(list, { body: {} }, envelope)
  hear(list, { body: {} }, envelope, { environment: 'production' })
  expect(learned.forget('rehearsal', create)).toBe(1)
  expect(learned.forget('rehearsal', create)).toBe(0)
  expect(learned.get('rehearsal', create)).toBeNull()
  expect(learned.forget('rehearsal')).toBe(1)
  expect(learned.list('rehearsal')).toEqual([])
  expect(learned.list('production')).toHaveLength(1)
  expect(database.statement('SELECT environment FROM learned').all()).toEqual([{ environment: 'production' }])
})

// Other tools read the export: it must hold every schema and no value.
test('exports schemas by operation', async () => {
  const { learned, hear } = await openDesk()
  hear(create, { body: { name: 'kqzjx' } }, envelope)
  const file = learned.export('rehearsal')
  expect(file.name).toBe('learned-forms-rehearsal.json')
  expect(file.text).not.toContain('kqzjx')
  expect(JSON.parse(file.text)).toMatchObject({
    version: 1,
    environment: 'rehearsal',
    operations: { [create]: { body: { properties: { name: { type: 'string' } } } } },
  })
})

// An answer with endless names must not fill the profile.
test('a form keeps its bounds', async () => {
  const { learned, hear, database } = await openDesk()
  const word = (at: number): string =>
    `${String.fromCharCode(97 + (at % 26))}${String.fromCharCode(97 + (Math.floor(at / 26) % 26))}${'ä'.repeat(120)}`
  const wide = (depth: number): JsonObject =>
    Object.fromEntries(Array.from({ length: 40 }, (_, at) => [word(at), depth === 0 ? 1 : wide(depth - 1)]))
  for (let time = 0; time < 3; time += 1) hear(create, { body: { id: 1, name: 2 } }, wide(1))
  const form = learned.get('rehearsal', create)
  expect(Object.keys(form?.body?.properties ?? {})).toEqual(['id', 'name'])
  expect(form?.answer).toBeDefined()
  const [row] = database.statement('SELECT length(CAST(form AS BLOB)) AS bytes FROM learned').all()
  expect(Number(row?.['bytes'])).toBeLessThanOrEqual(limits.formBytes)
})

// A row that was damaged must not end the learning, or the start.
test('an unreadable row is learned anew', async () => {
  const desk = await openDesk()
  desk.database
    .statement('INSERT INTO learned VALUES (?, ?, ?, ?)')
    .run('rehearsal', create, '{"learned":', '2026-01-01T00:00:00.000Z')
  const { learned, hear } = await desk.again()
  expect(learned.list('rehearsal')).toEqual([])
  hear(create, { body: { name: 'A' } }, envelope)
  expect(learned.list('rehearsal')).toHaveLength(1)
})
