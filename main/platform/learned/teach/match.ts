import type { Operation } from '../../catalog/entry.ts'
import { isFieldName } from '#answers/field-names.ts'

/** The catalog's operation for a method and path from outside; undefined where there is none. */
export type Match = (method: string, path: string) => Operation | undefined

/**
 * Case matters, as the catalog mixes it on purpose. A path parameter may be `{id}`, `:id`, `<id>` or a value; whatever
 * comes before `/api/` is a base path.
 */
export function createMatch(operations: ReadonlyMap<string, Operation>): Match {
  const withParams = [...operations.values()]
    .filter(({ pathParams }) => pathParams.length > 0)
    .map((operation) => ({ operation, words: operation.path.split('/') }))

  function find(method: string, path: string): Operation | undefined {
    const plain = operations.get(`${method} ${path}`)
    if (plain !== undefined) return plain
    const words = path.split('/')
    const fits = (own: readonly string[]): boolean =>
      own.length === words.length &&
      own.every((word, at) => (word.startsWith('{') ? words[at] !== '' : word === words[at]))
    return withParams.find(({ operation, words: own }) => operation.method === method && fits(own))?.operation
  }

  return (method, path) => {
    const bare = path
      .slice(0, 2_048)
      .replace(/[?#].*$/s, '')
      .replace(/\/$/, '')
    for (let at = bare.indexOf('/api/'); at !== -1; at = bare.indexOf('/api/', at + 1)) {
      const found = find(method.toUpperCase(), bare.slice(at))
      if (found !== undefined) return found
    }
    return undefined
  }
}

/** A path to show, without parts that may be values, such as identifiers. */
export function showPath(path: string): string {
  const words = path
    .replace(/[?#].*$/s, '')
    .split('/')
    .slice(0, 16)
  return words
    .map((word) =>
      word === '' ||
      /^(?:\{[\w-]{1,40}\}|:[\w-]{1,40}|<[\w-]{1,40}>)$/.test(word) ||
      (word.length <= 40 && isFieldName(word))
        ? word
        : '\u2026',
    )
    .join('/')
}
