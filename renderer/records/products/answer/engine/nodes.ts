// The name, text and path of a node, each cut to a length, since they may have any.
import { kinds, type JsonIndex, type NodeKind } from './json-index.ts'

export const kindOf = (index: JsonIndex, node: number): NodeKind => kinds[index.kind[node] ?? 0] ?? 'null'
export const sizeOf = (index: JsonIndex, node: number): number => index.size[node] ?? 0
export const isBranch = (index: JsonIndex, node: number): boolean => (index.kind[node] ?? 0) >= 4
export const parentOf = (index: JsonIndex, node: number): number => index.parent[node] ?? -1

export const sourceOf = (index: JsonIndex, node: number): string => index.text.slice(index.from[node], index.to[node])

export function* childrenOf(index: JsonIndex, node: number): Generator<number> {
  const end = index.next[node] ?? 0
  if (!isBranch(index, node)) return
  for (let child = node + 1; child < end; child = index.next[child] ?? end) yield child
}

/** Of several children of a name the last, as every parser takes it. */
export function childNamed(index: JsonIndex, node: number, name: string): number | undefined {
  if (kindOf(index, node) !== 'object') return undefined
  const quoted = JSON.stringify(name)
  let found: number | undefined
  for (const child of childrenOf(index, node)) {
    const from = index.nameFrom[child] ?? 0
    const to = index.nameTo[child] ?? 0
    const same = to - from === quoted.length && index.text.startsWith(quoted, from)
    if (same || (hasEscape(index.text, from, to) && decoded(index.text, from, to) === name)) found = child
  }
  return found
}

/** The node at a dotted path, where a name may have dots itself. */
export function nodeAt(index: JsonIndex, path: string): number | undefined {
  let node = 0
  let rest = path
  while (rest !== '') {
    let cut = rest.length
    let child: number | undefined
    for (let tries = 0; tries < 64 && cut > 0; tries += 1) {
      child = childNamed(index, node, rest.slice(0, cut))
      if (child !== undefined) break
      cut = rest.lastIndexOf('.', cut - 1)
    }
    if (child === undefined) return undefined
    node = child
    rest = rest.slice(cut + 1)
  }
  return node
}

/** The place where it is in a list; null for the root. */
export function nameOf(index: JsonIndex, node: number, most = Infinity): string | number | null {
  const parent = parentOf(index, node)
  if (parent === -1) return null
  if (kindOf(index, parent) === 'list') return index.place[node] ?? 0
  return decoded(index.text, index.nameFrom[node] ?? 0, index.nameTo[node] ?? 0, most)
}

/** A string without its quotes and escapes; any other value as in the text. */
export function textOf(index: JsonIndex, node: number, most = Infinity): string {
  const from = index.from[node] ?? 0
  const to = index.to[node] ?? 0
  if (kindOf(index, node) === 'string') return decoded(index.text, from, to, most)
  return to - from > most ? `${index.text.slice(from, from + most)}\u2026` : index.text.slice(from, to)
}

/** A value in one line. */
export function previewOf(index: JsonIndex, node: number, most = 200): string {
  if (!isBranch(index, node)) return textOf(index, node, most)
  const parts: string[] = []
  let length = 0
  for (const child of childrenOf(index, node)) {
    if (parts.length === 6 || length > most / 2) {
      parts.push('\u2026')
      break
    }
    const name = nameOf(index, child, 40)
    const value = isBranch(index, child)
      ? kindOf(index, child) === 'list'
        ? '[\u2026]'
        : '{\u2026}'
      : textOf(index, child, 40)
    const part = typeof name === 'string' ? `${name}: ${value}` : value
    parts.push(part)
    length += part.length
  }
  return kindOf(index, node) === 'list' ? `[${parts.join(', ')}]` : `{${parts.join(', ')}}`
}

const plainName = /^[\p{L}_$][\p{L}\p{N}_$]*$/u

/** `data.items[3].id`; names with other signs in brackets and quotes. Longer than `most` it loses its beginning. */
export function pathOf(index: JsonIndex, node: number, most = Infinity): string {
  const parts: string[] = []
  let length = 0
  for (let here = node; parentOf(index, here) !== -1; here = parentOf(index, here)) {
    const part = stepText(nameOf(index, here, most))
    parts.push(part)
    length += part.length
    if (length <= most) continue
    return `\u2026${parts.reverse().join('').slice(-most)}`
  }
  return parts.reverse().join('').replace(/^\./, '')
}

export function stepText(name: string | number | null): string {
  if (typeof name === 'number') return `[${name}]`
  return plainName.test(name ?? '') ? `.${name ?? ''}` : `[${JSON.stringify(name)}]`
}

/** The last names of a path, dotted, for `followTargets`. */
export function fieldPathOf(index: JsonIndex, node: number): string {
  const names: string[] = []
  for (let here = node; parentOf(index, here) !== -1 && names.length < 8; here = parentOf(index, here))
    names.unshift(String(nameOf(index, here, 80)))
  return names.join('.')
}

const hasEscape = (text: string, from: number, to: number): boolean => text.slice(from, to).includes('\\')

/** The text between two quotes; an escape that no parser takes stays as it is. */
function decoded(text: string, from: number, to: number, most = Infinity): string {
  const inner = to - 1 - from - 1
  // An escape has up to six letters for one: what is read is longer than what is shown.
  const cut = inner > most * 6 + 12
  const raw = text.slice(from + 1, cut ? from + 1 + most * 6 + 12 : to - 1)
  const said = raw.includes('\\') ? unescaped(cut ? raw.replace(/\\[^\\]{0,5}$/, '') : raw) : raw
  if (said.length <= most) return cut ? `${said}\u2026` : said
  return `${said.slice(0, most).replace(/[\ud800-\udbff]$/, '')}\u2026`
}

function unescaped(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`) as string
  } catch {
    return raw
  }
}
