export interface HighlightPart {
  text: string
  hit: boolean
}

/** Cuts a text at the ranges (end exclusive), which may overlap or lie outside. */
export function highlightParts(
  text: string,
  ranges: ReadonlyArray<readonly [start: number, end: number]>,
): HighlightPart[] {
  const parts: HighlightPart[] = []
  let at = 0
  for (const [start, end] of [...ranges].sort((a, b) => a[0] - b[0])) {
    const from = Math.max(at, Math.min(start, text.length))
    const to = Math.min(end, text.length)
    if (to <= from) continue
    if (from > at) parts.push({ text: text.slice(at, from), hit: false })
    parts.push({ text: text.slice(from, to), hit: true })
    at = to
  }
  if (at < text.length) parts.push({ text: text.slice(at), hit: false })
  return parts
}
