// Files that mean harm, and values that must not stay.
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json, JsonObject } from '#contract/json.ts'
import { teachLimits } from '../../../../../main/platform/learned/teach/limits.ts'
import { teachDesk } from './support.ts'

const create = 'POST /api/payment/customer/create'
const path = '/api/payment/customer/create'

/** A description whose body is this schema. */
const withBody = (schema: Json, more: JsonObject = {}): JsonObject => ({
  openapi: '3.1.0',
  ...more,
  paths: { [path]: { post: { requestBody: { content: { 'application/json': { schema } } }, responses: {} } } },
})

// Catches a file that is refused without saying where, and one that is read past its limits.
test.each<{ what: string; file: Json | string; refused: object }>([
  {
    what: 'no JSON',
    file: '{"openapi": "3.0.0", "kqz-secret": }',
    refused: { code: 'invalid_input', facts: { reason: 'file_not_readable' } },
  },
  {
    what: 'no YAML',
    file: 'openapi: 3.0.0\npaths: [kqz-secret\n',
    refused: { code: 'invalid_input', facts: { reason: 'file_not_readable', place: 'line 3' } },
  },
  {
    what: 'a YAML bomb',
    file: `a: &a [x]\n${'bcdefghijklm'
      .split('')
      .map((one, at) => `${one}: &${one} [${'*'.repeat(1)}${'abcdefghijklm'[at]}, *${'abcdefghijklm'[at]}]`)
      .join('\n')}`,
    refused: { facts: { reason: 'file_not_understood' } },
  },
  {
    what: 'deep YAML',
    file: '['.repeat(100_000).replace('[', 'a: ['),
    refused: { facts: { reason: 'file_not_readable', place: 'line 1' } },
  },
  { what: 'another document', file: { hello: 'kqz-secret' }, refused: { facts: { reason: 'file_not_understood' } } },
  { what: 'Swagger 2', file: { swagger: '2.0', paths: {} }, refused: { facts: { reason: 'file_too_old' } } },
  {
    what: 'a reference to a file',
    file: withBody({ $ref: 'file:///etc/passwd#/kqz-secret' }),
    refused: { facts: { reason: 'reference_outside', place: `POST ${path}.requestBody` } },
  },
  {
    what: 'a reference to an address',
    file: withBody({ properties: { a: { $ref: 'https://example.org/kqz-secret.json' } } }),
    refused: { facts: { reason: 'reference_outside', place: `POST ${path}.requestBody.a` } },
  },
  {
    what: 'a reference to nowhere',
    file: withBody({ $ref: '#/components/kqz-secret' }),
    refused: { facts: { reason: 'reference_broken', place: `POST ${path}.requestBody` } },
  },
  {
    what: 'a reference into the machinery',
    file: withBody({ $ref: '#/constructor/prototype' }),
    refused: { facts: { reason: 'reference_broken' } },
  },
  {
    what: 'too many requests',
    file: { log: { entries: Array.from({ length: teachLimits.entries + 1 }, () => 0) } },
    refused: { code: 'too_large', facts: { reason: 'file_too_large', place: 'log.entries' } },
  },
  {
    what: 'too many bytes',
    file: ' '.repeat(teachLimits.jsonBytes + 1),
    refused: { code: 'too_large', facts: { reason: 'file_too_large' } },
  },
  {
    what: 'too many bytes of YAML',
    file: `a: ${'x'.repeat(teachLimits.yamlBytes)}`,
    refused: { code: 'too_large', facts: { reason: 'file_too_large' } },
  },
])('refuses $what, says where, and repeats nothing of it', async ({ file, refused }) => {
  const { refusal, learned, folder } = await teachDesk()
  const error = await refusal(file)
  expect(error).toMatchObject(refused)
  expect(JSON.stringify(error)).not.toContain('kqz-secret')
  expect(learned.list('rehearsal')).toEqual([])
  expect(await readdir(join(folder, 'transfers'))).toEqual([])
})

// Catches a description that is too much to look at: it is refused, and before that the desk had its turn.
test('refuses 100,000 operations, and a description that refers to itself without end', async () => {
  const { refusal } = await teachDesk()
  const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`/x${at}${path}`, { post: {} }]))
  expect(await refusal({ openapi: '3.0.0', paths: many })).toMatchObject({
    code: 'too_large',
    facts: { reason: 'file_too_large', place: 'paths', most: teachLimits.entries },
  })
  const bomb = Object.fromEntries(
    Array.from({ length: 30 }, (_, at) => [
      `s${at}`,
      {
        type: 'object',
        properties: Object.fromEntries(
          Array.from({ length: 30 }, (_unused, one) => [`f${one}`, { $ref: `#/components/schemas/s${at + 1}` }]),
        ),
      },
    ]),
  )
  const file: JsonObject = {
    openapi: '3.0.0',
    components: { schemas: { ...bomb, s30: { type: 'string' } } },
    paths: Object.fromEntries(
      Array.from({ length: 1_000 }, (_, at) => [
        `/x${at}${path}`,
        { post: { requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/s0' } } } } } },
      ]),
    ),
  }
  expect(await refusal(file)).toMatchObject({ code: 'too_large', facts: { reason: 'file_too_large' } })
}, 60_000)

// Catches an endless loop.
test('a circle of references ends, what stands around it is taught', async () => {
  const { learned, teach } = await teachDesk()
  await teach(
    withBody(
      { type: 'object', properties: { name: { type: 'string' }, a: { $ref: '#/x/a' }, tree: { $ref: '#/x/tree' } } },
      {
        x: {
          a: { $ref: '#/x/b' },
          b: { $ref: '#/x/a' },
          tree: { type: 'object', properties: { children: { type: 'array', items: { $ref: '#/x/tree' } } } },
        },
      },
    ),
  )
  expect(learned.get('rehearsal', create)?.body?.properties).toEqual({
    name: { type: 'string' },
    a: {},
    tree: { type: 'object', properties: { children: { type: 'array', items: { type: 'object' } } } },
  })
})

// Catches an object's machinery that is reached by a name, in a path, a schema, or an answer that was seen.
test('names such as __proto__ and constructor are names', async () => {
  const { learned, teach } = await teachDesk()
  await teach(
    `{"openapi":"3.0.0","paths":{"__proto__":{"post":{}},"${path}":{"post":{"requestBody":{"content":{"application/json":{"schema":{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"object","properties":{"prototype":{"type":"integer"}}}}}}}}}}}}`,
  )
  expect(({} as Record<string, unknown>).post).toBeUndefined()
  expect(Object.keys(learned.get('rehearsal', create)?.body?.properties ?? {})).toEqual(['__proto__', 'constructor'])
  await teach(
    `{"log":{"entries":[{"request":{"method":"POST","url":"https://h${path}","postData":{"text":"{\\"__proto__\\":{\\"polluted\\":1}}"},"queryString":[{"name":"__proto__","value":"1"}]},"response":{"status":200}}]}}`,
  )
  expect(({} as Record<string, unknown>).polluted).toBeUndefined()
})

// Catches an entry that is not one: whatever stands there, the file is read on.
test('whatever stands in a file, it is taught, skipped or refused', async () => {
  const seed = Date.now() % 1_000_000
  const { teacher, bring } = await teachDesk()
  const anything = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Json>
  const file = fc.oneof(
    anything,
    anything.map((one): Json => ({
      log: {
        entries: [
          one,
          { request: one, response: one },
          {
            request: { method: 'POST', url: `https://h${path}`, postData: one, queryString: one },
            response: { status: 200, content: one },
          },
        ],
      },
    })),
    anything.map((one): Json => withBody(one)),
    anything.map((one): Json => ({
      openapi: '3.0.0',
      servers: one,
      paths: {
        [path]: { parameters: one, post: { parameters: one, requestBody: one, responses: one } },
        '/api/video/stream/all': one,
      },
    })),
    fc
      .constantFrom(
        'properties',
        'allOf',
        'oneOf',
        'items',
        'required',
        'enum',
        'type',
        'additionalProperties',
        '$ref',
        'patternProperties',
      )
      .chain((word) => anything.map((one): Json => withBody({ type: 'object', [word]: one }))),
  )
  await fc.assert(
    fc.asyncProperty(file, async (one) => {
      await teacher.teach(bring(one), 'rehearsal').catch((error: unknown) => {
        if (!['invalid_input', 'too_large'].includes(String((error as { code?: unknown }).code))) throw error
        if ((error as { message: string }).message.startsWith('This file could not be read')) throw error
      })
    }),
    { seed, numRuns: 300 },
  )
}, 60_000)

// Values must not stay anywhere: every one of the file is looked for in the profile's folder, in the error and in what the desk tells.
test('no value of a file stays: database, -wal, transfers, previews', async () => {
  const desk = await teachDesk()
  const text = (name: string): string => `kqz${name}zqk`
  const schema: JsonObject = {
    type: 'object',
    title: text('title'),
    description: text('description'),
    default: { name: text('default') },
    examples: [{ name: text('examples') }],
    properties: {
      name: {
        type: 'string',
        example: text('example'),
        pattern: text('pattern'),
        const: text('const'),
        'x-note': text('extension'),
      },
      kind: { enum: [text('enum'), 4711_4711] },
      [`id-${text('5501')}-1234`]: { type: 'string' },
      format: { type: 'string', format: text('format') },
    },
    required: ['name', text('required')],
    patternProperties: { [text('pattern-name')]: { type: 'string' } },
  }
  const described: JsonObject = {
    ...withBody(schema, { info: { title: text('info') }, servers: [{ url: `https://${text('host')}.example.org` }] }),
    'x-root': text('root'),
  }
  const seen: JsonObject = {
    log: {
      comment: text('comment'),
      entries: [
        {
          request: {
            method: 'POST',
            url: `https://user:${text('password')}@h${path}?q=${text('url')}`,
            headers: [{ name: 'authorization', value: text('header') }],
            queryString: [{ name: 'q', value: text('query') }],
            postData: {
              text: JSON.stringify({ name: text('body'), token: text('token'), map: { evt_100200: text('map') } }),
            },
          },
          response: {
            status: 200,
            content: {
              text: JSON.stringify({
                data: { id: text('id'), items: [{ at: '2026-11-21T20:00:00Z', note: text('answer') }] },
              }),
            },
          },
        },
      ],
    },
  }
  const told: string[] = []
  for (const file of [
    described,
    seen,
    `openapi: 3.0.0\ninfo: {title: ${text('yaml')}}\npaths: {${path}: {post: {requestBody: {content: {application/json: {schema: {type: object, properties: {a: {type: string, example: ${text('yaml-example')}}}}}}}}}}`,
  ]) {
    told.push(JSON.stringify(await desk.teach(file)))
  }
  expect(desk.learned.get('rehearsal', create)).toMatchObject({ files: 3, sent: 1 })
  told.push(
    JSON.stringify(desk.learned.get('rehearsal', create)),
    desk.learned.export('rehearsal').text,
    JSON.stringify(desk.changes),
  )
  const files = await readdir(desk.folder, { recursive: true, withFileTypes: true })
  const bytes = await Promise.all(
    files.filter((one) => one.isFile()).map((one) => readFile(join(one.parentPath, one.name), 'latin1')),
  )
  expect(bytes.length).toBeGreaterThan(1)
  for (const place of [...told, ...bytes]) {
    expect(place).not.toMatch(/kqz|zqk|47114711|2026-11-21T20/)
  }
})
