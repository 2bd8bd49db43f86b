import { expect, test } from 'vitest'
import { z } from 'zod'
import { bridgeMethods } from '#contract/bridge.ts'
import { mostRecordKeys } from '#contract/schema.ts'

interface Schema {
  $ref?: string
  type?: string
  format?: string
  pattern?: string
  enum?: unknown[]
  const?: unknown
  maxItems?: number
  maxLength?: number
  maxProperties?: number
  items?: Schema
  properties?: Record<string, Schema>
  propertyNames?: Schema
  additionalProperties?: boolean | Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}

/** Matches no more than so many characters: nothing in it repeats without an end. */
const isBounded = (pattern: string): boolean => !/[*+]|\{\d+,\}/.test(pattern.replaceAll(/\\.|\[[^\]]*\]/g, 'x'))

function* unbounded(schema: Schema, path: string, named: Record<string, Schema> = {}): Generator<string> {
  for (const part of [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])])
    yield* unbounded(part, path, named)
  if (schema.type === 'string') {
    const limited = [schema.maxLength, schema.enum, schema.const, schema.format].some((limit) => limit !== undefined)
    if (!limited && !(schema.pattern !== undefined && isBounded(schema.pattern))) yield `${path}: a text`
  }
  if (schema.type === 'array') {
    if (schema.maxItems === undefined) yield `${path}: a list`
    yield* unbounded(schema.items ?? {}, `${path}[]`, named)
  }
  for (const [name, field] of Object.entries(schema.properties ?? {})) yield* unbounded(field, `${path}.${name}`, named)
  const { additionalProperties: others, propertyNames } = schema
  const names = named[propertyNames?.$ref?.split('/').at(-1) ?? ''] ?? propertyNames
  if (others === false || (schema.properties !== undefined && others === undefined)) return
  if (schema.type !== 'object') return
  if (schema.maxProperties === undefined && names?.enum === undefined) yield `${path}: a record`
  if (typeof others === 'object') yield* unbounded(others, `${path}.*`, named)
}

const inputs = Object.entries(bridgeMethods).map(([name, { input }]) => ({
  name,
  schema: z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema & { $defs?: Record<string, Schema> },
}))

// Catches a list, a record or a text of an input that may be as long as a frame: a small file of empty items held
// everyone up, and filled the memory. What is handed on whole (a body, the content of a view) has the bound of a frame.
test('each list, record and text of an input has a bound', () => {
  const found = inputs.flatMap(({ name, schema }) => [
    ...unbounded(schema, name, schema.$defs),
    ...Object.entries(schema.$defs ?? {})
      // Any value in JSON: a body, handed on whole.
      .filter(([id]) => id !== 'Json')
      .flatMap(([id, one]) => [...unbounded(one, `${name}(${id})`, schema.$defs)]),
  ])
  expect(found).toEqual([])
})

// Catches a bound that is written down and not found again, because a later call made another schema of it.
test('the bound of a record is found where it is checked', () => {
  const { path } = bridgeMethods['platform.read'].input.shape
  expect(mostRecordKeys(path.unwrap())).toBeGreaterThan(0)
})
