// Placeholders: {{name}}, white space inside allowed. Lint, preview and completion all use this one pass.

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
  guess?: string
}

export interface Found {
  placeholders: Placeholder[]
  malformed: Malformed[]
}

const longestBody = 256
const wholeName = /^[\p{L}_][\p{L}\p{M}\p{N}_.-]*$/u
const leadingName = /^[\p{L}_][\p{L}\p{M}\p{N}_.-]*/u
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

export function findPlaceholders(text: string): Found {
  const found: Found = { placeholders: [], malformed: [] }
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
    const limit = Math.min(text.length, start + longestBody)
    let stop = start
    while (stop < limit && !'{}<'.includes(text.charAt(stop))) stop++
    const close =
      text.charAt(stop) === '}' ? braces('}', stop, Math.max(open.count, 2)) : { count: 0, first: 0, end: stop }
    const body = text.slice(start, stop).trim()
    let end = close.count > 0 ? close.end : stop
    const note = (kind: MalformedKind, guess: string | undefined) =>
      found.malformed.push({ kind, from: at, to: end, ...(guess === undefined ? {} : { guess }) })
    if (open.count === 1) {
      if (close.first >= 2 && isName(body)) note('opening', body)
      else end = Math.max(stop, open.end)
    } else if (close.count === 0) {
      const name = leadingName.exec(body)?.[0]
      end = name === undefined ? open.end : start + name.length
      note('unclosed', name)
      end = Math.max(stop, open.end)
    } else if (open.count > 2) note('nested', toName(body))
    else if (close.first < 2) note('closing', toName(body))
    else if (body === '') note('empty', undefined)
    else if (!isName(body)) note('name', toName(body))
    else found.placeholders.push({ name: body, from: at, to: end })
    at = text.indexOf('{', end)
  }
  return found
}
