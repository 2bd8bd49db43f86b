// Finds the matches of a search in the rows of one page; the index has no texts.
import type { DraftContent, DraftHit } from '#contract/draft.ts'
import { isAscii, isMarkup, rangesIn, withoutMarkup, wordsOf, type Query } from './search-terms.ts'
import { textsOf } from '../revisions/secrets.ts'

const snippetLength = 120
/** How much of a snippet comes before the match. */
const lead = 30

export function hitsOf(content: DraftContent, query: Query): DraftHit[] {
  return [
    ...hit('title', [content.title], query, (text) => text),
    ...hit('tags', [content.tags.join(', ')], query, (text) => text),
    ...hit('notes', [content.notes], query, snippet),
    ...hit('body', textsOf(content.body), query, snippet),
  ]
}

function hit(
  field: DraftHit['field'],
  texts: Iterable<string>,
  query: Query,
  shown: (text: string, at: number) => string,
): DraftHit[] {
  for (const whole of texts) {
    const found = isMarkup(whole) ? inMarkup(whole, query) : inText(whole, query)
    if (found === undefined) continue
    const text = shown(found.text, found.at)
    const ranges = [...wordsOf(text)].flatMap((word) => rangesIn(query, word))
    return [{ field, text, ranges }]
  }
  return []
}

/** About 120 characters around a place, cut between words. */
function snippet(text: string, at: number): string {
  const before = singleSpaced(text.slice(Math.max(0, at - 4 * lead), at))
  const blank = before.indexOf(' ', Math.max(0, before.length - lead))
  const near = before.length <= lead ? before.trimStart() : blank < 0 ? '' : before.slice(blank + 1)
  const after = singleSpaced(text.slice(at, at + 4 * snippetLength))
  const room = snippetLength - near.length
  const end = after.length > room ? after.lastIndexOf(' ', room) : after.length
  const shown = after.slice(0, end > 0 ? end : room).replace(/[\ud800-\udbff]$/, '')
  const cutBefore = at > 4 * lead || before.length > lead
  const cutAfter = shown.length < after.length || text.length > at + 4 * snippetLength
  return `${cutBefore ? '… ' : ''}${near}${shown.trimEnd()}${cutAfter ? ' …' : ''}`
}

const singleSpaced = (text: string) => text.replace(/\s+/gu, ' ')

interface Found {
  text: string
  at: number
}

function inText(text: string, query: Query): Found | undefined {
  for (const at of candidates(text, query)) return { text, at }
  if (isAscii(text)) return undefined
  for (const word of wordsOf(text)) {
    const [range] = rangesIn(query, word)
    if (range !== undefined) return { text, at: range[0] }
  }
  return undefined
}

/** Removes the markup around the match only, because the full text would cost many times more. */
function inMarkup(html: string, query: Query): Found | undefined {
  for (const at of candidates(html, query)) {
    if (isHidden(html, at)) continue
    const before = withoutMarkup(html.slice(Math.max(0, at - contextLength), at).replace(/^[^<]*>/, ''))
    const after = withoutMarkup(html.slice(at, at + 2 * contextLength).replace(/<[^>]*$/, ''))
    return { text: before + after, at: before.length }
  }
  return isAscii(html) && !html.includes('&#') ? undefined : inText(withoutMarkup(html), query)
}

const contextLength = 400
const hiding = [
  ['<style', '</style'],
  ['<script', '</script'],
  ['<!--', '-->'],
] as const

/** Whether a place is in a tag or an invisible element. */
function isHidden(html: string, at: number): boolean {
  const tag = html.lastIndexOf('<', at)
  if (tag > html.lastIndexOf('>', at) && /[a-z!/]/i.test(html.charAt(tag + 1))) return true
  return hiding.some(([begin, end]) => {
    const begun = html.includes(begin) ? html.lastIndexOf(begin, at) : -1
    return begun >= 0 && !html.slice(begun, at).includes(end)
  })
}

/** Places where a matching word begins, found by plain text search, which is far faster than word by word. */
function* candidates(text: string, query: Query): Generator<number> {
  const lower = text.toLowerCase()
  if (lower.length !== text.length) return
  for (const word of [query.prefix, ...query.words]) {
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + 1))
      if (query.dense.includes(word) || isMatch(text, at, query)) yield at
  }
}

function isMatch(text: string, at: number, query: Query): boolean {
  const from = Math.max(0, at - 2)
  const word = [...wordsOf(text.slice(from, at + 64))].find(({ start, end }) => start <= at - from && end > at - from)
  return word?.start === at - from && rangesIn(query, word).length > 0
}
