// JSON read with a place for everything: the engine's own messages name no position for many mistakes, and it takes the last of two
// equal keys without a word.

export interface JsonEntry {
  key: string
  /** Offset of the key. */
  from: number
  value: JsonNode
}

export type JsonNode =
  | { kind: 'object'; from: number; entries: JsonEntry[] }
  | { kind: 'array'; from: number; items: JsonNode[] }
  | { kind: 'string' | 'number' | 'boolean' | 'null'; from: number; source: string }

export type ScannedJson = { ok: true; root: JsonNode } | { ok: false; message: string; offset: number }

const deepest = 200
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y

class Mistake extends Error {
  readonly offset: number
  constructor(message: string, offset: number) {
    super(message)
    this.offset = offset
  }
}

/** Reads strict JSON (RFC 8259); the first mistake with its offset. */
export function scanJson(text: string): ScannedJson {
  let at = 0
  const skip = () => {
    while (' \t\n\r'.includes(text.charAt(at)) && at < text.length) at++
  }
  const fail = (wanted: string): never => {
    throw new Mistake(at >= text.length ? `It ends too early: ${wanted} is missing` : `${wanted} is missing`, at)
  }
  const take = (character: string) => {
    skip()
    if (text.charAt(at) !== character) return false
    at++
    return true
  }
  const string = (): { source: string; from: number } => {
    skip()
    const from = at
    if (text.charAt(at) !== '"') fail('A name in double quotes')
    return { source: leaf(), from }
  }
  const leaf = (): string => {
    if (text.charAt(at) === '"') return quoted()
    scalar.lastIndex = at
    const source = scalar.exec(text)?.[0]
    if (source === undefined) return fail('A value')
    at += source.length
    return source
  }
  const quoted = (): string => {
    const from = at++
    for (;;) {
      const character = text.charAt(at)
      if (character === '' || character < ' ') return fail('A closing quote')
      at++
      if (character === '"') return text.slice(from, at)
      if (character !== '\\') continue
      const escape = /["\\/bfnrt]|u[\da-fA-F]{4}/y
      escape.lastIndex = at
      const escaped = escape.exec(text)?.[0]
      if (escaped === undefined) fail('A known character after \\')
      else at += escaped.length
    }
  }
  const value = (depth: number): JsonNode => {
    skip()
    const from = at
    if (depth > deepest) throw new Mistake(`It is nested more than ${deepest} deep`, at)
    if (take('{')) {
      const entries: JsonEntry[] = []
      if (take('}')) return { kind: 'object', from, entries }
      do {
        const { source, from: keyFrom } = string()
        if (!take(':')) fail('A colon')
        entries.push({ key: JSON.parse(source) as string, from: keyFrom, value: value(depth + 1) })
      } while (take(','))
      if (!take('}')) fail('A comma or }')
      return { kind: 'object', from, entries }
    }
    if (take('[')) {
      const items: JsonNode[] = []
      if (take(']')) return { kind: 'array', from, items }
      do items.push(value(depth + 1))
      while (take(','))
      if (!take(']')) fail('A comma or ]')
      return { kind: 'array', from, items }
    }
    const source = leaf()
    const kind = source.startsWith('"')
      ? 'string'
      : source === 'null'
        ? 'null'
        : /^[tf]/.test(source)
          ? 'boolean'
          : 'number'
    return { kind, from, source }
  }
  try {
    const root = value(0)
    skip()
    if (at < text.length) throw new Mistake('Nothing more may follow here', at)
    return { ok: true, root }
  } catch (error) {
    if (error instanceof Mistake) return { ok: false, message: error.message, offset: error.offset }
    throw error
  }
}

/** The first key that stands twice in one object, anywhere in the value. */
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
