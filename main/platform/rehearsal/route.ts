// Case matters in paths: the specification mixes it on purpose.
import type { Operation } from '../catalog/entry.ts'
import { Refusal } from './refusal.ts'

export interface Route {
  operation: Operation
  path: Record<string, string>
}

/** Throws 404 for an unknown path, 405 for a known one with another method, 400 for broken percent-encoding. */
export type Router = (method: string, pathname: string) => Route

interface Template {
  words: readonly string[]
  methods: Map<string, Operation>
}

export function createRouter(operations: ReadonlyMap<string, Operation>): Router {
  const templates = new Map<string, Template>()
  for (const operation of operations.values()) {
    const template = templates.get(operation.path) ?? {
      words: operation.path.split('/'),
      methods: new Map<string, Operation>(),
    }
    template.methods.set(operation.method, operation)
    templates.set(operation.path, template)
  }
  const withParams = [...templates.values()].filter(({ words }) => words.some(isParam))

  return (method, pathname) => {
    const words = pathname.split('/')
    const template = templates.get(pathname) ?? withParams.find((candidate) => fits(candidate.words, words))
    if (template === undefined) throw new Refusal(404, 'not_found', 'No operation has this path.')
    const operation = template.methods.get(method)
    if (operation === undefined) {
      const allowed = [...template.methods.keys()].join(', ')
      throw new Refusal(405, 'method_not_allowed', `This path takes ${allowed}.`)
    }
    return { operation, path: params(template.words, words) }
  }
}

function isParam(word: string): boolean {
  return word.startsWith('{')
}

function fits(template: readonly string[], words: readonly string[]): boolean {
  return (
    template.length === words.length &&
    template.every((word, place) => (isParam(word) ? words[place] !== '' : word === words[place]))
  )
}

function params(template: readonly string[], words: readonly string[]): Record<string, string> {
  try {
    return Object.fromEntries(
      template.flatMap((word, place) =>
        isParam(word) ? [[word.slice(1, -1), decodeURIComponent(words[place] ?? '')]] : [],
      ),
    )
  } catch {
    throw new Refusal(400, 'invalid_request', 'The path holds a broken percent-encoding.')
  }
}
