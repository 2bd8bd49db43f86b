// What a person wrote in the place of what was learned: it stands as it is, and what is learned later is added beside it.
import type { JsonSchema } from '#contract/json.ts'
import { has, isMap, namesOf, propertiesOf, propertyOf } from './schema.ts'

/** A name with those above it; `*` goes into a list or into names that are data. */
export type Place = readonly string[]

const inside = '*'
const same = (a: Place, b: Place): boolean => a.length === b.length && a.every((name, at) => name === b[at])

/** The written schema with the names that were learned besides and that the person did not take out. */
export function overlay(
  written: JsonSchema,
  learned: JsonSchema | undefined,
  removed: readonly Place[],
  place: Place = [],
): JsonSchema {
  if (learned === undefined || written.secret === true) return written
  const items =
    has(written, 'array') && written.items !== undefined
      ? overlay(written.items, learned.items, removed, [...place, inside])
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
    ...(names !== undefined && { additionalProperties: overlay(names, namesOf(learned), removed, [...place, inside]) }),
    ...(items !== undefined && { items }),
  }
}

/** The names of a schema that another one has not, the outermost of each. */
function namesLeftOut(before: JsonSchema | undefined, after: JsonSchema | undefined, place: Place = []): Place[] {
  if (before === undefined) return []
  const within = (a: JsonSchema | undefined, b: JsonSchema | undefined): Place[] =>
    b === undefined ? [] : namesLeftOut(a, b, [...place, inside])
  if (after !== undefined && isMap(after)) return within(namesOf(before), namesOf(after))
  const own = propertiesOf(before).flatMap(([name, one]) => {
    const there = after && propertyOf(after, name)
    return there === undefined ? [[...place, name]] : namesLeftOut(one, there, [...place, name])
  })
  return [...own, ...within(namesOf(before), after && namesOf(after)), ...within(before.items, after?.items)]
}

/** The removed names after another edit: those taken out now, without those that were written again. */
export function removedNames(before: JsonSchema | undefined, written: JsonSchema, removed: readonly Place[]): Place[] {
  const gone = [...removed, ...namesLeftOut(before, written)]
  return gone.filter((one, at) => !stands(written, one) && gone.findIndex((other) => same(one, other)) === at)
}

function stands(schema: JsonSchema, [name, ...rest]: Place): boolean {
  if (name === undefined) return true
  const steps = [propertyOf(schema, name), ...(name === inside ? [schema.items, namesOf(schema)] : [])]
  return steps.some((step) => step !== undefined && stands(step, rest))
}
