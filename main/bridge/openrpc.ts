// The OpenRPC document of the control API. Loaded on demand, because it builds every schema.
import { z } from 'zod'
import { bridgeMethods } from '#contract/bridge.ts'
import { deskErrorSchema } from '#contract/errors.ts'
import { bridgeEvents } from '#contract/events.ts'
import type { JsonObject } from '#contract/json.ts'
import type { MethodDeclaration } from '#contract/methods/method.ts'

/** Of the protocol `showdesk.v1`, not of the desk. */
const protocolVersion = '1.0.0'

export function openRpc(): JsonObject {
  const schemas: JsonObject = {}
  const outputOf = (build: () => z.ZodType) => toJson(build(), 'output', schemas)
  const methods = Object.entries(bridgeMethods).map(([name, method]) => describe(name, method, schemas))
  const events = Object.entries(bridgeEvents).map(([name, payload]) => ({ name, payload: outputOf(payload) }))
  outputOf(deskErrorSchema)
  return {
    openrpc: '1.3.2',
    info: { title: 'Showdesk control API', version: protocolVersion },
    methods,
    components: { schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))) },
    'x-error-data': { $ref: '#/components/schemas/DeskError' },
    'x-events': events,
  }
}

function describe(name: string, method: MethodDeclaration, schemas: JsonObject): JsonObject {
  const input = toJson(method.input, 'input', schemas)
  return {
    name,
    description: method.about,
    paramStructure: 'by-name',
    params: parameters(input),
    result: { name: 'result', schema: toJson(method.output(), 'output', schemas) },
    'x-scope': method.scope,
    ...(method.pageOnly && { 'x-page-only': true }),
    // OpenRPC can't say which parameters go together.
    ...(alternatives(input) !== undefined && { 'x-params': input }),
  }
}

interface ObjectSchema {
  properties?: JsonObject
  required?: string[]
}

function alternatives(input: JsonObject): ObjectSchema[] | undefined {
  return (input.anyOf ?? input.oneOf) as ObjectSchema[] | undefined
}

/** One for each property; required where every alternative requires it. */
function parameters(input: JsonObject): JsonObject[] {
  const shapes: ObjectSchema[] = alternatives(input) ?? [input]
  const names = new Set(shapes.flatMap(({ properties }) => Object.keys(properties ?? {})))
  return [...names].map((name) => {
    const schemas = shapes.flatMap(({ properties }) => properties?.[name] ?? [])
    const different = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()]
    return {
      name,
      ...(shapes.every(({ required }) => required?.includes(name)) && { required: true }),
      schema: different.length === 1 ? (different[0] ?? {}) : { anyOf: different },
    }
  })
}

/** The JSON Schema of one place; named schemas move to `schemas`. */
function toJson(schema: z.ZodType, io: 'input' | 'output', schemas: JsonObject): JsonObject {
  const written = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ jsonSchema }) {
      // The pattern repeats the format in a thousand characters.
      if (jsonSchema.format !== undefined) delete jsonSchema.pattern
      if (JSON.stringify(jsonSchema.propertyNames) === '{"type":"string"}') delete jsonSchema.propertyNames
      // A later desk may answer more without breaking scripts.
      if (io === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
    },
  })
  delete written.$schema
  const text = JSON.stringify(written).replaceAll('"#/$defs/', '"#/components/schemas/')
  const { $defs = {}, ...own } = JSON.parse(text) as JsonObject & { $defs?: Record<string, JsonObject> }
  const named = typeof own.id === 'string' ? { ...$defs, [own.id]: own } : $defs
  for (const [name, part] of Object.entries(named)) {
    delete part.id
    schemas[name] = part
  }
  const name = Object.keys(named).find((one) => named[one] === own)
  return name === undefined ? own : { $ref: `#/components/schemas/${name}` }
}
