import { expect, test } from 'vitest'
import type { JsonObject } from '#contract/json.ts'
import { describeOperations } from '../../../../../main/platform/catalog/index.ts'
import { exportCatalog } from '../../../../../main/platform/export/index.ts'
import { openDesk } from '../support.ts'
import { teachDesk } from './support.ts'

const create = 'POST /api/payment/customer/create'
const list = 'GET /api/video/stream/all'

/** An OpenAPI 3.0 description as people write it: references, allOf, oneOf, nullable, examples everywhere. */
const customers: JsonObject = {
  openapi: '3.0.3',
  info: { title: 'kqz-title', version: '1', description: 'kqz-description' },
  servers: [{ url: 'https://kqz-host.example.org/v2' }],
  paths: {
    '/api/payment/customer/create': {
      post: {
        requestBody: { $ref: '#/components/requestBodies/Customer' },
        responses: {
          '201': {
            description: 'kqz-made',
            content: {
              'application/json; charset=utf-8': {
                schema: {
                  allOf: [
                    { $ref: '#/components/schemas/Envelope' },
                    { properties: { data: { $ref: '#/components/schemas/Customer' } } },
                  ],
                },
              },
            },
          },
          '400': {
            description: 'no',
            content: { 'application/json': { schema: { properties: { code: { type: 'string' } } } } },
          },
        },
      },
    },
    '/api/account/general/get/:id': {
      get: {
        parameters: [
          { name: 'expand', in: 'query', schema: { type: 'boolean', default: true } },
          { name: 'X-Other', in: 'header', schema: { type: 'string' } },
        ],
        responses: {},
      },
    },
    '/api/nowhere/at/all': { get: { responses: {} } },
  },
  components: {
    requestBodies: {
      Customer: {
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/Customer' }, example: { name: 'kqz-example' } },
        },
      },
    },
    schemas: {
      Envelope: {
        type: 'object',
        required: ['data'],
        properties: { requestId: { type: 'string', example: 'kqz-request' }, data: { type: 'object' } },
      },
      Person: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', minLength: 1, default: 'kqz-default' },
          born: { type: 'string', format: 'date', nullable: true },
        },
      },
      Customer: {
        allOf: [
          { $ref: '#/components/schemas/Person' },
          {
            type: 'object',
            properties: {
              id: { type: 'string', readOnly: true },
              kind: { enum: ['kqz-person', 'kqz-company'] },
              pay: {
                oneOf: [
                  { type: 'object', properties: { iban: { type: 'string' } } },
                  { type: 'object', properties: { card: { type: 'integer' } } },
                ],
              },
              pin: { type: 'string', format: 'password', writeOnly: true },
              parent: { $ref: '#/components/schemas/Customer' },
              scores: { type: 'object', additionalProperties: { type: 'number' } },
            },
          },
        ],
      },
    },
  },
}

// The point of it: a description fills the form and the shape of the answer, references and alternatives included.
test('a description in OpenAPI 3.0 teaches bodies, queries and answers', async () => {
  const { learned, teach, changes } = await teachDesk()
  const preview = await teach(customers)
  expect(preview).toEqual({
    kind: 'openapi',
    version: '3.0.3',
    operations: [
      { operation: 'GET /api/account/general/get/{accountId}', parts: ['query'], fields: 1, added: 1 },
      { operation: create, parts: ['body', 'answer'], fields: 20, added: 20 },
    ],
    skipped: [{ reason: 'no_operation', count: 1, places: ['GET /api/nowhere/at/all'] }],
  })
  const person = { name: { type: 'string' }, born: { type: ['null', 'string'], format: 'date' } }
  const shared = {
    kind: { type: 'string' },
    pay: { type: 'object', properties: { iban: { type: 'string', secret: true }, card: { type: 'integer' } } },
  }
  const rest = { parent: {}, scores: { type: 'object', additionalProperties: { type: 'number' } } }
  expect(learned.get('rehearsal', create)).toEqual({
    environment: 'rehearsal',
    operation: create,
    sent: 0,
    answered: 0,
    files: 1,
    missed: [],
    edited: [],
    updatedAt: '2026-03-01T12:00:00.000Z',
    body: {
      type: 'object',
      required: ['name'],
      properties: { ...person, ...shared, pin: { type: 'string', secret: true }, ...rest },
    },
    answer: {
      type: 'object',
      properties: {
        requestId: { type: 'string' },
        data: { type: 'object', properties: { ...person, id: { type: 'string' }, ...shared, ...rest } },
      },
    },
  })
  expect(changes).toEqual([{ environment: 'rehearsal' }])
})

// The same in 3.1 and in YAML: type lists, const, prefixItems, a server that holds the /api.
test('a description in OpenAPI 3.1 and YAML teaches too', async () => {
  const { learned, teach } = await teachDesk()
  await teach(`
openapi: "3.1.0"
info: {title: Streams, version: "1"}
servers:
  - url: "{scheme}://host.example.org/live/api"
paths:
  /video/stream/all:
    parameters:
      - {name: limit, in: query, required: true, schema: {type: [integer, "null"]}}
    get:
      responses:
        2XX:
          description: Streams
          content:
            "*/*":
              schema:
                type: object
                properties:
                  data:
                    type: array
                    items: &stream
                      type: object
                      properties: {id: {type: string}, startedOn: {type: [string, "null"], format: date-time}, kind: {const: live}, span: {type: array, prefixItems: [{type: integer}, {type: string}]}}
  /payment/customer/create/: {post: {requestBody: {content: {application/vnd.desk+json: {schema: *stream}}}, responses: {}}}
`)
  const stream = {
    type: 'object',
    properties: {
      id: { type: 'string' },
      startedOn: { type: ['null', 'string'], format: 'date-time' },
      kind: { type: 'string' },
      span: { type: 'array', items: { type: ['integer', 'string'] } },
    },
  }
  expect(learned.get('rehearsal', list)).toMatchObject({
    query: { type: 'object', properties: { limit: { type: ['null', 'integer'] } }, required: ['limit'] },
    answer: { type: 'object', properties: { data: { type: 'array', items: stream } } },
  })
  expect(learned.get('rehearsal', create)?.body).toEqual(stream)
})

// Catches a description that overrules what was seen, or what the specification says.
test('what was seen stands beside what is taught; a specified body is skipped', async () => {
  const { learned, hear, teach } = await teachDesk()
  hear(create, { body: { name: 'A', note: null } }, { data: { id: 'cus_1' } })
  const preview = await teach({
    openapi: '3.0.0',
    paths: {
      '/api/payment/customer/create': {
        post: {
          requestBody: {
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  required: ['email'],
                  properties: { email: { type: 'string' }, note: { type: 'string' } },
                },
              },
            },
          },
        },
      },
      '/api/marketing/template/create': {
        post: {
          requestBody: {
            content: {
              'application/json': { schema: { type: 'object', properties: { invented: { type: 'string' } } } },
            },
          },
        },
      },
    },
  })
  expect(preview.operations).toContainEqual({ operation: create, parts: ['body'], fields: 2, added: 1 })
  expect(preview.skipped).toEqual([
    { reason: 'specified_body', count: 1, places: ['POST /api/marketing/template/create'] },
  ])
  const form = learned.get('rehearsal', create)
  expect(form?.body).toEqual({
    type: 'object',
    properties: { name: { type: 'string' }, note: { type: ['null', 'string'] }, email: { type: 'string' } },
    required: ['name', 'note'],
  })
  hear(create, { body: { email: 'a@example.org' } }, { data: { id: 'cus_1' } })
  expect(learned.get('rehearsal', create)?.body?.required).toBeUndefined()
  expect(learned.get('rehearsal', 'POST /api/marketing/template/create')?.body).toBeUndefined()
})

// Catches a form that is lost on its way out and in again: two desks that share what they learned.
test("the desk's own export taught back fills the same forms", async () => {
  const { learned, hear } = await openDesk()
  hear(
    create,
    {
      query: { dryRun: false },
      body: { name: 'A', tags: ['x'], token: 'hidden-away', address: { city: 'B' }, perDay: { '2026-01-01': 1 } },
    },
    { data: { id: 'cus_1', at: '2026-01-01T10:00:00Z' }, requestId: 'r' },
  )
  hear(create, { query: {}, body: { name: 'A', extra: 1 } }, { data: { id: 'cus_1' }, requestId: 'r' })
  hear(
    list,
    { query: { limit: 3 } },
    {
      data: {
        items: [
          { id: 'a', score: 1.5 },
          { id: 'b', score: null },
        ],
      },
    },
  )
  hear('POST /api/marketing/template/create', { body: { name: 'x' } }, { data: { id: 'tpl_1' } })
  const file = exportCatalog(
    {
      operations: describeOperations(),
      version: '1',
      learned: (operation) => learned.get('rehearsal', operation),
    },
    { moneyAndDeletions: true },
  )
  const other = await teachDesk()
  await other.teach(file.text)
  const shape = (form: ReturnType<typeof learned.get>) => ({
    body: form?.body,
    query: form?.query,
    answer: form?.answer,
  })
  expect(shape(other.learned.get('rehearsal', create))).toEqual(shape(learned.get('rehearsal', create)))
  expect(shape(other.learned.get('rehearsal', list))).toEqual(shape(learned.get('rehearsal', list)))
  expect(other.learned.list('rehearsal').map(({ operation }) => operation)).toEqual([list, create])
})

// Catches a teaching that is lost with a restart, and one that a second file undoes.
test('what is taught is kept, and a second file adds to it', async () => {
  const { learned, teach, again } = await teachDesk()
  await teach(customers)
  const added = await teach({
    openapi: '3.1.0',
    paths: {
      '/api/payment/customer/create': {
        post: {
          requestBody: {
            content: { 'application/json': { schema: { type: 'object', properties: { nick: { type: 'string' } } } } },
          },
        },
      },
    },
  })
  expect(added.operations).toEqual([{ operation: create, parts: ['body'], fields: 1, added: 1 }])
  const before = learned.get('rehearsal', create)
  expect(Object.keys(before?.body?.properties ?? {})).toEqual(expect.arrayContaining(['name', 'nick']))
  expect((await again()).learned.get('rehearsal', create)).toEqual({ ...before, files: 2 })
})

// Catches a file that is read a second time from the disk, or that stays there.
test('a preview changes nothing, says what it would, and takes the file off the disk', async () => {
  const { learned, teacher, bring } = await teachDesk()
  const transfer = bring(customers)
  const preview = await teacher.preview(transfer, 'rehearsal')
  expect(learned.list('rehearsal')).toEqual([])
  expect(await teacher.preview(transfer, 'rehearsal')).toEqual(preview)
  expect(await teacher.teach(transfer, 'rehearsal')).toEqual(preview)
  expect(learned.list('rehearsal')).toHaveLength(2)
  await expect(teacher.teach(transfer, 'rehearsal')).rejects.toMatchObject({ code: 'not_found_here' })
})

const minimal = (openapi: string): string =>
  `openapi: ${openapi}\npaths:\n  /api/video/stream/all:\n    get:\n      parameters:\n        - {name: page, in: query, schema: {type: integer}}\n      responses: {}\n`

// Catches a description that is called something else because YAML took its version for a number.
test.each([
  ['3.1', '3.1'],
  ['3.0', '3.0'],
  ["'3.1.0'", '3.1.0'],
])('a YAML file with openapi: %s is read', async (written, version) => {
  const { teach } = await teachDesk()
  expect(await teach(minimal(written))).toMatchObject({ kind: 'openapi', version, operations: [{ operation: list }] })
})

// Catches a whole file that is refused for a part that the desk does not need.
test('references of paths that are not the platform\u2019s are left alone', async () => {
  const { teach, refusal } = await teachDesk()
  const ours = { get: { parameters: [{ name: 'page', in: 'query', schema: { type: 'integer' } }], responses: {} } }
  const file = (paths: JsonObject): JsonObject => ({ openapi: '3.1.0', paths })
  const taught = await teach(
    file({
      '/other/one': { $ref: './other.yaml' },
      '/other/two': { $ref: '#/nowhere' },
      '/other/three': { get: { requestBody: { $ref: 'https://kqz.example.org/a' }, responses: {} } },
      '/api/video/stream/all': ours,
    }),
  )
  expect(taught.operations.map(({ operation }) => operation)).toEqual([list])
  expect(taught.skipped).toEqual([
    { reason: 'no_operation', count: 3, places: ['/other/one', '/other/two', 'GET /other/three'] },
  ])
  expect(await refusal(file({ '/api/video/stream/all': { $ref: './stream.yaml' } }))).toMatchObject({
    facts: { reason: 'reference_outside', place: 'paths./api/video/stream/all' },
  })
})

// Catches a body that is left out without a word because it is a form.
test('a body that is no JSON is named as left out, and its answer is learned all the same', async () => {
  const { teach } = await teachDesk()
  const schema = { type: 'object', properties: { name: { type: 'string' } } }
  const form = (answer: JsonObject): JsonObject => ({
    openapi: '3.1.0',
    paths: {
      '/api/payment/customer/create': {
        post: { requestBody: { content: { 'application/x-www-form-urlencoded': { schema } } }, responses: answer },
      },
    },
  })
  const skipped = [{ reason: 'not_json', count: 1, places: [create] }]
  expect(await teach(form({}))).toMatchObject({ operations: [], skipped })
  expect(await teach(form({ 200: { content: { 'application/json': { schema } } } }))).toMatchObject({
    operations: [{ operation: create, parts: ['answer'] }],
    skipped,
  })
})
