// The editor counts one unit for every line break, a template counts what is written. A text that ends all lines with CR LF is split
// there; any other is split at LF alone, so that a stray CR is not changed.
import type { Text } from '@codemirror/state'

export type LineBreak = '\n' | '\r\n'

/** `current` for a text of one line. */
export function lineBreakOf(text: string, current: LineBreak = '\n'): LineBreak {
  if (!text.includes('\n')) return text.includes('\r') ? '\n' : current
  return /(?:^|[^\r])\n|\r(?!\n)/.test(text) ? '\n' : '\r\n'
}

/** The editor's position of an offset into the text, kept within the document. */
export function positionOf(doc: Text, offset: number, lineBreak: LineBreak): number {
  if (lineBreak === '\n') return Math.max(0, Math.min(offset, doc.length))
  let low = 1
  let high = doc.lines
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (doc.line(middle).from + middle - 1 <= offset) low = middle
    else high = middle - 1
  }
  const line = doc.line(low)
  return Math.max(line.from, Math.min(offset - (low - 1), line.to))
}
