// One pass over a JSON text: where it stops being JSON, how deep it goes, and what a parser would lose without a word: the first of two
// members of one name, digits of a number. Answers of 8 MiB and 10,000 levels come through here, so nothing recurses and little is kept.
import { createPath } from './json-path.ts'
import { endOfNumber, endOfString, fault, isSpace, keeps, stringFault } from './json-tokens.ts'
import type { Fault } from './json-tokens.ts'

/** How often something was found, and where first; paths are dotted, array places as numbers. */
export interface Finding {
  count: number
  first: string[]
}

export interface JsonScan {
  /** Where it is no JSON; what was found before still counts. */
  fault?: Fault
  depth: number
  /** All that are in it. */
  names: () => Set<string>
  /** A name that stood in its object before. */
  repeated: Finding
  /** Numbers that a double can't hold at all, or not to their last digit. */
  tooBig: Finding
  tooPrecise: Finding
}

const mostPaths = 3
const literals: Record<string, string> = { t: 'true', f: 'false', n: 'null' }

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

/** Scans a text; never throws. `show` takes secrets out of the names in paths. */
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
  const failed = (at: number, reason: string): JsonScan => ({ ...scan, fault: fault(text, at, reason) })

  let expected: Expected = 'value'
  const settled = (): Expected => (path.depth() === 0 ? 'nothing' : 'comma or end')

  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (isSpace(code)) continue
    if (expected === 'comma or end') {
      if (code === 0x2c) {
        expected = path.next() ? 'name' : 'value'
        continue
      }
      if (code !== (path.isObject() ? 0x7d : 0x5d)) return failed(at, wanted[expected])
      path.leave()
      expected = settled()
    } else if (expected === 'colon') {
      if (code !== 0x3a) return failed(at, wanted[expected])
      expected = 'value'
    } else if (expected === 'name' || expected === 'name or end') {
      if (code === 0x7d && expected === 'name or end') {
        path.leave()
        expected = settled()
        continue
      }
      if (code !== 0x22) return failed(at, wanted[expected])
      const end = endOfString(text, at)
      if (end < 0) return { ...scan, fault: stringFault(text, at) }
      if (path.name(text, at, end)) note(repeated)
      at = end - 1
      expected = 'colon'
    } else if (expected === 'nothing') {
      return failed(at, wanted[expected])
    } else if (code === 0x22) {
      const end = endOfString(text, at)
      if (end < 0) return { ...scan, fault: stringFault(text, at) }
      at = end - 1
      expected = settled()
    } else if (code === 0x7b || code === 0x5b) {
      path.enter(code === 0x7b)
      scan.depth = Math.max(scan.depth, path.depth())
      expected = code === 0x7b ? 'name or end' : 'value or end'
    } else if (code === 0x5d && expected === 'value or end') {
      path.leave()
      expected = settled()
    } else if (code === 0x2d || (code >= 0x30 && code <= 0x39)) {
      const end = endOfNumber(text, at)
      if (end === undefined) return failed(at, 'a number is not written as JSON writes it')
      const kept = keeps(text, at, end)
      if (kept === 'too big') note(tooBig)
      else if (kept === 'too precise') note(tooPrecise)
      at = end - 1
      expected = settled()
    } else {
      const literal = literals[text.charAt(at)]
      if (literal === undefined || !text.startsWith(literal, at)) return failed(at, wanted[expected])
      at += literal.length - 1
      expected = settled()
    }
  }
  return expected === 'nothing' ? scan : failed(text.length, 'it ends in the middle')
}
