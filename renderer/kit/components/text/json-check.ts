// JSON as a person wrote it, with the place of each fault. JSON.parse alone would take the last of two equal names, round numbers and turn 1e999
// into Infinity. Nothing here recurses, so that any depth is read.
import { parser } from '@lezer/json'
import { createScanner, parseTree, type Node } from 'jsonc-parser'
import { numberFault } from './json-number.ts'
import { parseJson } from './json-text.ts'
import { placesIn } from '../../base/text-places.ts'

export const jsonProblemKinds = [
  'syntax',
  'duplicate',
  'too_big',
  'imprecise',
  'non_finite',
  'too_deep',
  'surrogate',
] as const
type JsonProblemKind = (typeof jsonProblemKinds)[number]

export const syntaxReasons = [
  'empty',
  'end',
  'quotes',
  'comment',
  'comma',
  'word',
  'number',
  'text',
  'extra',
  'other',
] as const
export type SyntaxReason = (typeof syntaxReasons)[number]

/** The library declares its kinds of tokens as a `const enum`, which single files can't import. */
const token = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  string: 10,
  number: 11,
  end: 17,
} as const

export interface JsonProblem {
  from: number
  to: number
  line: number
  column: number
  kind: JsonProblemKind
  name?: string
  reason?: SyntaxReason
}

export type CheckedJson = { ok: true; value: unknown } | { ok: false; problems: JsonProblem[] }

type Found = Omit<JsonProblem, 'line' | 'column'>

/** Code that walks a deeper value could overflow its stack. */
export const deepest = 100
const mostProblems = 100
const longestName = 60

export function checkJson(text: string): CheckedJson {
  const parsed = parseJson(text)
  const found = walk(text)
  if (!parsed.ok) found.push(...syntaxProblems(text, found))
  if (found.length === 0 && parsed.ok) return { ok: true, value: parsed.value }
  const place = placesIn(text)
  const problems = found.toSorted((a, b) => a.from - b.from).slice(0, mostProblems)
  return { ok: false, problems: problems.map((one) => ({ ...one, ...place(one.from) })) }
}

/** Of what can't be sent as it is, these can be read. */
const readable: ReadonlySet<string> = new Set(['imprecise', 'too_big', 'surrogate'])

/** The places of all values of a text that is read and not sent. */
export function jsonTree(text: string): { ok: true; root: Node } | { ok: false; problem: JsonProblem } {
  const checked = checkJson(text)
  const problem = checked.ok ? undefined : checked.problems.find(({ kind }) => !readable.has(kind))
  const root = problem === undefined ? parseTree(text) : undefined
  return root === undefined
    ? { ok: false, problem: problem ?? { from: 0, to: 0, line: 1, column: 1, kind: 'syntax', reason: 'other' } }
    : { ok: true, root }
}

/** Faults of names, texts, numbers and depth; faults of the syntax are passed over. */
function walk(text: string): Found[] {
  const found: Found[] = []
  // The names met in each open object; undefined for a list.
  const open: Array<Set<string> | undefined> = []
  let tooDeep = false
  const scanner = createScanner(text, false)
  for (let kind: number = scanner.scan(); kind !== token.end && found.length < mostProblems; kind = scanner.scan()) {
    const from = scanner.getTokenOffset()
    const to = scanner.getPosition()
    const word = scanner.getTokenValue()
    if (kind === token.string) found.push(...textProblems(text, from, to, word, open.at(-1)))
    else if (kind === token.openBrace || kind === token.openBracket) {
      open.push(kind === token.openBrace ? new Set() : undefined)
      if (open.length > deepest && !tooDeep) {
        found.push({ from, to, kind: 'too_deep' })
        tooDeep = true
      }
    } else if (kind === token.closeBrace || kind === token.closeBracket) open.pop()
    else if (kind === token.number) {
      const fault = numberFault(word)
      if (fault !== undefined) found.push({ from, to, kind: fault, name: short(word) })
    } else if (word === 'NaN' || word === 'Infinity') {
      // The scanner takes a sign before a word for a token of its own.
      const sign = text.charAt(from - 1) === '-' ? '-' : ''
      found.push({ from: from - sign.length, to, kind: 'non_finite', name: sign + word })
    }
  }
  return found
}

function textProblems(text: string, from: number, to: number, value: string, names: Set<string> | undefined): Found[] {
  const found: Found[] = value.isWellFormed() ? [] : [{ from, to, kind: 'surrogate' }]
  if (names !== undefined && /^\s*:/.test(text.slice(to, to + 200))) {
    if (names.has(value)) found.push({ from, to, kind: 'duplicate', name: short(value) })
    names.add(value)
  }
  return found
}

/** At least one place, by a parser that goes on behind a mistake. */
function syntaxProblems(text: string, known: readonly Found[]): Found[] {
  if (known.some(({ kind }) => kind === 'too_deep')) return []
  const rest = known
    .filter(({ kind }) => kind === 'non_finite')
    .reduce((whole, { from, to }) => whole.slice(0, from) + '0'.padEnd(to - from) + whole.slice(to), text)
  const parsed = parseJson(rest)
  if (parsed.ok) return []
  const found: Found[] = []
  const cursor = parser.parse(rest).cursor()
  let last = -1
  do {
    if (!cursor.type.isError || cursor.from <= last) continue
    last = cursor.to
    found.push(syntax(text, cursor.from, cursor.to))
  } while (found.length < mostProblems && cursor.next())
  return found.length > 0 ? found : [syntax(text, text.length)]
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
