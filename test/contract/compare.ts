// How the control API differs from its accepted state, told apart by whether a script that works today still does.
import { scopes } from '#contract/access-kinds.ts'
import type { JsonSchema } from '#contract/json.ts'
import { inputOf, type ApiDocument, type ApiMethod } from './control-api.ts'

export interface Difference {
  /** Where, as `drafts.save input: title`. */
  place: string
  what: string
  breaking: boolean
}

type Direction = 'input' | 'output'

/** Everything that differs, in the order of the accepted document, then what was added. */
export function compareApi(before: ApiDocument, after: ApiDocument): Difference[] {
  const found: Difference[] = []
  const tell = (place: string, what: string, breaking: boolean) => void found.push({ place, what, breaking })
  const schemas = (
    schema: JsonSchema | undefined,
    other: JsonSchema | undefined,
    direction: Direction,
    place: string,
  ) => compareSchemas(resolve(schema ?? {}, before), resolve(other ?? {}, after), direction, place)

  function pairs<T extends { name: string }>(one: T[], other: T[], compare: (before: T, after: T) => void): void {
    const later = new Map(other.map((item) => [item.name, item]))
    for (const item of one) {
      const same = later.get(item.name)
      if (same === undefined) tell(item.name, 'was removed', true)
      else compare(item, same)
      later.delete(item.name)
    }
    for (const name of later.keys()) tell(name, 'was added', false)
  }

  function compareMethods(one: ApiMethod, other: ApiMethod): void {
    const [was, is] = [one['x-scope'], other['x-scope']]
    if (was !== is) tell(one.name, `needs ${is} instead of ${was}`, rank(is) > rank(was))
    if (one['x-page-only'] !== other['x-page-only']) {
      const barred = other['x-page-only'] === true
      tell(one.name, barred ? 'refuses scripts' : 'takes scripts', barred)
    }
    if (one.description !== other.description) tell(one.name, 'is described otherwise', false)
    schemas(inputOf(one), inputOf(other), 'input', `${one.name} input`)
    schemas(one.result.schema, other.result.schema, 'output', `${one.name} answer`)
  }

  function compareSchemas(one: JsonSchema, other: JsonSchema, direction: Direction, place: string): void {
    const takes = direction === 'input'
    const at = (name: string) => (place.includes(':') ? `${place}.${name}` : `${place}: ${name}`)
    for (const word of new Set([...Object.keys(one), ...Object.keys(other)])) {
      const [was, is] = [one[word], other[word]]
      if (word === 'properties') compareFields(one, other, takes, at)
      else if (word === 'required' || JSON.stringify(was) === JSON.stringify(is)) compareInside(word, was, is)
      else if (word === 'enum') compareValues(was as unknown[], is as unknown[], takes, place)
      else if (word === 'anyOf' || word === 'oneOf') compareChoices(was, is, takes, place)
      else if (isSchema(was) && isSchema(is)) schemas(was, is, direction, at(word))
      else if (/^(?:min|max)/.test(word))
        tell(place, `${word} is ${text(is)} instead of ${text(was)}`, takes && tighter(word, was, is))
      else tell(place, `${word} is ${text(is)} instead of ${text(was)}`, true)
    }

    // What is written alike may still refer to a record that changed.
    function compareInside(word: string, was: unknown, is: unknown): void {
      if (word === 'required') return
      if (isSchema(was) && isSchema(is)) schemas(was, is, direction, at(word))
      if ((word === 'anyOf' || word === 'oneOf' || word === 'prefixItems') && Array.isArray(was) && Array.isArray(is))
        for (const [i, choice] of (was as JsonSchema[]).entries())
          schemas(choice, is[i] as JsonSchema, direction, place)
    }

    function compareFields(one: JsonSchema, other: JsonSchema, takes: boolean, at: (name: string) => string): void {
      const needs = ({ required = [] }: JsonSchema, name: string) => required.includes(name)
      for (const [name, schema] of Object.entries(one.properties ?? {})) {
        const same = other.properties?.[name]
        if (same === undefined) {
          tell(at(name), 'was removed', true)
          continue
        }
        const [was, is] = [needs(one, name), needs(other, name)]
        if (was !== is) tell(at(name), is ? 'is always there now' : 'may be missing now', takes === is)
        schemas(schema, same, direction, at(name))
      }
      for (const name of Object.keys(other.properties ?? {}))
        if (one.properties?.[name] === undefined) tell(at(name), 'was added', takes && needs(other, name))
    }
  }

  function compareValues(was: unknown[] = [], is: unknown[] = [], takes: boolean, place: string): void {
    for (const value of was) if (!is.includes(value)) tell(place, `${text(value)} was removed`, takes)
    for (const value of is) if (!was.includes(value)) tell(place, `${text(value)} was added`, false)
  }

  function compareChoices(was: unknown, is: unknown, takes: boolean, place: string): void {
    const [one, other] = [was, is].map((choices) => new Set((choices as unknown[] | undefined)?.map(text)))
    for (const choice of one ?? []) if (!other?.has(choice)) tell(place, `${choice} was removed`, takes)
    for (const choice of other ?? []) if (!one?.has(choice)) tell(place, `${choice} was added`, !takes)
  }

  pairs(before.methods, after.methods, compareMethods)
  pairs(before['x-events'], after['x-events'], (one, other) =>
    schemas(one.payload, other.payload, 'output', `${one.name} event`),
  )
  return found
}

/** The message of the test that finds differences. */
export function explain(differences: Difference[], command: string): string {
  const lines = (breaking: boolean) =>
    differences.filter((one) => one.breaking === breaking).map(({ place, what }) => `  ${place} ${what}`)
  const [broken, compatible] = [lines(true), lines(false)]
  return [
    'The control API is not what docs/openrpc.json says.',
    ...(broken.length > 0 ? ['Breaking: scripts that work today stop working.', ...broken] : []),
    ...(compatible.length > 0 ? ['Compatible: scripts that work today go on working.', ...compatible] : []),
    `Where this is meant, run ${command} and commit what it writes.`,
  ].join('\n')
}

function resolve(schema: JsonSchema, document: ApiDocument): JsonSchema {
  if (typeof schema.$ref !== 'string') return schema
  return document.components.schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] ?? {}
}

const rank = (scope: string): number => scopes.findIndex((one) => one === scope)
const text = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value))
const isSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether a bound lets less through than before. */
function tighter(word: string, was: unknown, is: unknown): boolean {
  if (is === undefined) return false
  if (was === undefined) return true
  return word.startsWith('min') ? Number(is) > Number(was) : Number(is) < Number(was)
}
