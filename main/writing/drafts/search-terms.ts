// Splits texts into words as the index's tokenizer does (unicode61, diacritics removed). In scripts that put no spaces between words each
// letter is indexed as a word, and a part of a text is found as a phrase of them.
import type { DraftContent } from '#contract/draft.ts'
import { folded, spelledOut } from '#contract/folding.ts'
import { textsOf } from '../revisions/secrets.ts'

const run = /[\p{L}\p{N}\p{M}\p{Co}]+/gu
const dense =
  /(?:(?=\p{L})[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]\p{M}*)+/gu
const denseLetter =
  /(?=\p{L})[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]\p{M}*/gu
const beyondAscii = /[\u0080-\uffff]/

/** Whether folding a text changes only case. */
export const isAscii = (text: string): boolean => !beyondAscii.test(text)

export interface Word {
  start: number
  end: number
  folded: string
  /** Letters of a script without spaces between words: any part of them may be searched for. */
  dense: boolean
}

export function* wordsOf(text: string): Generator<Word> {
  for (const match of text.matchAll(run)) {
    const [whole] = match
    if (isAscii(whole)) {
      yield spaced(match.index, whole)
      continue
    }
    let done = 0
    for (const part of whole.matchAll(dense)) {
      if (part.index > done) yield spaced(match.index + done, whole.slice(done, part.index))
      done = part.index + part[0].length
      // As it is: the index folds none of these letters.
      yield { start: match.index + part.index, end: match.index + done, folded: part[0], dense: true }
    }
    if (done < whole.length) yield spaced(match.index + done, whole.slice(done))
  }
}

const spaced = (start: number, word: string): Word => ({
  start,
  end: start + word.length,
  folded: folded(word),
  dense: false,
})

/** As the index gets it: with spaces around letters that count as words. */
const indexed = (text: string): string =>
  beyondAscii.test(text) ? spelledOut(text).replace(denseLetter, ' $& ') : text

/** The words that a person searches for; the last one may be a beginning. */
export interface Query {
  /** For FTS5, each piece quoted, so that none is read as syntax. */
  match: string
  words: string[]
  prefix: string
  /** Those of `words` and `prefix` that may be within a longer run of letters. */
  dense: string[]
}

/** Undefined for a text without words. */
export function queryOf(text: string): Query | undefined {
  const pieces = text.split(/[\s"\0]+/u).filter((piece) => folded(piece).match(run) !== null)
  const found = pieces.flatMap((piece) => [...wordsOf(piece)]).filter((word) => word.folded !== '')
  const words = found.map((word) => word.folded)
  const prefix = words.pop()
  return prefix === undefined
    ? undefined
    : {
        match: `${pieces.map((piece) => `"${indexed(piece)}"`).join(' ')}*`,
        words,
        prefix,
        dense: found.filter((word) => word.dense).map((word) => word.folded),
      }
}

/** The ranges of a word that were searched for, in order and apart. */
export function rangesIn(query: Query, word: Word): Array<[start: number, end: number]> {
  if (!word.dense)
    return word.folded.startsWith(query.prefix) || query.words.includes(word.folded) ? [[word.start, word.end]] : []
  const found: Array<[number, number]> = []
  for (const part of query.dense)
    for (let at = word.folded.indexOf(part); at >= 0; at = word.folded.indexOf(part, at + part.length))
      found.push([word.start + at, word.start + at + part.length])
  const ranges: Array<[number, number]> = []
  for (const [start, end] of found.toSorted((a, b) => a[0] - b[0])) {
    const last = ranges.at(-1)
    if (last !== undefined && start <= last[1]) last[1] = Math.max(last[1], end)
    else ranges.push([start, end])
  }
  return ranges
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
    indexed(content.title),
    indexed(content.tags.join('\n')),
    indexed(content.notes),
    indexed([...textsOf(content.body)].map((text) => (isMarkup(text) ? withoutMarkup(text) : text)).join('\n')),
  ]
}
