import { patternOf } from './engine/search.ts'

/** Where a query is in a text; at most the first few. */
export function marksIn(text: string, query: string): Array<[start: number, end: number]> {
  if (query === '' || text === '') return []
  const found: Array<[number, number]> = []
  for (const { index, 0: hit } of text.matchAll(patternOf(query, 'giu'))) {
    found.push([index, index + hit.length])
    if (found.length === 20) break
  }
  return found
}
