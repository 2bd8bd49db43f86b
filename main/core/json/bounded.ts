// A check that ends early. A schema alone parses every item of a list before it counts them, and collects what is wrong
// with each: a small file with millions of empty items would hold everyone up and fill the memory.
import { z } from 'zod'
import type { FieldProblem } from '#contract/errors.ts'
import { mostRecordKeys } from '#contract/schema.ts'
import { fieldProblems, mostProblems, tooLong, unknownFields } from './field-problems.ts'

type Schema = z.core.$ZodType
type Path = readonly PropertyKey[]

export type Bounded<T> = { data: T } | { fields: FieldProblem[] }

/** As `safeParse`; lengths are compared before any item is read, and the check ends with the first problems. */
export function parseBounded<S extends z.ZodType>(schema: S, value: unknown): Bounded<z.output<S>> {
  const fields = [...first(problemsBefore(schema, value, []))]
  if (fields.length > 0) return { fields }
  const parsed = schema.safeParse(value)
  return parsed.success ? { data: parsed.data } : { fields: fieldProblems(parsed.error.issues) }
}

function* first(problems: Iterable<FieldProblem>): Generator<FieldProblem> {
  let count = 0
  for (const problem of problems) {
    yield problem
    count += 1
    if (count === mostProblems) return
  }
}

/** What can be told without the whole check: too many items, too many names, and the wrong items of a long list. */
function* problemsBefore(schema: Schema, value: unknown, path: Path): Generator<FieldProblem> {
  if (typeof value !== 'object' || value === null) return
  const { def } = (schema as z.core.$ZodTypes)._zod
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- Everything else holds no others.
  switch (def.type) {
    case 'array':
      if (Array.isArray(value)) yield* inList(def.element, value, path, mostItems(def))
      return
    case 'record': {
      if (Array.isArray(value)) return
      const most = mostRecordKeys(schema) ?? mostNames(def.keyType)
      if (most !== undefined && hasMore(value, most)) yield tooLong(path, most)
      else if (isContainer(def.valueType))
        for (const [name, item] of Object.entries(value)) yield* problemsBefore(def.valueType, item, [...path, name])
      return
    }
    case 'object': {
      if (Array.isArray(value)) return
      const { shape } = def
      if (def.catchall?._zod.def.type === 'never') {
        const unknown = Object.keys(value).filter((name) => !Object.hasOwn(shape, name))
        if (unknown.length > mostProblems) yield unknownFields(path, unknown)
      }
      for (const [name, field] of Object.entries(shape))
        if (Object.hasOwn(value, name))
          yield* problemsBefore(field, (value as Record<string, unknown>)[name], [...path, name])
      return
    }
    case 'union': {
      // The option that is meant has no problem, or all have one.
      let found: FieldProblem[] = []
      for (const option of def.options) {
        if (isOther(option, value)) continue
        found = [...first(problemsBefore(option, value, path))]
        if (found.length === 0) return
      }
      yield* found
      return
    }
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
      yield* problemsBefore(def.innerType, value, path)
      return
    case 'pipe':
      yield* problemsBefore(def.in, value, path)
      return
    default:
  }
}

function* inList(
  item: Schema,
  list: readonly unknown[],
  path: Path,
  most: number | undefined,
): Generator<FieldProblem> {
  if (most !== undefined && list.length > most) {
    yield tooLong(path, most)
    return
  }
  for (const [place, one] of list.entries()) {
    const here = [...path, place]
    let known = false
    for (const problem of problemsBefore(item, one, here)) {
      known = true
      yield problem
    }
    // In a long list each item is checked alone, so that the check can end in the middle of it.
    if (known || list.length <= mostProblems) continue
    const parsed = z.safeParse(item, one)
    if (!parsed.success)
      yield* fieldProblems(parsed.error.issues.map((issue) => ({ ...issue, path: [...here, ...issue.path] })))
  }
}

function mostItems({ checks = [] }: z.core.$ZodArrayDef): number | undefined {
  for (const { _zod } of checks) {
    const { def } = _zod as unknown as { def: { check: string; maximum?: number } }
    if (def.check === 'max_length') return def.maximum
  }
  return undefined
}

/** A list for an object, or the other way round. */
const isOther = (schema: Schema, value: object): boolean => {
  const { type } = schema._zod.def
  return Array.isArray(value) ? type === 'object' || type === 'record' : type === 'array'
}

/** Of a record whose names are listed. */
const mostNames = (key: Schema): number | undefined => {
  const { def } = (key as z.core.$ZodTypes)._zod
  return def.type === 'enum' ? Object.keys(def.entries).length : undefined
}

const isContainer = (schema: Schema): boolean => !['string', 'number', 'unknown', 'enum'].includes(schema._zod.def.type)

/** Without a list of all names. */
function hasMore(value: object, most: number): boolean {
  let count = 0
  for (const name in value) if (Object.hasOwn(value, name) && (count += 1) > most) return true
  return false
}
