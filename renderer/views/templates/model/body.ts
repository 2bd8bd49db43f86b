// From a template to the request's body and back (specification, section 2.5).
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import type { Template, TemplateField, Variable } from './types.ts'

/** In the order of the specification, in which they are sent. */
export const templateFields: readonly TemplateField[] = [
  'workspaceId',
  'name',
  'description',
  'category',
  'subject',
  'htmlContent',
  'textContent',
  'variables',
  'tags',
  'previewText',
  'fromName',
  'fromEmail',
  'replyTo',
]
/** Sent even when empty: an update that left them out would not empty them. */
const always: ReadonlySet<TemplateField> = new Set<TemplateField>(['name', 'subject', 'htmlContent', 'textContent'])

export const emptyTemplate = (): Template => ({
  workspaceId: '',
  name: '',
  description: '',
  category: '',
  subject: '',
  htmlContent: '',
  textContent: '',
  variables: [],
  tags: [],
  previewText: '',
  fromName: '',
  fromEmail: '',
  replyTo: '',
})

const holdsSomething = (value: Json | undefined) =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

/** Which fields of the platform's copy are filled, without their values; `false` for one that could not be read. */
export function outlineOf(base: Json): JsonObject {
  return isObject(base)
    ? Object.fromEntries(
        templateFields
          .filter((field) => Object.hasOwn(base, field) && holdsSomething(base[field]))
          .map((field) => [field, base[field] !== false]),
      )
    : {}
}

/**
 * The body of `POST /api/marketing/template/create`; with an id that of `.../update`. Empty optional fields are left out, except those
 * that are filled in `base`, the platform's copy: what a person emptied is sent as empty, and what could not be read stays there.
 */
export function toBody(template: Template, id?: string, base?: Json): JsonObject {
  const body: JsonObject = id === undefined ? {} : { id }
  const before = outlineOf(base ?? null)
  for (const field of templateFields) {
    const value = template[field]
    if (value.length === 0 && (before[field] === false || (!always.has(field) && before[field] !== true))) continue
    body[field] =
      field === 'variables'
        ? template.variables.map(({ name, type, defaultValue }) => ({ name, type, defaultValue }))
        : typeof value === 'string'
          ? value
          : [...template.tags]
  }
  return body
}

export const bodyBytes = (body: JsonObject): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(body))

/** Something that did not fit; its sentence is `studio.note.<code>`. */
export interface Note {
  code: string
  values: Record<string, string | number>
}

export interface ReadBody {
  template: Template
  id?: string
  /** What has no place in a template, by its path: `created`, `variables[2].required`. */
  kept: JsonObject
  notes: Note[]
}

const kindOf = (value: Json) => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

/** Reads a body or a record of the platform: null is empty; unknown fields and wrong types are kept aside, each with a note. */
export function fromBody(json: Json): ReadBody {
  const read: ReadBody = { template: emptyTemplate(), kept: {}, notes: [] }
  const keep = (path: string, value: Json, expected?: string) => {
    // Not assigned, because a file may name a field __proto__.
    Object.defineProperty(read.kept, path, { value, enumerable: true, configurable: true, writable: true })
    read.notes.push(
      expected === undefined
        ? { code: 'unknown_field', values: { field: path } }
        : { code: 'wrong_type', values: { field: path, expected, found: kindOf(value) } },
    )
  }
  const text = (path: string, value: Json): string => {
    if (typeof value === 'string') return value
    if (value !== null) keep(path, value, 'string')
    return ''
  }
  const variable = (path: string, value: Json): Variable | undefined => {
    if (!isObject(value)) {
      keep(path, value, 'object')
      return undefined
    }
    const one: Variable = { name: '', type: '', defaultValue: '' }
    for (const [key, inner] of Object.entries(value)) {
      if (key === 'name' || key === 'type' || key === 'defaultValue') one[key] = text(`${path}.${key}`, inner)
      else keep(`${path}.${key}`, inner)
    }
    return one
  }
  const list = (field: string, value: Json): Json[] => {
    if (Array.isArray(value)) return value
    if (value !== null) keep(field, value, 'array')
    return []
  }
  if (!isObject(json)) {
    keep('', json, 'object')
    return read
  }
  for (const [key, value] of Object.entries(json)) {
    const field = templateFields.find((one) => one === key)
    if (key === 'id' && (typeof value === 'string' || typeof value === 'number')) read.id = String(value)
    else if (field === undefined) keep(key, value)
    else if (field === 'variables') {
      read.template.variables = list(field, value).flatMap((one, row) => variable(`variables[${row}]`, one) ?? [])
    } else if (field === 'tags') {
      read.template.tags = list(field, value).flatMap((one, row) =>
        typeof one === 'string' ? one : (keep(`tags[${row}]`, one, 'string'), []),
      )
    } else read.template[field] = text(field, value)
  }
  return read
}
