// What the desk uses of the language that Chromium 103 lacks. Each is added only where it is missing.

/** What the methods of sets take; a map is one too. */
interface SetLike {
  size: number
  has: (value: unknown) => boolean
  keys: () => Iterator<unknown>
}
type Source = Iterable<unknown> | Iterator<unknown>

function addTo(target: object, made: Record<string, unknown>): void {
  for (const [name, value] of Object.entries(made))
    if (!(name in target)) Object.defineProperty(target, name, { value, writable: true, configurable: true })
}

/** An iterator as something to loop over; leaving the loop closes it. */
const each = (source: Source): Iterable<unknown> =>
  Symbol.iterator in source ? source : { [Symbol.iterator]: () => source }

function* iterate(source: Source): Generator {
  yield* each(source)
}

const listMethods = {
  toSorted(this: unknown[], compare?: (a: unknown, b: unknown) => number) {
    return Array.from(this).sort(compare)
  },
  toReversed(this: unknown[]) {
    return Array.from(this).reverse()
  },
  toSpliced(this: unknown[], ...change: [number, number, ...unknown[]]) {
    const copy = Array.from(this)
    copy.splice(...change)
    return copy
  },
  with(this: unknown[], at: number, value: unknown) {
    const place = at < 0 ? this.length + at : at
    if (place < 0 || place >= this.length) throw new RangeError(`Invalid index: ${at}`)
    const copy = Array.from(this)
    copy[place] = value
    return copy
  },
}

const surrogates = /\p{Surrogate}/gu
const textMethods = {
  isWellFormed(this: string) {
    return this.search(surrogates) < 0
  },
  toWellFormed(this: string) {
    return this.replace(surrogates, '\uFFFD')
  },
}

const setMethods = {
  union(this: Set<unknown>, other: SetLike) {
    return new Set([...this, ...each(other.keys())])
  },
  intersection(this: Set<unknown>, other: SetLike) {
    return new Set(
      this.size <= other.size
        ? [...this].filter((value) => other.has(value))
        : [...each(other.keys())].filter((value) => this.has(value)),
    )
  },
  difference(this: Set<unknown>, other: SetLike) {
    return new Set([...this].filter((value) => !other.has(value)))
  },
  symmetricDifference(this: Set<unknown>, other: SetLike) {
    const others = [...each(other.keys())]
    return new Set([...[...this].filter((value) => !other.has(value)), ...others.filter((value) => !this.has(value))])
  },
  isSubsetOf(this: Set<unknown>, other: SetLike) {
    return [...this].every((value) => other.has(value))
  },
  isSupersetOf(this: Set<unknown>, other: SetLike) {
    return [...each(other.keys())].every((value) => this.has(value))
  },
  isDisjointFrom(this: Set<unknown>, other: SetLike) {
    return ![...this].some((value) => other.has(value))
  },
}

const iteratorMethods = {
  *map(this: Iterator<unknown>, change: (value: unknown, at: number) => unknown) {
    let at = 0
    for (const value of each(this)) yield change(value, at++)
  },
  *filter(this: Iterator<unknown>, wanted: (value: unknown, at: number) => unknown) {
    let at = 0
    for (const value of each(this)) if (Boolean(wanted(value, at++))) yield value
  },
  *flatMap(this: Iterator<unknown>, change: (value: unknown, at: number) => Source) {
    let at = 0
    for (const value of each(this)) yield* each(change(value, at++))
  },
  *take(this: Iterator<unknown>, most: number) {
    let left = most
    if (left <= 0) return
    for (const value of each(this)) {
      yield value
      left -= 1
      if (left <= 0) return
    }
  },
  *drop(this: Iterator<unknown>, first: number) {
    let left = first
    for (const value of each(this)) {
      if (left <= 0) yield value
      left -= 1
    }
  },
  toArray(this: Iterator<unknown>) {
    return [...each(this)]
  },
  forEach(this: Iterator<unknown>, act: (value: unknown, at: number) => void) {
    let at = 0
    for (const value of each(this)) act(value, at++)
  },
  some(this: Iterator<unknown>, wanted: (value: unknown, at: number) => unknown) {
    let at = 0
    for (const value of each(this)) if (Boolean(wanted(value, at++))) return true
    return false
  },
  every(this: Iterator<unknown>, wanted: (value: unknown, at: number) => unknown) {
    let at = 0
    for (const value of each(this)) if (!Boolean(wanted(value, at++))) return false
    return true
  },
  find(this: Iterator<unknown>, wanted: (value: unknown, at: number) => unknown) {
    let at = 0
    for (const value of each(this)) if (Boolean(wanted(value, at++))) return value
    return undefined
  },
  reduce(this: Iterator<unknown>, ...how: [(all: unknown, value: unknown) => unknown, unknown]) {
    return [...each(this)].reduce(...how)
  },
}

function parsed(url: string | URL, base?: string | URL): URL | null {
  try {
    return new URL(url, base)
  } catch {
    return null
  }
}

function groups(list: Iterable<unknown>, keyOf: (value: unknown, at: number) => unknown): Map<unknown, unknown[]> {
  const made = new Map<unknown, unknown[]>()
  let at = 0
  for (const value of list) {
    const key = keyOf(value, at++)
    const group = made.get(key)
    if (group === undefined) made.set(key, [value])
    else group.push(value)
  }
  return made
}

/** By the object that gets them: the methods as they are added to a page. */
export const missing = {
  list: listMethods,
  text: textMethods,
  set: setMethods,
  iterator: iteratorMethods,
  iteratorClass: { from: (source: Source) => iterate(typeof source === 'string' ? Array.from(source) : source) },
  url: { parse: parsed, canParse: (url: string, base?: string) => parsed(url, base) !== null },
  map: { groupBy: groups },
}

/** Adds what this page or worker lacks. */
export function addMissing(): void {
  const iterators = Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())) as object
  addTo(Array.prototype, missing.list)
  addTo(String.prototype, missing.text)
  addTo(Set.prototype, missing.set)
  addTo(iterators, missing.iterator)
  // Only as the place of its functions: nothing is made of it.
  if (!('Iterator' in globalThis)) addTo(globalThis, { Iterator: { prototype: iterators } })
  addTo(Iterator, missing.iteratorClass)
  addTo(URL, missing.url)
  addTo(Map, missing.map)
}
