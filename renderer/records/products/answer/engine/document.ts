// One answer in the worker, and what may be asked of it. Replies are small whatever the answer's size.
import type { Json } from '#contract/json.ts'
import type { BodyKind } from '#contract/requests.ts'
import { bytesOf, hexRows, imageType } from './bytes.ts'
import { factsOf, type JsonFacts, type Known } from './facts.ts'
import { indexJson, type JsonIndex, type NodeKind } from './json-index.ts'
import { wrapText, type TextRow, type TextRows } from './lines.ts'
import { fieldPathOf, isBranch, kindOf, nodeAt, pathOf, sizeOf, sourceOf, textOf } from './nodes.ts'
import { createOutline, type Outline, type OutlineRow } from './outline.ts'
import { prettyOf } from './pretty.ts'
import { searchNodes, searchText, type Hits } from './search.ts'
import { createTable, type AnswerRow, type AnswerTable, type Order } from './table.ts'

export type AnswerFacts =
  | ({ kind: 'json' } & JsonFacts)
  /** `problem` where it should have been JSON. */
  | { kind: 'text'; problem?: string }
  | { kind: 'binary'; hex: string[]; image?: string }

export interface NodeFacts {
  node: number
  kind: NodeKind
  size: number
  path: string
  /** Dotted, its last names alone. */
  fieldPath: string
  text: string
  length: number
}

export type SearchPlace = 'table' | 'tree' | 'raw'

const mostCopied = 2_097_152
const firstLines = 60

export function createDocument() {
  let pieces: string[] = []
  let text = ''
  let index: JsonIndex | undefined
  let known: Known = { resource: '' }
  let table: ReturnType<typeof createTable> | undefined
  let outline: ReturnType<typeof createOutline> | undefined
  let raw: { text: string; rows: TextRows } | undefined
  let pretty: string | undefined
  let searching = 0

  const json = (): JsonIndex => needed(index)
  const whole = (): string => (text === '' ? pieces.join('') : text)
  const indented = (): string => (pretty ??= prettyOf(json()))

  function open(kind: BodyKind, of: Known): AnswerFacts {
    text = whole()
    pieces = []
    known = of
    if (kind === 'binary') {
      const bytes = bytesOf(text, 256)
      const image = imageType(bytes)
      return { kind: 'binary', hex: hexRows(bytes), ...(image === undefined ? {} : { image }) }
    }
    if (kind !== 'json') return { kind: 'text' }
    try {
      index ??= indexJson(text)
      outline ??= createOutline(index)
      return { kind: 'json', ...factsOf(index, JSON.parse(text) as Json, of) }
    } catch (error) {
      index = undefined
      return { kind: 'text', problem: error instanceof Error ? error.message.slice(0, 200) : '' }
    }
  }

  async function search(query: string, where: SearchPlace): Promise<Hits | undefined> {
    searching += 1
    const mine = searching
    if (where === 'raw') {
      const { text: shown, rows } = needed(raw)
      return searchText(shown, query, rows.placeOf)
    }
    const within = where === 'table' ? needed(table).within : () => true
    return searchNodes(
      json(),
      query,
      within,
      () => new Promise((resolve) => setTimeout(() => resolve(mine === searching), 0)),
    )
  }

  return {
    piece(part: string): number {
      pieces.push(part)
      return part.length
    },
    peek: (width: number): TextRow[] =>
      wrapText((pieces[0] ?? '').slice(0, width * firstLines), width).rows(0, firstLines),
    /** Called again after another choice of the person. */
    open,

    list(path: string): AnswerTable {
      table = createTable(json(), needed(nodeAt(json(), path)), known)
      return table.about()
    },
    rows: (from: number, count: number): AnswerRow[] => needed(table).rows(from, count),
    sort: (by?: Order): void => needed(table).sort(by),
    cellOf: (node: number): { place: number; column: number } | null => needed(table).placeOf(node) ?? null,

    tree: (): Outline => needed(outline).now(),
    nodes: (from: number, count: number): OutlineRow[] => needed(outline).rows(from, count),
    set: (node: number, to: boolean, all: boolean): Outline => needed(outline).set(node, to, all),
    reveal: (node: number): Outline & { place: number } => needed(outline).reveal(node),
    placeOf: (node: number): number => needed(outline).placeOf(node),

    /** `spread`: one value a line. */
    wrap(width: number, spread: boolean): Outline {
      const shown = spread ? indented() : text
      raw = { text: shown, rows: wrapText(shown, Math.max(20, width)) }
      return { count: raw.rows.count, cut: raw.rows.cut }
    },
    lines: (from: number, count: number): TextRow[] => needed(raw).rows.rows(from, count),

    /** Undefined where another search or `stop` came first. */
    search,
    stop(): void {
      searching += 1
    },

    node(node: number): NodeFacts {
      const branch = isBranch(json(), node)
      return {
        node,
        kind: kindOf(json(), node),
        size: sizeOf(json(), node),
        path: pathOf(json(), node, 400),
        fieldPath: fieldPathOf(json(), node),
        text: branch ? '' : textOf(json(), node, 4_000),
        length: (json().to[node] ?? 0) - (json().from[node] ?? 0) - (kindOf(json(), node) === 'string' ? 2 : 0),
      }
    },
    /** For the clipboard: a string as it reads, else JSON; null where it is too long. */
    copy(node: number): string | null {
      const long = node < 0 ? text.length : (json().to[node] ?? 0) - (json().from[node] ?? 0)
      if (long > mostCopied) return null
      return node < 0 ? text : isBranch(json(), node) ? sourceOf(json(), node) : textOf(json(), node)
    },
    path: (node: number): string => pathOf(json(), node, mostCopied),
    blob: (kind: BodyKind, type: string): Blob => new Blob([kind === 'binary' ? bytesOf(whole()) : whole()], { type }),
    /** The text to be compared, one value a line; null where it is longer than `most`. */
    plain(most: number): string | null {
      if (text.length > most) return null
      const shown = index === undefined ? text : indented()
      return shown.length > most ? null : shown
    },
    index: (): JsonIndex | undefined => index,
  }
}

export type AnswerDocument = ReturnType<typeof createDocument>

function needed<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('The answer was not opened as that.')
  return value
}
