import type { JsonIndex } from './json-index.ts'
import { isBranch, nameOf, pathOf, textOf } from './nodes.ts'

export interface Hit {
  /** The node that has it in its name or its value; -1 in a text without nodes. */
  node: number
  /** Where it stands: a path, or the number of the row. */
  where: string
  in: 'name' | 'value' | 'text'
  excerpt: string
  row?: number
}

export interface Hits {
  hits: Hit[]
  more: boolean
}

const mostHits = 1_000
const slice = 20

export const patternOf = (query: string, flags = 'iu'): RegExp =>
  new RegExp(query.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&'), flags)

/** Undefined where `goOn` answers false between two slices of work. */
export async function searchNodes(
  index: JsonIndex,
  query: string,
  within: (node: number) => boolean,
  goOn: () => Promise<boolean>,
): Promise<Hits | undefined> {
  const pattern = patternOf(query)
  const hits: Hit[] = []
  let since = performance.now()
  for (let node = 0; node < index.count; node += 1) {
    if ((node & 1_023) === 1_023 && performance.now() - since > slice) {
      if (!(await goOn())) return undefined
      since = performance.now()
    }
    const name = (index.nameTo[node] ?? 0) > (index.nameFrom[node] ?? 0) ? String(nameOf(index, node)) : ''
    const value = isBranch(index, node) ? '' : textOf(index, node)
    const named = name !== '' && pattern.test(name)
    if ((!named && (value === '' || !pattern.test(value))) || !within(node)) continue
    if (hits.length === mostHits) return { hits, more: true }
    hits.push({
      node,
      where: pathOf(index, node, 160),
      in: named ? 'name' : 'value',
      excerpt: excerptOf(named ? name : value, pattern),
    })
  }
  return { hits, more: false }
}

export function searchText(text: string, query: string, rowOf: (offset: number) => number): Hits {
  const hits: Hit[] = []
  for (const { index, 0: found } of text.matchAll(patternOf(query, 'giu'))) {
    if (hits.length === mostHits) return { hits, more: true }
    const row = rowOf(index)
    const from = Math.max(0, index - 40)
    hits.push({
      node: -1,
      where: String(row + 1),
      in: 'text',
      row,
      excerpt: `${from > 0 ? '\u2026' : ''}${text.slice(from, index + found.length + 80)}`.replaceAll(/\s+/g, ' '),
    })
  }
  return { hits, more: false }
}

function excerptOf(text: string, pattern: RegExp): string {
  const at = pattern.exec(text)?.index ?? 0
  const from = Math.max(0, at - 40)
  return `${from > 0 ? '\u2026' : ''}${text.slice(from, at + 120)}${text.length > at + 120 ? '\u2026' : ''}`.replaceAll(
    /\s+/g,
    ' ',
  )
}
