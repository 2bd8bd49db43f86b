// Looks for known values as they are, in their usual encodings, and in the text's plain spelling.
import { mask } from '#contract/mask.ts'
import { fold, foldWithPlaces } from './folding.ts'
import { createMatcher, type Span } from './matcher.ts'
import { foldedFormsOf, formsOf, shortestFold, shortestValue } from './value-forms.ts'

export interface Search {
  add(value: string): void
  holds(text: string): boolean
  spans(text: string): Span[]
}

export function createSearch(values: Iterable<string> = []): Search {
  const written = createMatcher(shortestValue)
  const plain = createMatcher(shortestFold)
  let folds = false

  function add(value: string): void {
    written.add(formsOf(value))
    const forms = foldedFormsOf(value)
    plain.add(forms)
    folds ||= forms.length > 0
  }
  const holdsFolded = (text: string) => folds && text.length >= shortestFold && plain.holds(fold(text))

  for (const value of values) add(value)
  return {
    add,
    holds: (text) => written.holds(text) || holdsFolded(text),
    spans(text) {
      const found = written.spans(text)
      if (!holdsFolded(text)) return found
      const { text: folded, starts } = foldWithPlaces(text)
      const more = plain
        .spans(folded)
        .map(({ start, end }) => ({ start: starts[start] ?? 0, end: starts[end] ?? text.length }))
      return joined([...found, ...more])
    },
  }
}

function joined(spans: Span[]): Span[] {
  const all: Span[] = []
  for (const span of spans.sort((a, b) => a.start - b.start)) {
    const before = all.at(-1)
    if (before !== undefined && span.start <= before.end) before.end = Math.max(before.end, span.end)
    else all.push({ ...span })
  }
  return all
}

/** Only a mask is left where something would still be found. */
export function maskedBy(search: Search, text: string): string {
  if (!search.holds(text)) return text
  let shown = ''
  let from = 0
  for (const { start, end } of search.spans(text)) {
    shown += text.slice(from, start) + mask
    from = end
  }
  shown += text.slice(from)
  return search.holds(shown) ? mask : shown
}
