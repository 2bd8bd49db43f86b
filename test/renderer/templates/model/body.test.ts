import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { analyse } from '../../../../renderer/views/templates/model/analyse.ts'
import {
  bodyBytes,
  emptyTemplate,
  fromBody,
  outlineOf,
  toBody,
} from '../../../../renderer/views/templates/model/body.ts'
import { exportTemplate } from '../../../../renderer/views/templates/model/export.ts'
import { importFile } from '../../../../renderer/views/templates/model/import.ts'
import { defaults, template } from './support.ts'
import type { Json } from '#contract/json.ts'
import type { Template } from '../../../../renderer/views/templates/model/types.ts'

const text = fc.string({
  unit: fc.constantFrom('a', ' ', '\r', '\n', '{{', '}}', '<', '"', '\\', 'é', '😀', '\ud800', '\u0000', '\u2028'),
})
const templates: fc.Arbitrary<Template> = fc.record({
  workspaceId: text,
  name: text,
  description: text,
  category: text,
  subject: text,
  htmlContent: text,
  textContent: text,
  previewText: text,
  fromName: text,
  fromEmail: text,
  replyTo: text,
  tags: fc.array(text, { maxLength: 3 }),
  variables: fc.array(fc.record({ name: text, type: text, defaultValue: text }), { maxLength: 3 }),
})

// The order of keys is part of the bytes, and the bytes are what the hash vouches for.
test('fields have the order of the specification', () => {
  const full: Template = {
    replyTo: 'r',
    fromEmail: 'f',
    fromName: 'n',
    previewText: 'p',
    tags: ['t'],
    variables: [{ defaultValue: 'd', type: 't', name: 'v' }],
    textContent: 't',
    htmlContent: 'h',
    subject: 's',
    category: 'c',
    description: 'd',
    name: 'n',
    workspaceId: 'w',
  }
  expect(JSON.stringify(toBody(full))).toBe(
    '{"workspaceId":"w","name":"n","description":"d","category":"c","subject":"s","htmlContent":"h","textContent":"t","variables":[{"name":"v","type":"t","defaultValue":"d"}],"tags":["t"],"previewText":"p","fromName":"n","fromEmail":"f","replyTo":"r"}',
  )
  expect(JSON.stringify(toBody(emptyTemplate()))).toBe('{"name":"","subject":"","htmlContent":"","textContent":""}')
  expect(Object.keys(toBody(full, 'tpl-1'))[0]).toBe('id')
})

// A reply-to address that was taken out must not stay at the platform because the update did not mention it.
test('what the platform has and the person emptied is sent as empty', () => {
  const base = { id: 'tpl-1', replyTo: 'old@example.org', tags: ['a'], variables: [], description: null, category: '' }
  const expected = {
    id: 'tpl-1',
    name: 'Night show',
    subject: 'Tonight',
    htmlContent: '',
    textContent: 'Tonight',
    tags: [],
    replyTo: '',
  }
  expect(toBody(template(), 'tpl-1', base)).toEqual(expected)
  expect(toBody(template(), 'tpl-1', outlineOf(base))).toEqual(expected)
})

// A field lost between editor, draft and file is work lost.
test('body and back, file and back', async () => {
  await fc.assert(
    fc.asyncProperty(templates, async (one) => {
      expect(fromBody(JSON.parse(JSON.stringify(toBody(one))) as Json)).toEqual({ template: one, kept: {}, notes: [] })
      const file = exportTemplate(one, 'json')
      const imported = await importFile(file.name, new TextEncoder().encode(file.text))
      expect(imported.ok && { ...emptyTemplate(), ...imported.template }).toEqual(one)
    }),
  )
})

// The short hash must be that of the bytes that leave, or comparing it proves nothing.
test('the hash is SHA-256 of the bytes that are sent', async () => {
  await fc.assert(
    fc.asyncProperty(templates, fc.option(fc.constant('tpl-1'), { nil: undefined }), async (one, id) => {
      const body = toBody(one, id)
      expect(new TextDecoder().decode(bodyBytes(body))).toBe(JSON.stringify(body))
      const { hash } = await analyse(one, defaults, id === undefined ? undefined : { id })
      expect(hash).toBe(createHash('sha256').update(JSON.stringify(body)).digest('hex').slice(0, 8))
    }),
    { numRuns: 40 },
  )
})

// A field of a newer platform, or one of the wrong type, must be shown and kept, not dropped.
test('what does not fit is kept aside and noted', () => {
  const json: Json = {
    id: 7,
    name: 'N',
    subject: 5,
    createdAt: 'now',
    description: null,
    tags: ['a', 1],
    variables: [{ name: 'v', required: true, defaultValue: 3 }, 'x'],
    htmlContent: { a: 1 },
  }
  const read = fromBody(json)
  expect(read.id).toBe('7')
  expect(read.template).toEqual({
    ...emptyTemplate(),
    name: 'N',
    tags: ['a'],
    variables: [{ name: 'v', type: '', defaultValue: '' }],
  })
  expect(read.kept).toEqual({
    subject: 5,
    createdAt: 'now',
    'tags[1]': 1,
    'variables[0].required': true,
    'variables[0].defaultValue': 3,
    'variables[1]': 'x',
    htmlContent: { a: 1 },
  })
  expect(read.notes).toContainEqual({
    code: 'wrong_type',
    values: { field: 'subject', expected: 'string', found: 'number' },
  })
  expect(read.notes).toContainEqual({ code: 'unknown_field', values: { field: 'createdAt' } })
  expect(JSON.stringify(fromBody(JSON.parse('{"__proto__":1}') as Json).kept)).toBe('{"__proto__":1}')
  expect(fromBody([1])).toMatchObject({ template: emptyTemplate(), kept: { '': [1] } })
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const { notes, kept } = fromBody(value as Json)
      expect(notes).toHaveLength(Object.keys(kept).length)
    }),
  )
})

// A name with a slash must not become a path.
test('file names are safe', () => {
  expect(exportTemplate(template({ name: '../Zürich: "show" 1/2?' }), 'html')).toEqual({
    name: 'Zürich-show-1-2.html',
    type: 'text/html;charset=utf-8',
    text: '',
  })
  expect(exportTemplate(template({ name: '...' }), 'txt').name).toBe('template.txt')
})
