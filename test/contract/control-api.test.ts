import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { bridgeMethods } from '#contract/bridge.ts'
import { compareApi, explain, type Difference } from './compare.ts'
import {
  acceptedDocument,
  currentDocument,
  documentFile,
  documentText,
  guideFile,
  writtenGuide,
  type ApiDocument,
} from './control-api.ts'
import { acceptCommand } from './snapshot.ts'

// Catches a method, an input, an answer or an event that changes for scripts without anybody's decision.
test('the control API is the accepted one', () => {
  expect(explain(compareApi(acceptedDocument(), currentDocument()), acceptCommand)).toBe(explain([], acceptCommand))
  expect(readFileSync(documentFile, 'utf8'), `Run ${acceptCommand}`).toBe(documentText())
})

// Catches a table of the guide that was edited by hand, or not written after a change.
test('the tables of the guide are those of the contract', () => {
  const guide = readFileSync(guideFile, 'utf8')
  expect(guide, `Run ${acceptCommand}`).toBe(writtenGuide(guide))
})

// Catches a reference to a record that the document does not carry, and a method that is missing in it.
test('the document is whole', () => {
  const document = currentDocument()
  expect(document.methods.map(({ name }) => name)).toEqual(Object.keys(bridgeMethods))
  const referred = [...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(
    ([, name]) => name,
  )
  expect([...new Set(referred)].sort()).toEqual(Object.keys(document.components.schemas).sort())
})

const base: ApiDocument = {
  methods: [
    {
      name: 'a.do',
      description: 'Does it.',
      params: [
        { name: 'id', required: true, schema: { type: 'string', maxLength: 8 } },
        { name: 'kind', schema: { type: 'string', enum: ['x', 'y'] } },
      ],
      result: { schema: { $ref: '#/components/schemas/Thing' } },
      'x-scope': 'draft',
    },
  ],
  components: {
    schemas: {
      Thing: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          state: { type: 'string', enum: ['on', 'off'] },
          note: { type: 'string' },
        },
        required: ['id', 'state'],
      },
    },
  },
  'x-events': [{ name: 'a.changed', payload: { type: 'array', items: { $ref: '#/components/schemas/Thing' } } }],
}

function differences(change: (document: ApiDocument) => unknown): Difference[] {
  const after = structuredClone(base)
  change(after)
  return compareApi(base, after)
}

const method = ({ methods }: ApiDocument) => methods[0] ?? expect.fail()
const param = (document: ApiDocument, name: string) =>
  method(document).params.find((one) => one.name === name) ?? expect.fail()
const thing = ({ components }: ApiDocument) => components.schemas.Thing ?? expect.fail()

const cases: Array<[what: string, breaking: boolean, change: (document: ApiDocument) => unknown]> = [
  ['a method is removed', true, (document) => document.methods.pop()],
  ['a method is added', false, (document) => document.methods.push({ ...method(document), name: 'a.more' })],
  ['a method needs more', true, (document) => (method(document)['x-scope'] = 'operate')],
  ['a method needs less', false, (document) => (method(document)['x-scope'] = 'read')],
  ['a method refuses scripts', true, (document) => (method(document)['x-page-only'] = true)],
  ['a description changes', false, (document) => (method(document).description = 'Does it well.')],
  ['a parameter is removed', true, (document) => method(document).params.pop()],
  ['a parameter is added', false, (document) => method(document).params.push({ name: 'n', schema: {} })],
  [
    'a new parameter is demanded',
    true,
    (document) => method(document).params.push({ name: 'n', required: true, schema: {} }),
  ],
  ['a parameter is demanded', true, (document) => (param(document, 'kind').required = true)],
  ['a parameter is no longer demanded', false, (document) => delete param(document, 'id').required],
  ['a parameter is shorter', true, (document) => Object.assign(param(document, 'id').schema, { maxLength: 4 })],
  ['a parameter is longer', false, (document) => (param(document, 'id').schema.maxLength = 16)],
  ['a parameter has another type', true, (document) => (param(document, 'id').schema.type = 'number')],
  ['a value is taken no longer', true, (document) => param(document, 'kind').schema.enum?.pop()],
  ['another value is taken', false, (document) => param(document, 'kind').schema.enum?.push('z')],
  ['a field is no longer answered', true, (document) => delete thing(document).properties?.note],
  ['a field may be missing', true, (document) => thing(document).required?.pop()],
  ['a field is always there', false, (document) => thing(document).required?.push('note')],
  ['another field is answered', false, (document) => Object.assign(thing(document).properties ?? {}, { more: {} })],
  [
    'a field has another type',
    true,
    (document) => Object.assign(thing(document).properties ?? {}, { note: { type: 'number' } }),
  ],
  ['an event is removed', true, (document) => document['x-events'].pop()],
  [
    'an event carries something else',
    true,
    (document) => Object.assign(document['x-events'][0]?.payload ?? {}, { items: { type: 'string' } }),
  ],
]

// Catches a breaking change that is told as a harmless one, or not at all.
test.each(cases)('%s: breaking is %s', (_, breaking, change) => {
  const found = differences(change)
  expect(found).not.toEqual([])
  expect(found.some((one) => one.breaking)).toBe(breaking)
})

test('nothing is told of the same document, and a difference says what to run', () => {
  expect(differences(() => undefined)).toEqual([])
  const text = explain(
    differences((document) => document.methods.pop()),
    'npm run it',
  )
  expect(text).toContain('Breaking')
  expect(text).toContain('a.do was removed')
  expect(text).toContain('npm run it')
})
