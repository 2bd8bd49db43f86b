// JSON with the offset of everything: `JSON.parse` names no position for many mistakes and silently takes the last of
// two equal keys.
import { createScanner } from 'jsonc-parser'

export interface JsonEntry {
  key: string
  from: number
  value: JsonNode
}

export type JsonNode =
  | { kind: 'object'; from: number; entries: JsonEntry[] }
  | { kind: 'array'; from: number; items: JsonNode[] }
  | JsonScalar

interface JsonScalar {
  kind: 'string' | 'number' | 'boolean' | 'null'
  from: number
  source: string
}

/** What is wrong with a text; its sentence is `common.json.<fault>`. */
export const jsonFaults = [
  'end',
  'value',
  'name',
  'colon',
  'comma_in_object',
  'comma_in_list',
  'quote',
  'escape',
  'nested',
  'more',
] as const
export type JsonFault = (typeof jsonFaults)[number]

export type ScannedJson = { ok: true; root: JsonNode } | { ok: false; fault: JsonFault; offset: number }

const deepest = 200
/** The library declares its kinds of tokens as a `const enum`, which single files can't import. */
export const token = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  lineBreak: 14,
  space: 15,
  unknown: 16,
  end: 17,
} as const
const scalars = new Map<number, JsonScalar['kind']>([
  [token.string, 'string'],
  [token.number, 'number'],
  [token.true, 'boolean'],
  [token.false, 'boolean'],
  [token.null, 'null'],
])
const escaped = /["\\/bfnrt]|u[\da-fA-F]{4}/y

class Mistake extends Error {
  readonly fault: JsonFault
  readonly offset: number
  constructor(fault: JsonFault, offset: number) {
    super(fault)
    this.fault = fault
    this.offset = offset
  }
}

/** Reads strict JSON (RFC 8259), up to the first mistake. */
export function scanJson(text: string): ScannedJson {
  const scanner = createScanner(text, false)
  const at = (): number => scanner.getTokenOffset()
  let kind = 0
  const next = (): void => {
    do kind = scanner.scan()
    while (kind === token.space || kind === token.lineBreak)
  }
  const fail = (missing: JsonFault, offset = at()): never => {
    throw new Mistake(offset >= text.length && missing !== 'quote' ? 'end' : missing, offset)
  }
  const take = (wanted: number): boolean => {
    if (kind !== wanted) return false
    next()
    return true
  }
  const scalar = (of: JsonScalar['kind']): JsonScalar => {
    const from = at()
    if ((scanner.getTokenError() as number) !== 0) {
      if (of === 'string') fail(...stringFault(text, from))
      fail('value')
    }
    const source = text.slice(from, scanner.getPosition())
    next()
    return { kind: of, from, source }
  }
  const entry = (depth: number): JsonEntry => {
    if (kind !== token.string) fail('name')
    const { source, from } = scalar('string')
    if (!take(token.colon)) fail('colon')
    return { key: JSON.parse(source) as string, from, value: value(depth) }
  }
  const list = <T>(end: number, missing: JsonFault, item: () => T): T[] => {
    const items: T[] = []
    next()
    if (take(end)) return items
    do items.push(item())
    while (take(token.comma))
    if (!take(end)) fail(missing)
    return items
  }
  const value = (depth: number): JsonNode => {
    const from = at()
    if (depth > deepest) throw new Mistake('nested', from)
    if (kind === token.openBrace)
      return { kind: 'object', from, entries: list(token.closeBrace, 'comma_in_object', () => entry(depth + 1)) }
    if (kind === token.openBracket)
      return { kind: 'array', from, items: list(token.closeBracket, 'comma_in_list', () => value(depth + 1)) }
    return scalar(scalars.get(kind) ?? fail('value'))
  }
  try {
    next()
    const root = value(0)
    if (kind !== token.end) throw new Mistake('more', at())
    return { ok: true, root }
  } catch (error) {
    if (error instanceof Mistake) return { ok: false, fault: error.fault, offset: error.offset }
    throw error
  }
}

/** What is wrong with a string that the scanner refused, and where. */
function stringFault(text: string, from: number): [missing: JsonFault, offset: number] {
  for (let at = from + 1; ; at += 1) {
    const character = text.charAt(at)
    if (character === '' || character < ' ') return ['quote', at]
    if (character !== '\\') continue
    escaped.lastIndex = at + 1
    if (!escaped.test(text)) return ['escape', at + 1]
    at = escaped.lastIndex - 1
  }
}

/** The first key that occurs twice in one object, anywhere in the value. */
export function duplicateKey(node: JsonNode): JsonEntry | undefined {
  if (node.kind === 'array') return firstOf(node.items)
  if (node.kind !== 'object') return undefined
  const seen = new Set<string>()
  for (const entry of node.entries) {
    if (seen.has(entry.key)) return entry
    seen.add(entry.key)
  }
  return firstOf(node.entries.map((entry) => entry.value))
}

function firstOf(nodes: JsonNode[]): JsonEntry | undefined {
  for (const node of nodes) {
    const found = duplicateKey(node)
    if (found !== undefined) return found
  }
  return undefined
}
