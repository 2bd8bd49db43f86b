// One pass over a JSON text: where it stops being JSON, its depth, repeated names and numbers that lose digits. Answers
// of 8 MiB and 10,000 levels come through here, so nothing recurses.
import type { Json } from '#contract/json.ts'
import { keeps } from './numbers.ts'
import { createPath } from './path.ts'
import { token, tokensOf } from './tokens.ts'

/** From 1; columns in UTF-16 units. */
export interface Fault {
  line: number
  column: number
  reason: string
}

/** Paths are dotted. */
export interface Finding {
  count: number
  first: string[]
}

export interface JsonScan {
  /** What was found before still counts. */
  fault?: Fault
  depth: number
  names: () => Set<string>
  /** A name twice in one object. */
  repeated: Finding
  /** Numbers that a double can't hold, or not to the last digit. */
  tooBig: Finding
  tooPrecise: Finding
}

const mostPaths = 3

type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end' | 'nothing'

const wanted: Record<Expected, string> = {
  value: 'a value was expected',
  'value or end': 'a value or ] was expected',
  name: 'a name in double quotes was expected',
  'name or end': 'a name in double quotes or } was expected',
  colon: 'a colon was expected',
  'comma or end': 'a comma or the end of the list or object was expected',
  nothing: 'it goes on after its end',
}
const notANumber = 'a number is not written as JSON writes it'

/** Never throws. `show` takes secrets out of names in paths. */
export function scanJson(text: string, show: (name: string) => string): JsonScan {
  const repeated: Finding = { count: 0, first: [] }
  const tooBig: Finding = { count: 0, first: [] }
  const tooPrecise: Finding = { count: 0, first: [] }
  const path = createPath(show)
  const scan: JsonScan = { depth: 0, names: path.names, repeated, tooBig, tooPrecise }
  const note = (finding: Finding) => {
    finding.count += 1
    if (finding.first.length < mostPaths) finding.first.push(path.toString())
  }
  const failed = (at: number, reason: string): JsonScan => ({ ...scan, fault: { ...placeOf(text, at), reason } })

  const tokens = tokensOf(text)
  let expected: Expected = 'value'
  const settled = (): Expected => (path.depth() === 0 ? 'nothing' : 'comma or end')

  for (;;) {
    const kind = tokens.next()
    const from = tokens.from()
    if (kind === token.end) return expected === 'nothing' ? scan : failed(text.length, 'it ends in the middle')
    const takesValue: boolean = expected === 'value' || expected === 'value or end'
    const takesName: boolean = expected === 'name' || expected === 'name or end'
    if (kind === token.string && (takesValue || takesName)) {
      if (!tokens.isWhole()) return failed(...stringFault(text, from))
      if (takesName && path.name(tokens.value())) note(repeated)
      expected = takesName ? 'colon' : settled()
    } else if (kind === token.colon && expected === 'colon') {
      expected = 'value'
    } else if (kind === token.comma && expected === 'comma or end') {
      expected = path.next() ? 'name' : 'value'
    } else if (
      (kind === token.closeBrace && (expected === 'name or end' || (expected === 'comma or end' && path.isObject()))) ||
      (kind === token.closeBracket &&
        (expected === 'value or end' || (expected === 'comma or end' && !path.isObject())))
    ) {
      path.leave()
      expected = settled()
    } else if (!takesValue) {
      return failed(from, wanted[expected])
    } else if (kind === token.openBrace || kind === token.openBracket) {
      path.enter(kind === token.openBrace)
      scan.depth = Math.max(scan.depth, path.depth())
      expected = kind === token.openBrace ? 'name or end' : 'value or end'
    } else if (kind === token.number) {
      // The scanner takes the 0 of 01 for a number of its own.
      if (!tokens.isWhole() || isDigit(text.charCodeAt(tokens.end()))) return failed(from, notANumber)
      const kept = keeps(tokens.value())
      if (kept === 'too big') note(tooBig)
      else if (kept === 'too precise') note(tooPrecise)
      expected = settled()
    } else if (kind === token.null || kind === token.true || kind === token.false) {
      expected = settled()
    } else return failed(from, text.charAt(from) === '-' ? notANumber : wanted[expected])
  }
}

export function readJson(text: string): { json: Json } | { fault: Fault } {
  try {
    return { json: JSON.parse(text) as Json }
  } catch {
    return { fault: scanJson(text, (name) => name).fault ?? { line: 1, column: 1, reason: wanted.value } }
  }
}

function placeOf(text: string, at: number): { line: number; column: number } {
  let line = 1
  let start = 0
  for (let next = text.indexOf('\n'); next !== -1 && next < at; next = text.indexOf('\n', next + 1)) {
    line += 1
    start = next + 1
  }
  return { line, column: at - start + 1 }
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39

function stringFault(text: string, from: number): [at: number, reason: string] {
  const suspects = /[\0-\x1f"]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4})?/g
  suspects.lastIndex = from + 1
  for (let found = suspects.exec(text); found !== null; found = suspects.exec(text)) {
    const [what] = found
    if (what < ' ') return [found.index, 'a line break, a tab or another control character stands inside a string']
    if (what === '\\' && found.index + 1 < text.length) return [found.index, 'a string has no such escape']
    if (what === '"') break
  }
  return [text.length, 'it ends in the middle of a string']
}
