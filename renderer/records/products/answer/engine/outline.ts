// The open rows of a tree, by one walk over the numbers of the nodes: into an open node, past everything below a closed one.
import type { JsonIndex, NodeKind } from './json-index.ts'
import { mostRows } from './lines.ts'
import { childrenOf, isBranch, kindOf, nameOf, parentOf, previewOf, sizeOf } from './nodes.ts'

export interface OutlineRow {
  node: number
  name: string | number | null
  kind: NodeKind
  size: number
  preview: string
  /** From 1. */
  level: number
  open: boolean
  /** Place among its siblings from 1, and how many they are. */
  place: number
  of: number
}

export interface Outline {
  count: number
  cut: boolean
}

const firstRows = 40

export function createOutline(index: JsonIndex) {
  const open = new Uint8Array(index.count)
  let rows = new Uint32Array(0)
  let cut = false

  function walk(): Outline {
    const found: number[] = []
    let node = 0
    for (
      ;
      node < index.count && found.length < mostRows;
      node = open[node] === 1 ? node + 1 : (index.next[node] ?? index.count)
    )
      found.push(node)
    rows = Uint32Array.from(found)
    cut = node < index.count
    return { count: rows.length, cut }
  }

  /** Opens what fits on a first screen, the outer levels first. */
  function openFirst(): void {
    let shown = 1
    for (const queue = [0]; queue.length > 0;) {
      const node = queue.shift() ?? 0
      const size = sizeOf(index, node)
      if (node !== 0 && shown + size > firstRows) continue
      if (isBranch(index, node)) open[node] = 1
      shown += size
      if (shown > firstRows) return
      for (const child of childrenOf(index, node)) if (isBranch(index, child)) queue.push(child)
    }
  }
  openFirst()
  walk()

  function placeOf(node: number): number {
    let [low, high] = [0, rows.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((rows[middle] ?? 0) <= node) low = middle
      else high = middle - 1
    }
    return low
  }

  function rowOf(node: number): OutlineRow {
    const parent = parentOf(index, node)
    return {
      node,
      name: nameOf(index, node, 120),
      kind: kindOf(index, node),
      size: sizeOf(index, node),
      preview: previewOf(index, node, 160),
      level: (index.depth[node] ?? 0) + 1,
      open: isBranch(index, node) && open[node] === 1,
      place: (index.place[node] ?? 0) + 1,
      of: parent === -1 ? 1 : sizeOf(index, parent),
    }
  }

  return {
    now: (): Outline => ({ count: rows.length, cut }),
    rows: (from: number, count: number): OutlineRow[] => Array.from(rows.subarray(from, from + count), rowOf),
    set(node: number, to: boolean, all = false): Outline {
      open.fill(to ? 1 : 0, node, all ? index.next[node] : node + 1)
      return walk()
    },
    reveal(node: number): Outline & { place: number } {
      for (let up = parentOf(index, node); up !== -1; up = parentOf(index, up)) open[up] = 1
      return { ...walk(), place: placeOf(node) }
    },
    placeOf,
  }
}
