// Where a search's words stand, for the rows of one page only: the index keeps no texts.
import type { DraftContent, DraftHit } from '#contract/draft.ts'
import type { Query } from './words.ts'
import { isAscii, matches, textsOf, wordsOf } from './words.ts'

const snippetLength = 120
/** How much of it stands before the word that was found. */
const lead = 30

/** One hit for each field in which a word stands. */
export function hitsOf(content: DraftContent, query: Query): DraftHit[] {
  return [
    ...hit('title', [content.title], query, (text) => text),
    ...hit('tags', [content.tags.join(', ')], query, (text) => text),
    ...hit('notes', [content.notes], query, snippet),
    ...hit('body', textsOf(content.body), query, snippet),
  ]
}

function hit(field: DraftHit['field'], texts: Iterable<string>, query: Query, shown: (text: string, at: number) => string): DraftHit[] {
  for (const whole of texts) {
    const at = firstMatch(whole, query)
    if (at === undefined) continue
    const text = shown(whole, at)
    const ranges = [...wordsOf(text)].filter((word) => matches(query, word.folded)).map(({ start, end }): [number, number] => [start, end])
    return [{ field, text, ranges }]
  }
  return []
}

/** About 120 characters around a place, cut where words end. */
function snippet(text: string, at: number): string {
  const before = single(text.slice(Math.max(0, at - 4 * lead), at))
  const blank = before.indexOf(' ', Math.max(0, before.length - lead))
  const near = before.length <= lead ? before.trimStart() : blank < 0 ? '' : before.slice(blank + 1)
  const after = single(text.slice(at, at + 4 * snippetLength))
  const room = snippetLength - near.length
  const end = after.length > room ? after.lastIndexOf(' ', room) : after.length
  const shown = after.slice(0, end > 0 ? end : room).replace(/[\ud800-\udbff]$/, '')
  const cutBefore = at > 4 * lead || before.length > lead
  const cutAfter = shown.length < after.length || text.length > at + 4 * snippetLength
  return `${cutBefore ? '… ' : ''}${near}${shown.trimEnd()}${cutAfter ? ' …' : ''}`
}

const single = (text: string) => text.replace(/\s+/gu, ' ')

/** Where a word that matches begins. Words are sought as plain text first, which is much faster than word by word. */
function firstMatch(text: string, query: Query): number | undefined {
  const lower = text.toLowerCase()
  if (lower.length === text.length) {
    for (const word of [query.prefix, ...query.words]) {
      for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1)) if (isMatch(text, at, query)) return at
    }
  }
  if (isAscii(text)) return undefined
  for (const word of wordsOf(text)) if (matches(query, word.folded)) return word.start
  return undefined
}

function isMatch(text: string, at: number, query: Query): boolean {
  const from = Math.max(0, at - 2)
  const word = [...wordsOf(text.slice(from, at + 64))].find(({ start, end }) => start <= at - from && end > at - from)
  return word?.start === at - from && matches(query, word.folded)
}
