import type { JsonSchema } from '#contract/json.ts'
import { has, isMap, namesOf, propertiesOf, propertyOf } from './schema.ts'

/** The way to a name; `*` enters a list, or names that are data. */
export type Place = readonly string[]

const wildcard = '*'
const same = (a: Place, b: Place): boolean => a.length === b.length && a.every((name, at) => name === b[at])

/** The written schema and the learned names that the person did not remove. */
export function overlay(
  written: JsonSchema,
  learned: JsonSchema | undefined,
  removed: readonly Place[],
  place: Place = [],
): JsonSchema {
  if (learned === undefined || written.secret === true) return written
  const items =
    has(written, 'array') && written.items !== undefined
      ? overlay(written.items, learned.items, removed, [...place, wildcard])
      : written.items
  const names = namesOf(written)
  const added =
    has(written, 'object') && has(learned, 'object') && names === undefined
      ? propertiesOf(learned).filter(
          ([name]) => propertyOf(written, name) === undefined && !removed.some((one) => same(one, [...place, name])),
        )
      : []
  const own = propertiesOf(written).map(([name, one]): [string, JsonSchema] => [
    name,
    overlay(one, propertyOf(learned, name), removed, [...place, name]),
  ])
  const required = [
    ...(written.required ?? []),
    ...added.map(([name]) => name).filter((name) => learned.required?.includes(name)),
  ]
  return {
    ...written,
    ...((written.properties !== undefined || added.length > 0) && {
      properties: Object.fromEntries([...own, ...added]),
    }),
    ...(required.length > 0 && { required }),
    ...(names !== undefined && {
      additionalProperties: overlay(names, namesOf(learned), removed, [...place, wildcard]),
    }),
    ...(items !== undefined && { items }),
  }
}

/** The outermost names of a schema that another one lacks. */
function namesLeftOut(before: JsonSchema | undefined, after: JsonSchema | undefined, place: Place = []): Place[] {
  if (before === undefined) return []
  const within = (a: JsonSchema | undefined, b: JsonSchema | undefined): Place[] =>
    b === undefined ? [] : namesLeftOut(a, b, [...place, wildcard])
  if (after !== undefined && isMap(after)) return within(namesOf(before), namesOf(after))
  const own = propertiesOf(before).flatMap(([name, one]) => {
    const there = after && propertyOf(after, name)
    return there === undefined ? [[...place, name]] : namesLeftOut(one, there, [...place, name])
  })
  return [...own, ...within(namesOf(before), after && namesOf(after)), ...within(before.items, after?.items)]
}

/** The removed names after another edit; a name that is written again is removed no longer. */
export function removedNames(before: JsonSchema | undefined, written: JsonSchema, removed: readonly Place[]): Place[] {
  const gone = [...removed, ...namesLeftOut(before, written)]
  return gone.filter((one, at) => !isNamed(written, one) && gone.findIndex((other) => same(one, other)) === at)
}

function isNamed(schema: JsonSchema, [name, ...rest]: Place): boolean {
  if (name === undefined) return true
  const steps = [propertyOf(schema, name), ...(name === wildcard ? [schema.items, namesOf(schema)] : [])]
  return steps.some((step) => step !== undefined && isNamed(step, rest))
}
