// Placeholders: {{name}}, white space inside allowed. Lint, preview and completion all use this one pass. Constructs of other template
// languages are only recognised: nothing here may lead to a rewritten one.
import { foreignKind, namesInside, type Foreign } from './foreign.ts'

/** Offsets in UTF-16 units, end exclusive. */
interface Placeholder {
  name: string
  from: number
  to: number
}

/** `empty` {{}}, `name` {{ a b }}, `opening` {name}}, `closing` {{name}, `unclosed` {{name, `nested` {{ {{a}} }} and {{{a}}}. */
type MalformedKind = 'empty' | 'name' | 'opening' | 'closing' | 'unclosed' | 'nested'

export interface Malformed {
  kind: MalformedKind
  from: number
  to: number
  /** The text between the braces, where it is a name. */
  guess?: string
}

export interface Found {
  placeholders: Placeholder[]
  malformed: Malformed[]
  foreign: Foreign[]
  /** Whether delimiters are changed in this text, after which braces may mean something else. */
  delimiters: boolean
}

const longestBody = 256
const wholeName = /^[\p{L}_][\p{L}\p{M}\p{N}_.-]*$/u
const space = /\s/

/** Whether a placeholder can have this name: letters, digits, _ . and -, beginning with a letter or _. */
export const isName = (name: string) => wholeName.test(name)

/** The nearest name that a placeholder can have; undefined where nothing is left of it. */
export function toName(text: string): string | undefined {
  const name = text
    .replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, ' ')
    .trim()
    .replaceAll(' ', '_')
  if (name === '') return undefined
  return isName(name) ? name : isName(`_${name}`) ? `_${name}` : undefined
}

/** A set delimiter may contain <; elsewhere it begins a tag before a letter, / or !, and compares before anything else. */
const endsBody = (text: string, at: number, start: number): boolean => {
  const character = text.charAt(at)
  return (
    character === '{' ||
    character === '}' ||
    (character === '<' && text.charAt(start) !== '=' && /[a-z/!]/i.test(text.charAt(at + 1)))
  )
}

export function findPlaceholders(text: string): Found {
  const found: Found = { placeholders: [], malformed: [], foreign: [], delimiters: false }
  let blocks = 0
  /** Single braces that are open: the next }} ends one of them, as in JSON and style sheets. */
  let nested = 0
  let noEndAfter = Infinity
  let noDashesAfter = Infinity
  /** Where a comment that may contain braces ends. */
  const commentEnd = (start: number): number | undefined => {
    if (start >= noEndAfter) return undefined
    const dashes = start < noDashesAfter && text.startsWith('!--', start) ? text.indexOf('--}}', start + 3) : 0
    if (dashes < 0) noDashesAfter = start
    const end = dashes > 0 ? dashes + 2 : text.indexOf('}}', start)
    if (end < 0) noEndAfter = start
    return end < 0 ? undefined : end + 2
  }
  const pastSpace = (at: number) => {
    while (at < text.length && space.test(text.charAt(at))) at++
    return at
  }
  /** Braces from an offset on, with white space between runs; `first` is the length of the first run. */
  const braces = (brace: string, start: number, most: number) => {
    let count = 0
    let at = start
    let first = 0
    for (;;) {
      while (count < most && text.charAt(at) === brace) [count, at] = [count + 1, at + 1]
      if (first === 0) first = count
      if (first < 2 && brace === '{') return { count, first, end: at }
      const next = count < most ? pastSpace(at) : at
      if (next === at || text.charAt(next) !== brace) return { count, first, end: at }
      at = next
    }
  }
  let at = text.indexOf('{')
  while (at >= 0) {
    const open = braces('{', at, Infinity)
    const start = pastSpace(open.end)
    const ended = open.count === 2 && text.charAt(start) === '!' ? commentEnd(start) : undefined
    if (ended !== undefined) {
      found.foreign.push({ kind: 'comment', from: at, to: ended, names: [] })
      at = text.indexOf('{', ended)
      continue
    }
    const limit = Math.min(text.length, start + longestBody)
    let stop = start
    while (stop < limit && !endsBody(text, stop, start)) stop++
    const close =
      text.charAt(stop) === '}' ? braces('}', stop, Math.max(open.count, 2)) : { count: 0, first: 0, end: stop }
    const body = text.slice(start, stop).trim()
    let end = close.count > 0 ? close.end : stop
    const kind = open.first >= 2 && close.first >= 2 ? foreignKind(body, open.first, close.first, blocks) : undefined
    const note = (as: MalformedKind) =>
      found.malformed.push({ kind: as, from: at, to: end, ...(isName(body) ? { guess: body } : {}) })
    if (kind !== undefined) {
      found.foreign.push({ kind, from: at, to: end, names: namesInside(body) })
      if (/^~?[#^]\s*\S/.test(body)) blocks++
      if (kind === 'end') blocks = Math.max(0, blocks - 1)
      if (kind === 'delimiters') found.delimiters = true
    } else if (open.count === 1) {
      if (close.count === 0) nested++
      else if (close.first >= 2 && nested === 0 && isName(body)) note('opening')
      else nested = Math.max(0, nested + 1 - close.count)
      end = Math.max(end, open.end)
    } else if (close.count === 0) {
      const written = body.length === 0 ? open.end : start + text.slice(start, stop).trimEnd().length
      end = isName(body) ? written : Math.min(written, start + (/^\S*/.exec(body)?.[0].length ?? 0))
      note('unclosed')
      end = Math.max(stop, open.end)
    } else if (open.count > 2) note('nested')
    else if (close.first < 2) note('closing')
    else if (body === '') note('empty')
    else if (!isName(body)) note('name')
    else found.placeholders.push({ name: body, from: at, to: end })
    at = text.indexOf('{', end)
    if (nested > 0 && at >= 0) nested = Math.max(0, nested - (text.slice(end, at).match(/\}/g)?.length ?? 0))
  }
  return found
}
