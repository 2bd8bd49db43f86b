// Splits texts into words as the index's tokenizer does (unicode61, diacritics removed).
import type { DraftContent } from '#contract/draft.ts'
import type { Json } from '#contract/json.ts'
import { isSecretReference } from '#contract/operation.ts'

const run = /[\p{L}\p{N}\p{M}\p{Co}]+/gu
const beyondAscii = /[\u0080-\uffff]/

/** Whether folding a text changes only case. */
export const isAscii = (text: string): boolean => !beyondAscii.test(text)

/** Without case and diacritics; the length may change. */
function folded(text: string): string {
  return beyondAscii.test(text)
    ? text
        .normalize('NFD')
        .replace(/\p{M}+/gu, '')
        .toLowerCase()
    : text.toLowerCase()
}

export interface Word {
  start: number
  end: number
  folded: string
}

export function* wordsOf(text: string): Generator<Word> {
  for (const match of text.matchAll(run)) {
    const [word] = match
    yield { start: match.index, end: match.index + word.length, folded: folded(word) }
  }
}

/** The words that a person searches for; the last one may be a beginning. */
export interface Query {
  /** For FTS5, each piece quoted, so that none is read as syntax. */
  match: string
  words: string[]
  prefix: string
}

/** Undefined for a text without words. */
export function queryOf(text: string): Query | undefined {
  const pieces = text.split(/[\s"\0]+/u).filter((piece) => folded(piece).match(run) !== null)
  const words = pieces.flatMap((piece) => [...wordsOf(piece)].map((word) => word.folded)).filter((word) => word !== '')
  const prefix = words.pop()
  return prefix === undefined
    ? undefined
    : { match: `${pieces.map((piece) => `"${piece}"`).join(' ')}*`, words, prefix }
}

export const matches = (query: Query, word: string): boolean =>
  word.startsWith(query.prefix) || query.words.includes(word)

export function* textsOf(value: Json): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null && !isSecretReference(value))
    for (const part of Object.values(value)) yield* textsOf(part)
}

export const isMarkup = (text: string): boolean => /<[a-z!/]/i.test(text)

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' }

/** Roughly the visible text of HTML. */
export function withoutMarkup(html: string): string {
  return html
    .replace(/<!--.*?-->|<(style|script)\b.*?<\/\1\s*>|<[a-z!/][^>]*>/gis, ' ')
    .replace(
      /&(amp|lt|gt|quot|apos|nbsp);|&#(\d{1,7}|x[\da-f]{1,6});/gi,
      (whole, name: string | undefined, code: string | undefined) =>
        name !== undefined ? (entities[name.toLowerCase()] ?? whole) : character(code ?? '', whole),
    )
}

function character(code: string, whole: string): string {
  const point = /^x/i.test(code) ? Number.parseInt(code.slice(1), 16) : Number(code)
  return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole
}

/** In the order of the index's columns. */
export function indexedTexts(content: DraftContent): [title: string, tags: string, notes: string, body: string] {
  return [
    content.title,
    content.tags.join('\n'),
    content.notes,
    [...textsOf(content.body)].map((text) => (isMarkup(text) ? withoutMarkup(text) : text)).join('\n'),
  ]
}
