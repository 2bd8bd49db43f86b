import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import SwaggerParser from '@apidevtools/swagger-parser'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Json, JsonSchema } from '#contract/json.ts'
import type { OperationInfo } from '#contract/operation.ts'
import { anyServer, exportCatalog, openApiOf, type ExportSource } from '../../../../main/platform/export/index.ts'
import { learned, learnedForm, operations, plain } from './support.ts'
import { specified } from '../../../contract/specification.ts'

interface Written {
  operationId: string
  tags: string[]
  security: unknown[]
  parameters?: Array<{ name: string; in: string; required: boolean; schema: JsonSchema }>
  requestBody?: { $ref?: string; content?: { 'application/json': { schema: JsonSchema } } }
  responses: Record<string, { $ref?: string }>
}

const documentOf = (source: ExportSource) => openApiOf({ ...source, servers: [anyServer] })
const written = (source: ExportSource, { path, method }: Pick<OperationInfo, 'path' | 'method'>) =>
  documentOf(source).paths[path]?.[method.toLowerCase()] as Written
const at = (source: ExportSource, key: string): Written => {
  const [method, path] = key.split(' ') as [OperationInfo['method'], string]
  return written(source, { method, path })
}

interface Report {
  totals: { errors: number; warnings: number }
  problems: Array<{ ruleId: string; location: Array<{ pointer: string }> }>
}

async function lint(text: string): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'))
  try {
    await writeFile(join(folder, 'openapi.json'), text)
    const redocly = resolve(import.meta.dirname, '../../../../node_modules/.bin/redocly')
    // Its own reports home are off: no test leaves this computer.
    const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
    const printed = await new Promise<string>((done, fail) => {
      execFile(
        redocly,
        ['lint', 'openapi.json', '--extends=recommended', '--format=json'],
        { cwd: folder, env, maxBuffer: 1 << 26 },
        (error, stdout) => {
          if (stdout === '') fail(error ?? new Error('The linter said nothing'))
          else done(stdout)
        },
      )
    })
    return JSON.parse(printed) as Report
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

// Catches a document that other tools refuse. Two short links answer with a redirect and nothing else, which the linter finds unusual.
test.each([
  ['alone', plain],
  ['with learned forms', learned],
])('the catalog %s passes a public linter', { timeout: 60_000 }, async (_, source) => {
  const { totals, problems } = await lint(exportCatalog(source, { moneyAndDeletions: true }).text)
  expect(problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer ?? ''}`)).toEqual([
    'operation-2xx-response #/paths/~1api~1pay~1{shortId}/get/responses',
    'operation-2xx-response #/paths/~1api~1pay~1s~1{shortId}/get/responses',
  ])
  expect(totals).toMatchObject({ errors: 0, warnings: 2 })
})

// Catches a linter that is not at work: what passes above must be refused once it is broken.
test('the linter refuses a path parameter that is not declared', { timeout: 60_000 }, async () => {
  const broken = documentOf({ ...plain, operations: operations.map((operation) => ({ ...operation, pathParams: [] })) })
  expect((await lint(JSON.stringify(broken))).totals.errors).toBe(
    operations.flatMap(({ pathParams }) => pathParams).length,
  )
})

// Catches a document that the validator of many client generators refuses, whose rules differ from the linter's.
test.each([
  ['alone', plain],
  ['with learned forms', learned],
])('the catalog %s is valid for swagger-parser', async (_, source) => {
  const validate = (document: unknown) =>
    SwaggerParser.validate(document as Parameters<typeof SwaggerParser.validate>[0])
  expect(Object.keys((await validate(documentOf(source))).paths ?? {}).length).toBeGreaterThan(250)
  await expect(validate({ ...documentOf(source), paths: [] })).rejects.toThrow()
})

// Catches a read that a generated client can't ask for a record, because no parameter is allowed.
test('reads without path parameters take the suggested parameters and any other', () => {
  const open = operations.filter(({ method, pathParams }) => method === 'GET' && pathParams.length === 0)
  expect(open).toHaveLength(68)
  for (const operation of open) {
    const parameters = written(plain, operation).parameters ?? []
    expect(parameters.at(-1), operation.key).toMatchObject({
      in: 'query',
      required: false,
      style: 'form',
      explode: true,
      'x-showdesk-unspecified': true,
      schema: { type: 'object', additionalProperties: { type: ['string', 'number', 'boolean'] } },
    })
    const suggested = Object.keys(operation.suggested?.properties ?? {})
    expect(
      parameters.slice(0, -1).map(({ name }) => name),
      operation.key,
    ).toEqual(suggested)
  }
  expect(open.filter(({ suggested }) => suggested !== undefined).length).toBeGreaterThan(30)
})

// Catches suggestions that are lost, that look like the platform's word, or that leave a field without an example.
test('suggested fields are marked, open and have examples', () => {
  const suggesting = operations.filter(
    ({ method, suggested, body }) =>
      suggested !== undefined && body === undefined && method !== 'GET' && method !== 'DELETE',
  )
  expect(suggesting.length).toBeGreaterThan(100)
  for (const operation of suggesting) {
    const schema = written(plain, operation).requestBody?.content?.['application/json'].schema
    expect(schema, operation.key).toMatchObject({ 'x-showdesk-suggested': true, additionalProperties: true })
    expect(schema).not.toHaveProperty('required')
    expect(Object.keys(schema?.properties ?? {})).toEqual(Object.keys(operation.suggested?.properties ?? {}))
    for (const [name, field] of Object.entries(schema?.properties ?? {}))
      if (['string', 'integer', 'number', 'boolean'].includes(String(field.type)) && field.format !== 'password')
        expect(field['examples'], `${operation.key} ${name}`).toHaveLength(1)
  }
})

// Catches a field that a generated client types as null for ever, because nothing else was seen in it yet.
test('a field that was only seen empty may hold anything', () => {
  const form = learnedForm('POST /api/vote/embed/create', {
    answer: {
      type: 'object',
      properties: {
        startedOn: { type: 'null' },
        endedOn: { type: ['null'] },
        title: { anyOf: [{ type: 'null' }, { type: 'string' }] },
        seats: { type: ['null', 'integer'] },
      },
    },
  })
  const { responses } = at(
    { ...plain, learned: (operation) => (operation === form.operation ? form : null) },
    'POST /api/vote/embed/create',
  )
  expect(responses['200']).toMatchObject({ content: { 'application/json': { schema: { properties: {} } } } })
  const { properties } =
    (responses['200'] as { content: Record<string, { schema: JsonSchema }> }).content['application/json']?.schema ?? {}
  expect(properties?.['startedOn']).toEqual({ 'x-showdesk-nullable': true })
  expect(properties?.['endedOn']).toEqual({ 'x-showdesk-nullable': true })
  expect(properties?.['title']).toEqual({ anyOf: [{ type: 'null' }, { type: 'string' }] })
  expect(properties?.['seats']).toEqual({ type: ['null', 'integer'] })
})

// Catches an operation that is lost, doubled, or under another path than the platform's own.
test('each operation stands once, under its own name', () => {
  const { paths } = documentOf(plain)
  const all = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({ key: `${method.toUpperCase()} ${path}`, one: one as Written })),
  )
  expect(all.map(({ key }) => key).sort()).toEqual(operations.map(({ key }) => key).sort())
  // Letter case apart, because generators make file names of them.
  expect(new Set(all.map(({ one }) => one.operationId.toLowerCase())).size).toBe(specified.length)
  expect(all.every(({ one }) => /^[a-z][A-Za-z0-9]+$/.test(one.operationId) && one.tags.length === 1)).toBe(true)
  expect(documentOf(plain).tags).toHaveLength(14)
})

// Catches a credential that a generated client sends where none belongs, or leaves out.
test('each operation names the credential of the catalog, and the five errors', () => {
  for (const operation of operations) {
    const { security, responses } = written(plain, operation)
    const wanted = {
      none: [],
      apiKey: [{ apiKey: [] }],
      session: [{ session: [], accountId: [], sessionId: [] }, { session: [] }],
    }[operation.auth]
    expect(security, operation.key).toEqual(wanted)
    expect(Object.keys(responses), operation.key).toEqual(
      [operation.path.startsWith('/api/pay/') ? '302' : '200', '400', '401', '403', '404', '429'].sort(),
    )
  }
})

// Catches a specified body that is lost or replaced by what was merely seen.
test('a specified body stays as it is specified, whatever was learned', () => {
  const specified = operations.filter(({ body }) => body !== undefined)
  expect(specified).toHaveLength(5)
  for (const operation of specified) {
    const { requestBody, responses } = written(learned, operation)
    expect(Object.keys(requestBody?.content?.['application/json'].schema.properties ?? {}), operation.key).toEqual(
      Object.keys(operation.body?.properties ?? {}),
    )
    expect(responses['200']).toEqual({ $ref: '#/components/responses/Success' })
  }
  expect(JSON.stringify(documentOf(learned))).not.toContain('intruder')
})

// Catches keywords of the desk's own forms that no other tool knows, and a stream key that is shown like any text.
test('a schema leaves with keywords of JSON Schema only', () => {
  const body = at(plain, 'PUT /api/video/event/update').requestBody?.content?.['application/json'].schema
  expect(body?.properties?.['options']?.properties?.['streamKey']).toEqual({
    title: 'Stream key',
    description: 'A credential.',
    type: ['string', 'null'],
    format: 'password',
    writeOnly: true,
  })
  expect(JSON.stringify(body)).not.toMatch(/"(label|hint|group|order|control|secret|unit)":/)
})

// Catches a guess that is passed on as the platform's word.
test('what was learned is marked and demands nothing', () => {
  const create = at(learned, 'POST /api/vote/embed/create')
  expect(create.requestBody).toMatchObject({
    'x-showdesk-learned': true,
    content: { 'application/json': { schema: { 'x-showdesk-learned': true } } },
  })
  const schema = create.requestBody?.content?.['application/json'].schema
  expect(schema).toMatchObject({
    'x-showdesk-always-sent': ['name', 'seats', 'tags', 'rows', 'token'],
    properties: { token: { type: 'string', format: 'password' }, rows: { items: { properties: { label: {} } } } },
  })
  expect(schema).not.toHaveProperty('required')
  expect(create.responses['200']).toMatchObject({ 'x-showdesk-learned': true })
  expect(
    at(learned, 'GET /api/video/stream/get').parameters?.map(({ name, in: place, required }) => [
      name,
      place,
      required,
    ]),
  ).toEqual([
    ['streamId', 'query', false],
    ['with[details]', 'query', false],
    ['id', 'query', false],
    ['further', 'query', false],
  ])
  expect(at(learned, 'DELETE /api/payment/promotion/delete').requestBody).toBeDefined()
  expect(at(plain, 'DELETE /api/payment/promotion/delete').requestBody).toBeUndefined()
  expect(at(plain, 'POST /api/vote/embed/create').requestBody).toEqual({ $ref: '#/components/requestBodies/OpenBody' })
  expect(JSON.stringify(documentOf(plain))).not.toContain('x-showdesk-learned"')
})

// Catches a value, and with it a secret, that leaves the desk through a keyword that can hold one.
test('no value that stands in a learned schema leaves with it', () => {
  const secret = 'planted-secret-value'
  const holders = [
    'default',
    'const',
    'enum',
    'examples',
    'example',
    'title',
    'description',
    'pattern',
    '$comment',
    'x-note',
    'label',
    'hint',
  ]
  const leaf: fc.Arbitrary<JsonSchema> = fc.uniqueArray(fc.constantFrom(...holders), { maxLength: 4 }).map((names) => ({
    type: 'string',
    ...Object.fromEntries(
      names.map((name): [string, Json] => [name, name === 'enum' || name === 'examples' ? [secret] : secret]),
    ),
  }))
  const { node } = fc.letrec<{ node: JsonSchema }>((tie) => ({
    node: fc.oneof(
      { depthSize: 'small' },
      leaf,
      fc.record({ type: fc.constant('array'), items: tie('node') }),
      fc.record({ type: fc.constant('object'), additionalProperties: tie('node') }),
      fc
        .dictionary(fc.constantFrom('a', 'b', '__proto__', 'constructor'), tie('node'))
        .map((properties) => ({ type: 'object', properties })),
    ),
  }))
  fc.assert(
    fc.property(node, node, node, (body, answer, query) => {
      const form = learnedForm('POST /api/vote/embed/create', {
        body,
        answer,
        query: { type: 'object', properties: { q: query } },
      })
      const source: ExportSource = {
        ...plain,
        operations: operations.filter(({ product }) => product === 'Embeds'),
        learned: (operation) => (operation === form.operation ? form : null),
      }
      expect(exportCatalog(source, { moneyAndDeletions: true }).text).not.toContain(secret)
    }),
  )
})

// Catches a file that changes from one export to the next, so that a team's repository shows differences where there are none.
test('it is the same bytes for the same catalog', () => {
  const first = exportCatalog(learned)
  expect(exportCatalog({ ...learned, operations: structuredClone(operations) })).toEqual(first)
  expect(first.text.endsWith('}\n')).toBe(true)
})

// Catches a tool's "run all" that pays, refunds and deletes everything that the file names.
test('what costs money or deletes is in the file only where a person asked for it', () => {
  const routes = (text: string): string[] => {
    const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, unknown>> }
    return Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    )
  }
  const costly = operations.filter(({ risk }) => risk === 'money' || risk === 'destroy').map(({ key }) => key)
  expect(costly.length).toBeGreaterThan(0)
  const others = operations.map(({ key }) => key).filter((key) => !costly.includes(key))
  expect(routes(exportCatalog(learned).text).sort()).toEqual(others.sort())
  const all = routes(exportCatalog(learned, { moneyAndDeletions: true }).text)
  expect(all.sort()).toEqual(operations.map(({ key }) => key).sort())
})
