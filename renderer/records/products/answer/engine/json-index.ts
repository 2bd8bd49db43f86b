// JSON as places in its text: a number keeps its digits, a name may be there twice, and nesting of any depth needs no stack. Nodes are numbered
// in the order of the text; a node's first child is the next number.

export const kinds = ['null', 'boolean', 'number', 'string', 'list', 'object'] as const
export type NodeKind = (typeof kinds)[number]

export interface JsonIndex {
  text: string
  count: number
  kind: Uint8Array
  /** Offsets of a value; the end is exclusive. */
  from: Uint32Array
  to: Uint32Array
  /** Offsets of a name's quotes; equal where there is no name. */
  nameFrom: Uint32Array
  nameTo: Uint32Array
  /** -1 for the whole. */
  parent: Int32Array
  place: Uint32Array
  depth: Uint32Array
  size: Uint32Array
  /** The first node behind everything below this one. */
  next: Uint32Array
}

const columns = ['from', 'to', 'nameFrom', 'nameTo', 'place', 'depth', 'size', 'next'] as const
const [quote, comma, colon, openList, closeList, openObject, closeObject, minus] = [
  0x22, 0x2c, 0x3a, 0x5b, 0x5d, 0x7b, 0x7d, 0x2d,
]
const [numberKind, stringKind, listKind, objectKind] = [2, 3, 4, 5]
const words: Record<number, [word: string, kind: number]> = { 0x74: ['true', 1], 0x66: ['false', 1], 0x6e: ['null', 0] }

/** The index of a JSON text (RFC 8259). @throws SyntaxError with the place where it is none. */
export function indexJson(text: string): JsonIndex {
  const index = emptyIndex(text)
  const end = text.length
  let at = 0
  let parent = -1
  let nameFrom = 0
  let nameTo = 0
  /** The next backslash: most strings have none and end at their next quote. */
  let slash = text.indexOf('\\')

  const fail = (): never => {
    throw new SyntaxError(`No JSON at character ${at + 1}`)
  }
  const space = (): void => {
    for (
      let code = text.charCodeAt(at);
      code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
      code = text.charCodeAt(at)
    )
      at += 1
  }
  function string(): void {
    let from = at + 1
    let found = text.indexOf('"', from)
    for (;;) {
      if (found === -1) fail()
      if (slash !== -1 && slash < from) slash = text.indexOf('\\', from)
      if (slash === -1 || slash > found) break
      from = slash + 2
      if (found < from) found = text.indexOf('"', from)
    }
    at = found + 1
  }
  function name(): void {
    if (text.charCodeAt(at) !== quote) fail()
    nameFrom = at
    string()
    nameTo = at
    space()
    if (text.charCodeAt(at) !== colon) fail()
    at += 1
    space()
  }
  function scalar(code: number): number {
    const from = at
    if (code === quote) {
      string()
      return stringKind
    }
    const word = words[code]
    if (word !== undefined && text.startsWith(word[0], at)) {
      at += word[0].length
      return word[1]
    }
    if (code !== minus && !isDigit(code)) fail()
    while (at < end && isOfNumber(text.charCodeAt(at))) at += 1
    if (at === from + 1 && code === minus) fail()
    return numberKind
  }

  space()
  for (;;) {
    const code = text.charCodeAt(at)
    const node = add(index, parent, at, nameFrom, nameTo)
    nameFrom = 0
    nameTo = 0
    let inside = false
    if (code === openObject || code === openList) {
      index.kind[node] = code === openObject ? objectKind : listKind
      at += 1
      space()
      inside = text.charCodeAt(at) !== (code === openObject ? closeObject : closeList)
      if (!inside) at += 1
    } else index.kind[node] = scalar(code)
    if (inside) {
      parent = node
      if (code === openObject) name()
      continue
    }
    index.to[node] = at
    index.next[node] = index.count
    // Behind a value: another one, or the end of what it stands in.
    for (;;) {
      space()
      if (parent === -1) {
        if (at < end) fail()
        return index
      }
      const object = index.kind[parent] === objectKind
      const after = text.charCodeAt(at)
      at += 1
      if (after === comma) {
        space()
        if (object) name()
        break
      }
      if (after !== (object ? closeObject : closeList)) {
        at -= 1
        fail()
      }
      index.to[parent] = at
      index.next[parent] = index.count
      parent = index.parent[parent] ?? -1
    }
  }
}

const isDigit = (code: number): boolean => code >= 0x30 && code <= 0x39
const isOfNumber = (code: number): boolean =>
  isDigit(code) || code === 0x2e || code === 0x2b || code === minus || code === 0x65 || code === 0x45

function emptyIndex(text: string): JsonIndex {
  const room = Math.max(16, text.length >> 3)
  const column = (): Uint32Array => new Uint32Array(room)
  return {
    text,
    count: 0,
    kind: new Uint8Array(room),
    parent: new Int32Array(room),
    from: column(),
    to: column(),
    nameFrom: column(),
    nameTo: column(),
    place: column(),
    depth: column(),
    size: column(),
    next: column(),
  }
}

function add(index: JsonIndex, parent: number, from: number, nameFrom: number, nameTo: number): number {
  const node = index.count
  if (node === index.kind.length) grow(index)
  index.count = node + 1
  index.parent[node] = parent
  index.from[node] = from
  index.nameFrom[node] = nameFrom
  index.nameTo[node] = nameTo
  if (parent !== -1) {
    const place = index.size[parent] ?? 0
    index.place[node] = place
    index.size[parent] = place + 1
    index.depth[node] = (index.depth[parent] ?? 0) + 1
  }
  return node
}

function grow(index: JsonIndex): void {
  const room = Math.ceil(index.kind.length * 1.6)
  const [kind, parent] = [new Uint8Array(room), new Int32Array(room)]
  kind.set(index.kind)
  parent.set(index.parent)
  Object.assign(index, { kind, parent })
  for (const name of columns) {
    const wider = new Uint32Array(room)
    wider.set(index[name])
    index[name] = wider
  }
}
