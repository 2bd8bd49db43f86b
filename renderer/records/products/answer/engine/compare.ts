// Records of two lists are compared by identifier, else by place. A list of pairs replaces recursion: answers may nest without end.
import type { JsonIndex } from './json-index.ts'
import {
  childNamed,
  childrenOf,
  isBranch,
  kindOf,
  nameOf,
  previewOf,
  sizeOf,
  sourceOf,
  stepText,
  textOf,
} from './nodes.ts'

export interface Difference {
  kind: 'added' | 'removed' | 'changed'
  path: string
  before?: string
  after?: string
}

export interface Differences {
  differences: Difference[]
  more: boolean
}

export const mostDifferences = 5_000
const longest = 200
const longestPath = 240
/** Longer values are walked rather than compared as text at each level. */
const cheap = 65_536
const identifiers = ['id', '_id', 'uuid', 'key']

interface Way {
  up: Way | undefined
  step: string
}
type Pair = [before: number | undefined, after: number | undefined, way: Way | undefined]

export function compareIndexes(a: JsonIndex, b: JsonIndex): Differences {
  const differences: Difference[] = []
  const pairs: Pair[] = [[0, 0, undefined]]
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [before, after, way] = pair
    if (before !== undefined && after !== undefined) {
      if (sameText(a, before, b, after)) continue
      if (isBranch(a, before) && kindOf(a, before) === kindOf(b, after)) {
        const inside =
          kindOf(a, before) === 'object' ? fields(a, before, b, after, way) : items(a, before, b, after, way)
        for (const one of inside.reverse()) pairs.push(one)
        continue
      }
      if (sameScalar(a, before, b, after)) continue
    }
    if (differences.length === mostDifferences) return { differences, more: true }
    differences.push({
      kind: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
      path: pathText(way),
      ...(before === undefined ? {} : { before: previewOf(a, before, longest) }),
      ...(after === undefined ? {} : { after: previewOf(b, after, longest) }),
    })
  }
  return { differences, more: false }
}

function fields(a: JsonIndex, before: number, b: JsonIndex, after: number, way: Way | undefined): Pair[] {
  const theirs = named(b, after)
  const pairs: Pair[] = [...named(a, before)].map(([key, node]) => {
    const other = theirs.get(key)
    theirs.delete(key)
    return [node, other, { up: way, step: stepText(nameOf(a, node, longestPath)) }]
  })
  return [
    ...pairs,
    ...[...theirs.values()].map((node): Pair => [
      undefined,
      node,
      { up: way, step: stepText(nameOf(b, node, longestPath)) },
    ]),
  ]
}

/** By name; a name that stands twice is two. */
function named(index: JsonIndex, node: number): Map<string, number> {
  const found = new Map<string, number>()
  const times = new Map<string, number>()
  for (const child of childrenOf(index, node)) {
    const name = String(nameOf(index, child))
    const before = times.get(name) ?? 0
    times.set(name, before + 1)
    found.set(before === 0 ? name : `${name}\u0000${before}`, child)
  }
  return found
}

function items(a: JsonIndex, before: number, b: JsonIndex, after: number, way: Way | undefined): Pair[] {
  for (const name of identifiers) {
    const [mine, theirs] = [identified(a, before, name), identified(b, after, name)]
    if (mine === undefined || theirs === undefined) continue
    const step = (id: string): Way => ({ up: way, step: `[${name}=${id.slice(0, 80)}]` })
    const pairs = [...mine].map(([id, node]): Pair => [node, theirs.get(id), step(id)])
    return [
      ...pairs,
      ...[...theirs].filter(([id]) => !mine.has(id)).map(([id, node]): Pair => [undefined, node, step(id)]),
    ]
  }
  const [mine, theirs] = [[...childrenOf(a, before)], [...childrenOf(b, after)]]
  return Array.from({ length: Math.max(mine.length, theirs.length) }, (_, place): Pair => [
    mine[place],
    theirs[place],
    { up: way, step: `[${place}]` },
  ])
}

/** The records of a list by an identifier; undefined where not each has its own. */
function identified(index: JsonIndex, list: number, name: string): Map<string, number> | undefined {
  const found = new Map<string, number>()
  if (sizeOf(index, list) === 0) return found
  for (const child of childrenOf(index, list)) {
    const node = childNamed(index, child, name)
    if (node === undefined || isBranch(index, node) || kindOf(index, node) === 'null') return undefined
    const id = textOf(index, node)
    if (found.has(id)) return undefined
    found.set(id, child)
  }
  return found
}

function sameText(a: JsonIndex, before: number, b: JsonIndex, after: number): boolean {
  const length = (index: JsonIndex, node: number): number => (index.to[node] ?? 0) - (index.from[node] ?? 0)
  const long = length(a, before)
  return (
    long === length(b, after) && (long <= cheap || !isBranch(a, before)) && sourceOf(a, before) === sourceOf(b, after)
  )
}

/** `1.0` and `1` are one number; digits that a double can't tell apart are not. */
function sameScalar(a: JsonIndex, before: number, b: JsonIndex, after: number): boolean {
  const kind = kindOf(a, before)
  if (kind !== kindOf(b, after) || isBranch(a, before)) return false
  const [mine, theirs] = [textOf(a, before), textOf(b, after)]
  return (
    mine === theirs || (kind === 'number' && mine.length < 16 && theirs.length < 16 && Number(mine) === Number(theirs))
  )
}

function pathText(way: Way | undefined): string {
  const steps: string[] = []
  let length = 0
  for (let here = way; here !== undefined; here = here.up) {
    steps.unshift(here.step)
    length += here.step.length
    if (length > longestPath) return `\u2026${steps.join('').slice(-longestPath)}`
  }
  return steps.join('').replace(/^\./, '')
}
