// What a person wrote as JSON, read strictly and with a place for everything that is wrong. JSON.parse decides what is JSON; it alone would take
// the last of two equal names, round numbers and turn 1e999 into Infinity without a word. Nothing here recurses: any depth is read and named.
import { parser } from '@lezer/json'
import { numberFault } from '../../components/json-number.ts'

export type JsonProblemKind = 'syntax' | 'duplicate' | 'too_big' | 'imprecise' | 'non_finite' | 'too_deep' | 'surrogate'

/** What is most likely meant by a text that is no JSON. */
export type SyntaxReason =
  | 'empty'
  | 'end'
  | 'quotes'
  | 'comment'
  | 'comma'
  | 'word'
  | 'number'
  | 'text'
  | 'extra'
  | 'other'

export interface JsonProblem {
  /** Offsets within the text. */
  from: number
  to: number
  /** Of `from`, counted from 1. */
  line: number
  column: number
  kind: JsonProblemKind
  /** The name that stands twice, or the spelling that is meant, shortened. */
  name?: string
  /** Of `syntax`. */
  reason?: SyntaxReason
}

export type CheckedJson = { ok: true; value: unknown } | { ok: false; problems: JsonProblem[] }

type Found = Omit<JsonProblem, 'line' | 'column'>

/** Deeper, nothing that walks the value afterwards can be sure of its stack. */
export const deepest = 100
const mostProblems = 100
const longestName = 60

/** Reads a JSON text; a value comes only where nothing is wrong with it. */
export function checkJson(text: string): CheckedJson {
  const parsed = parse(text)
  const found = walk(text)
  if (!parsed.ok) found.push(...syntaxProblems(text, found))
  if (found.length === 0 && parsed.ok) return { ok: true, value: parsed.value }
  return { ok: false, problems: placed(text, found) }
}

function parse(text: string): { ok: true; value: unknown } | { ok: false; offset: number | undefined } {
  try {
    return { ok: true, value: JSON.parse(text) as unknown }
  } catch (error) {
    const place = /position (\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    return { ok: false, offset: place === undefined ? undefined : Number(place) }
  }
}

const token = /-?(?:NaN|Infinity)\b|-?\d[\d.eE+-]*|[{}[\],:]/y

/** Everything that may be wrong in a text whose brackets, texts and numbers stand where they should; what stands elsewhere is passed over. */
function walk(text: string): Found[] {
  const found: Found[] = []
  // The names met in each open object; undefined for a list.
  const open: Array<Set<string> | undefined> = []
  let tooDeep = false
  let at = 0
  while (at < text.length && found.length < mostProblems) {
    const code = text.charCodeAt(at)
    if (code === 0x22) {
      const to = stringEnd(text, at)
      found.push(...textProblems(text, at, to, open.at(-1)))
      at = to
      continue
    }
    token.lastIndex = at
    const word = token.exec(text)?.[0]
    if (word === undefined) {
      at += 1
      continue
    }
    const to = at + word.length
    if (word === '{' || word === '[') {
      open.push(word === '{' ? new Set() : undefined)
      if (open.length > deepest && !tooDeep) {
        found.push({ from: at, to, kind: 'too_deep' })
        tooDeep = true
      }
    } else if (word === '}' || word === ']') open.pop()
    else if (/[NI]/.test(word)) found.push({ from: at, to, kind: 'non_finite', name: word })
    else if (/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(word)) {
      const fault = numberFault(word)
      if (fault !== undefined) found.push({ from: at, to, kind: fault, name: short(word) })
    }
    at = to
  }
  return found
}

/** One behind the closing quote; a text that is not closed ends with its line. */
function stringEnd(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code === 0x22) return at + 1
    if (code === 0x0a) return at
    if (code === 0x5c) at += 1
  }
  return text.length
}

function textProblems(text: string, from: number, to: number, names: Set<string> | undefined): Found[] {
  const source = text.slice(from, to)
  const isName = names !== undefined && /^\s*:/.test(text.slice(to, to + 200))
  const half = /\\u[dD][89a-fA-F]|[\ud800-\udfff]/.test(source)
  if (!isName && !half) return []
  const value = decoded(source)
  const found: Found[] = half && !value.isWellFormed() ? [{ from, to, kind: 'surrogate' }] : []
  if (isName) {
    if (names.has(value)) found.push({ from, to, kind: 'duplicate', name: short(value) })
    names.add(value)
  }
  return found
}

function decoded(source: string): string {
  try {
    return String(JSON.parse(source))
  } catch {
    return source
  }
}

/** Where a text stops being JSON, by the parser that goes on behind a mistake; at least one place, whatever it says. */
function syntaxProblems(text: string, known: readonly Found[]): Found[] {
  // What is named already is no second mistake.
  const rest = known
    .filter(({ kind }) => kind === 'non_finite')
    .reduce((whole, { from, to }) => whole.slice(0, from) + '0'.padEnd(to - from) + whole.slice(to), text)
  const parsed = parse(rest)
  if (parsed.ok) return []
  const found: Found[] = []
  // Far too deep, the parser takes long and tells no more.
  if (!known.some(({ kind }) => kind === 'too_deep')) {
    const cursor = parser.parse(rest).cursor()
    let last = -1
    do {
      if (!cursor.type.isError || cursor.from <= last) continue
      last = cursor.to
      found.push(syntax(text, cursor.from, cursor.to))
    } while (found.length < mostProblems && cursor.next())
  }
  return found.length > 0 ? found : [syntax(text, Math.min(parsed.offset ?? text.length, text.length))]
}

function syntax(text: string, from: number, until = from): Found {
  const to = Math.min(Math.max(until, from + 1), text.length)
  const word = /^[\p{L}\p{N}_$.+-]+/u.exec(text.slice(from, from + 200))?.[0]
  return { from, to, kind: 'syntax', reason: reasonOf(text, from, word), name: short(word ?? text.slice(from, to)) }
}

function reasonOf(text: string, from: number, word: string | undefined): SyntaxReason {
  if (text.trim() === '') return 'empty'
  const rest = text.slice(from, from + 2)
  const before = text
    .slice(Math.max(0, from - 200), from)
    .trimEnd()
    .at(-1)
  if (text.slice(from, from + 200).trim() === '' && from + 200 >= text.length) return 'end'
  if (rest.startsWith("'") || rest.startsWith('\u201c') || rest.startsWith('\u201d')) return 'quotes'
  if (rest === '//' || rest === '/*') return 'comment'
  if (rest.startsWith('"')) return before === undefined || '{[:,'.includes(before) ? 'text' : 'extra'
  if (before === ',' && /^[}\]]/.test(rest)) return 'comma'
  if (rest.startsWith(',')) return 'comma'
  if (word !== undefined)
    return /^[+.\d-]/.test(word) ? (before === undefined || '{[:,'.includes(before) ? 'number' : 'extra') : 'word'
  return 'other'
}

const short = (name: string): string => (name.length > longestName ? `${name.slice(0, longestName)}\u2026` : name)

function placed(text: string, found: readonly Found[]): JsonProblem[] {
  let line = 1
  let start = 0
  let next = text.indexOf('\n')
  return found
    .toSorted((a, b) => a.from - b.from)
    .slice(0, mostProblems)
    .map((one) => {
      while (next !== -1 && next < one.from) {
        line += 1
        start = next + 1
        next = text.indexOf('\n', start)
      }
      return { ...one, line, column: one.from - start + 1 }
    })
}
