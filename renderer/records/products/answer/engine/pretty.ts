import type { JsonIndex } from './json-index.ts'
import { isBranch, kindOf, parentOf, sizeOf } from './nodes.ts'

/** Growing indents of ten thousand levels would be hundreds of MiB. */
const deepest = 40

/** The JSON with one value a line, names and values spelled as they came. */
export function prettyOf(index: JsonIndex): string {
  const parts: string[] = []
  const indents = Array.from({ length: deepest + 1 }, (_, depth) => `\n${'  '.repeat(depth)}`)
  const breakAt = (depth: number): string => indents[Math.min(depth, deepest)] ?? ''
  for (let node = 0; node < index.count; node += 1) {
    const depth = index.depth[node] ?? 0
    if (node > 0) parts.push((index.place[node] ?? 0) > 0 ? ',' : '', breakAt(depth))
    const [nameFrom = 0, nameTo = 0] = [index.nameFrom[node], index.nameTo[node]]
    if (nameTo > nameFrom) parts.push(index.text.slice(nameFrom, nameTo), ': ')
    const object = kindOf(index, node) === 'object'
    if (isBranch(index, node) && sizeOf(index, node) > 0) {
      parts.push(object ? '{' : '[')
      continue
    }
    parts.push(isBranch(index, node) ? (object ? '{}' : '[]') : index.text.slice(index.from[node], index.to[node]))
    for (
      let up = parentOf(index, node), end = index.next[node];
      up !== -1 && index.next[up] === end;
      up = parentOf(index, up)
    ) {
      parts.push(breakAt(index.depth[up] ?? 0), kindOf(index, up) === 'object' ? '}' : ']')
    }
  }
  return parts.join('')
}
