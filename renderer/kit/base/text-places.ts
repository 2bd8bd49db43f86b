/** Both counted from 1. */
export interface Place {
  line: number
  column: number
}

export function placesIn(text: string): (offset: number) => Place {
  let starts: number[] | undefined
  return (offset) => {
    starts ??= [0, ...Array.from(text.matchAll(/\r\n?|\n/g), (found) => found.index + found[0].length)]
    let low = 0
    let high = starts.length
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? Infinity) <= offset) low = middle
      else high = middle
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 }
  }
}
