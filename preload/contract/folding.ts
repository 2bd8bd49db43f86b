// One folding for all searches: what a person types without accents, ligatures and case finds what is written with them.

/** Letters that no decomposition turns into what people type for them. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  œ: 'oe',
  Œ: 'OE',
  æ: 'ae',
  Æ: 'AE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'TH',
  ı: 'i',
}
const plainLetter = new RegExp(`[${Object.keys(plainLetters).join('')}]`, 'gu')
const beyondAscii = /[\u0080-\uffff]/
/** Signs above and below letters, as Latin, Greek, Cyrillic, Hebrew and Arabic have them; vowels of other scripts are letters to their readers. */
const signs =
  /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f\u0670\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+/gu

/** With plain letters in place of ligatures and crossed letters; keeps case and accents. */
export const spelledOut = (text: string): string =>
  beyondAscii.test(text) ? text.replace(plainLetter, (letter) => plainLetters[letter] ?? letter) : text

/** For comparing what is typed with what is written; the length may change. */
export function folded(text: string): string {
  return beyondAscii.test(text)
    ? spelledOut(text.normalize('NFKD').replace(signs, '')).toLowerCase().normalize('NFC')
    : text.toLowerCase()
}

/** The folded words of a search; none for blanks. */
export const foldedWords = (typed: string): string[] => folded(typed).split(/\s+/).filter(Boolean)

/** Whether every word (`foldedWords`) stands somewhere in the text; without words every text has them. */
export function hasWords(text: string, words: readonly string[]): boolean {
  const all = folded(text)
  return words.every((word) => all.includes(word))
}
