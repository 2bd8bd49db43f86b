// What is made from the contract and committed: the OpenRPC document, which is also the accepted state of the API, and the tables of docs/control-api.md.
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { JsonSchema } from '#contract/json.ts'
import { accessCells } from '../../main/core/access/table.ts'
import { openRpc } from '../../main/bridge/openrpc.ts'

const docs = resolve(import.meta.dirname, '../../docs')
export const documentFile = resolve(docs, 'openrpc.json')
export const guideFile = resolve(docs, 'control-api.md')

/** The document in the shape that this project writes. */
export interface ApiDocument {
  methods: ApiMethod[]
  components: { schemas: Record<string, JsonSchema> }
  'x-events': Array<{ name: string; payload: JsonSchema }>
}

export interface ApiMethod {
  name: string
  description: string
  params: Array<{ name: string; required?: true; schema: JsonSchema }>
  result: { schema: JsonSchema }
  'x-scope': string
  'x-page-only'?: true
  'x-params'?: JsonSchema
}

export const currentDocument = (): ApiDocument => openRpc() as unknown as ApiDocument

export const documentText = (): string => `${JSON.stringify(openRpc(), null, 1)}\n`

export const acceptedDocument = (): ApiDocument => JSON.parse(readFileSync(documentFile, 'utf8')) as ApiDocument

/** A method's whole input as one schema. */
export function inputOf(method: ApiMethod): JsonSchema {
  return (
    method['x-params'] ?? {
      type: 'object',
      properties: Object.fromEntries(method.params.map(({ name, schema }) => [name, schema])),
      required: method.params.filter(({ required }) => required).map(({ name }) => name),
    }
  )
}

/** The guide with its tables as the contract has them now. */
export function writtenGuide(guide: string): string {
  const { methods, components, 'x-events': events } = currentDocument()
  const records = Object.entries(components.schemas)
  const access = accessCells()
  const tables = {
    methods: table(
      ['Method', 'Scope', 'Input', 'Answer', 'What it does'],
      methods.map((method) => [
        code(method.name),
        method['x-scope'],
        method.params.length === 0 ? '' : code(shape(inputOf(method))),
        code(shape(method.result.schema)),
        method.description,
      ]),
    ),
    records: table(
      ['Record', 'Fields'],
      records.map(([name, schema]) => [code(name), code(shape(schema))]),
    ),
    events: table(
      ['Event', 'Payload'],
      events.map(({ name, payload }) => [code(name), code(shape(payload))]),
    ),
    access: table(access.head, access.rows),
  }
  return Object.entries(tables).reduce((text, [name, rows]) => between(text, name, rows), guide)
}

function between(text: string, name: string, rows: string): string {
  const [open, close] = [`<!-- ${name}: written by npm run contract:accept -->`, `<!-- end of ${name} -->`]
  const [from, to] = [text.indexOf(open), text.indexOf(close)]
  if (from < 0 || to < from) throw new Error(`docs/control-api.md has no place for its ${name}: ${open} ... ${close}`)
  return `${text.slice(0, from + open.length)}\n${rows}${text.slice(to)}`
}

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `|${row.map((cell) => ` ${cell} `).join('|')}|\n`).join('')

const code = (text: string): string => `\`${text}\``

/** A schema in one short line: names, what is optional, and which values there are where they are few. */
function shape(schema: JsonSchema, depth = 0): string {
  if (typeof schema.$ref === 'string') return schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)
  const choices = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (choices !== undefined) return [...new Set(choices.map((choice) => shape(choice, depth)))].join(' or ')
  if (schema.const !== undefined) return literal(schema.const)
  if (schema.enum !== undefined) return schema.enum.map(literal).join(' or ')
  if (schema.type === 'array')
    return Array.isArray(schema.prefixItems) ? pair(schema, depth) : `[${inner(schema.items, depth)}]`
  if (schema.properties !== undefined) return fields(schema, depth)
  if (Array.isArray(schema.type)) return schema.type.join(' or ')
  if (schema.type === 'object') return typeof schema.additionalProperties === 'object' ? map(schema, depth) : '{...}'
  return schema.format ?? schema.type ?? 'any'
}

const literal = (value: unknown): string => (typeof value === 'string' ? `'${value}'` : String(value))
const inner = (schema: JsonSchema | undefined, depth: number): string => shape(schema ?? {}, depth + 1)
const pair = (schema: JsonSchema, depth: number): string =>
  `[${(schema.prefixItems as JsonSchema[]).map((item) => inner(item, depth)).join(', ')}]`
const map = (schema: JsonSchema, depth: number): string =>
  `{[name]: ${inner(schema.additionalProperties as JsonSchema, depth)}}`

const plain = /^(?:string|number|boolean|integer|date-time|uuid|any)$/

function fields({ properties = {}, required = [] }: JsonSchema, depth: number): string {
  const written = Object.entries(properties).map(([name, schema]) => {
    const type = inner(schema, depth)
    const shown = plain.test(type) || name === 'environment' ? '' : `: ${type}`
    return `${name}${required.includes(name) ? '' : '?'}${shown}`
  })
  return `{${written.join(', ')}}`
}
