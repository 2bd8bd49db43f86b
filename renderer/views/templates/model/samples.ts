import type { Node } from 'jsonc-parser'
import { jsonTree } from '#kit/components/text/json-check.ts'
import { placesIn } from '#kit/base/text-places.ts'
import { longValue, rightToLeftValue } from './sample-values.ts'
import type { Values } from './render.ts'
import type { SampleData, SampleError, Samples, Variable } from './types.ts'

type Tree = Record<string, SampleData>

const byName = (variables: Variable[], value: (variable: Variable) => string) => {
  const values = new Map<string, string>()
  for (const variable of variables) {
    const name = variable.name.trim()
    if (name !== '' && !values.has(name)) values.set(name, value(variable))
  }
  return values
}

export const defaultValues = (variables: Variable[]): Values => byName(variables, (variable) => variable.defaultValue)

interface Custom {
  /** By the path with dots: a list's items by their number. Numbers as they were written. */
  values: Map<string, string>
  data: Tree
}

/** Names and values of a pasted object: strings, numbers, true and false, in objects and lists too. */
function readCustom(text: string): Custom | SampleError {
  const read = jsonTree(text)
  const place = placesIn(text)
  if (!read.ok) return read.problem
  const { root } = read
  if (root.type !== 'object') return { kind: 'not_an_object', ...place(root.offset) }
  const values = new Map<string, string>()
  let mistake: SampleError | undefined
  const take = ({ type, offset, length, value, children = [] }: Node, path: string): SampleData => {
    if (type === 'object') {
      const tree = emptyTree()
      for (const { children: [name, inner] = [] } of children) {
        const key = String(name?.value)
        if (inner !== undefined)
          put(tree, path === '' ? key.split('.') : [key], take(inner, path === '' ? key : `${path}.${key}`))
      }
      return tree
    }
    if (type === 'array') return children.map((item, at) => take(item, `${path}.${at}`))
    if (type === 'null') {
      mistake ??= { kind: 'not_plain', name: path, ...place(offset) }
      return ''
    }
    const source = text.slice(offset, offset + length)
    const plain = type === 'string' ? String(value) : source
    values.set(path, plain)
    if (type === 'boolean') return value === true
    // A price such as 1.50 keeps its digits; what an engine would print the same way stays a number, of which 0 is false.
    return type === 'number' && String(Number(source)) === source ? Number(source) : plain
  }
  const data = take(root, '')
  return mistake ?? { values, data: isTree(data) ? data : emptyTree() }
}

// Names such as __proto__ are names like others here.
const emptyTree = (): Tree => Object.create(null) as Tree
const isTree = (data: SampleData | undefined): data is Tree => typeof data === 'object' && !Array.isArray(data)

/** Puts a value at a path, into the objects that are there. */
function put(tree: Tree, path: readonly string[], value: SampleData): void {
  const [first = '', ...rest] = path
  const there = tree[first]
  if (rest.length === 0) {
    if (isTree(there) && isTree(value)) for (const [name, inner] of Object.entries(value)) put(there, [name], inner)
    else tree[first] = value
    return
  }
  const next = isTree(there) ? there : emptyTree()
  tree[first] = next
  put(next, rest, value)
}

/** The values of the chosen set. A pasted object replaces defaults by name; where it has a mistake, the defaults are used. */
export function sampleValues(variables: Variable[], samples: Samples): { values: Values; error?: SampleError } {
  switch (samples.set) {
    case 'defaults':
      return { values: defaultValues(variables) }
    case 'empty':
      return { values: byName(variables, () => '') }
    case 'long':
      return { values: byName(variables, longValue) }
    case 'rtl':
      return { values: byName(variables, rightToLeftValue) }
    case 'custom': {
      const defaults = defaultValues(variables)
      if (samples.custom.trim() === '') return { values: defaults }
      const read = readCustom(samples.custom)
      return 'kind' in read ? { values: defaults, error: read } : { values: new Map([...defaults, ...read.values]) }
    }
  }
}

/** The same values for an engine that knows sections: objects and lists, with names such as `person.name` as paths. */
export function sampleData(variables: Variable[], samples: Samples): Tree {
  const plain = samples.set === 'custom' ? { ...samples, set: 'defaults' as const } : samples
  const switches = new Set(variables.filter(({ type }) => /^bool/i.test(type.trim())).map(({ name }) => name.trim()))
  const data = emptyTree()
  for (const [name, value] of sampleValues(variables, plain).values)
    put(data, name.split('.'), switches.has(name) && value === 'false' ? false : value)
  const read = samples.set === 'custom' && samples.custom.trim() !== '' ? readCustom(samples.custom) : undefined
  if (read !== undefined && !('kind' in read))
    for (const [name, value] of Object.entries(read.data)) put(data, [name], value)
  return data
}
