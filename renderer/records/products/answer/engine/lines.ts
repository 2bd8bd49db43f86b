// A text as rows of a fixed width, so that a line of 8 MiB is many rows. Only their offsets are kept.

/** A scroll bar tells no more apart; the rest is in the saved file. */
export const mostRows = 500_000

export interface TextRow {
  text: string
  /** Counted from 1; a row that goes on with its line has none. */
  line?: number
}

export interface TextRows {
  count: number
  cut: boolean
  rows: (from: number, count: number) => TextRow[]
  placeOf: (offset: number) => number
}

/** `width` in UTF-16 units; a pair of surrogates stays together. */
export function wrapText(text: string, width: number): TextRows {
  let starts = new Uint32Array(Math.min(mostRows, Math.ceil(text.length / width) + 64))
  let lines = new Uint32Array(starts.length)
  let count = 0
  let line = 0
  let from = 0
  let cut = false
  const add = (start: number, of: number): void => {
    if (count === starts.length) [starts, lines] = [wider(starts), wider(lines)]
    starts[count] = start
    lines[count] = of
    count += 1
  }
  while (!cut) {
    line += 1
    const found = text.indexOf('\n', from)
    const end = found === -1 ? text.length : found
    let at = from
    do {
      if (count === mostRows) {
        cut = true
        break
      }
      add(at, at === from ? line : 0)
      at += width
      if (isHigh(text.charCodeAt(at - 1)) && at < end) at += 1
    } while (at < end)
    if (found === -1) break
    from = found + 1
    if (from === text.length) break
  }
  const endOf = (place: number): number =>
    place + 1 < count ? (starts[place + 1] ?? 0) : Math.min(text.length, (starts[place] ?? 0) + width + 1)
  return {
    count,
    cut,
    rows: (first, many) =>
      Array.from({ length: Math.max(0, Math.min(count, first + many) - first) }, (_, step) => {
        const place = first + step
        const own = text.slice(starts[place], endOf(place)).replace(/\r?\n[^]*$/, '')
        const number = lines[place] ?? 0
        return number === 0 ? { text: own } : { text: own, line: number }
      }),
    placeOf(offset) {
      let [low, high] = [0, count - 1]
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if ((starts[middle] ?? 0) <= offset) low = middle
        else high = middle - 1
      }
      return Math.max(0, low)
    },
  }
}

const isHigh = (code: number): boolean => code >= 0xd800 && code <= 0xdbff

function wider(before: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const after = new Uint32Array(Math.min(mostRows, Math.ceil(before.length * 1.8)))
  after.set(before)
  return after
}
