// Finds many known strings in a text in one pass (Wu and Manber's shift table over blocks of three), since answers of
// several MiB come through here.

export interface Span {
  start: number
  end: number
}

export interface Matcher {
  add(words: readonly string[]): void
  holds(text: string): boolean
  /** Overlapping occurrences are joined. */
  spans(text: string): Span[]
}

const block = 3
const buckets = 1 << 16
/** The widest shift fits into a byte. */
const longestWindow = 255 + block - 1
const hash = (a: number, b: number, c: number) => ((a << 10) ^ (b << 5) ^ c) & (buckets - 1)

/** `shortest` is at least 4; longer is faster. */
export function createMatcher(shortest: number): Matcher {
  const all = new Set<string>()
  const shifts = new Uint8Array(buckets)
  const ending = new Map<number, Set<string>>()
  let window = 0

  function add(words: readonly string[]): void {
    const fresh = words.filter((word) => word.length >= shortest && !all.has(word))
    if (fresh.length === 0) return
    for (const word of fresh) all.add(word)
    const least = Math.min(longestWindow, ...fresh.map(({ length }) => length))
    if (window > 0 && least >= window) return place(fresh)
    window = least
    shifts.fill(window - block + 1)
    ending.clear()
    place(all)
  }

  function place(words: Iterable<string>): void {
    for (const word of words) {
      for (let at = 0; at + block <= window; at += 1) {
        const key = hash(word.charCodeAt(at), word.charCodeAt(at + 1), word.charCodeAt(at + 2))
        shifts[key] = Math.min(shifts[key] ?? 0, window - block - at)
        if (at + block === window) ending.set(key, (ending.get(key) ?? new Set()).add(word))
      }
    }
  }

  function next(text: string, from: number): Span | undefined {
    const last = text.length - 1
    for (let at = from + window - 1; at <= last;) {
      const key = hash(text.charCodeAt(at - 2), text.charCodeAt(at - 1), text.charCodeAt(at))
      const shift = shifts[key] ?? 1
      if (shift > 0) {
        at += shift
        continue
      }
      const start = at - window + 1
      let end = 0
      for (const word of ending.get(key) ?? [])
        if (text.startsWith(word, start)) end = Math.max(end, start + word.length)
      if (end > 0) return { start, end }
      at += 1
    }
    return undefined
  }

  return {
    add,
    holds: (text) => ending.size > 0 && text.length >= shortest && next(text, 0) !== undefined,
    spans(text) {
      const found: Span[] = []
      if (ending.size === 0 || text.length < shortest) return found
      for (let span = next(text, 0); span !== undefined; span = next(text, span.start + 1)) {
        const before = found.at(-1)
        if (before !== undefined && span.start <= before.end) before.end = Math.max(before.end, span.end)
        else found.push({ ...span })
      }
      return found
    },
  }
}
