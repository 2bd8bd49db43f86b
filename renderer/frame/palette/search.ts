import { folded, foldedWords } from '#contract/folding.ts'

export interface Entry {
  id: string
  label: string
  suffix?: string | undefined
  /** Other words that people look for it with. */
  words?: string | undefined
  icon: string
  kbds?: readonly string[]
  disabled?: boolean
  /** It stops or sends something: found by its own words alone. */
  acts?: boolean
  act: () => void
}

export interface Indexed {
  entry: Entry
  label: string
  all: string
  /** Its label and words, apart. */
  own: readonly string[]
}

/** Entries with their search text, made once instead of at every key. */
export function indexed(entries: readonly Entry[]): Indexed[] {
  return entries.map((entry) => {
    const label = folded(entry.label)
    const words = folded(entry.words ?? '')
    return {
      entry,
      label,
      all: `${label} ${folded(entry.suffix ?? '')} ${words}`,
      own: `${label} ${words}`.split(/[^\p{L}\p{N}]+/u).filter(Boolean),
    }
  })
}

/**
 * Finds entries with every word: first those whose label begins with the text, then those with words that begin like
 * it, then the others. Without any, labels with the typed letters in their order.
 */
export function search(among: readonly Indexed[], typed: string, limit: number): Entry[] {
  const text = folded(typed.trim())
  const words = foldedWords(typed)
  if (words.length === 0) return among.slice(0, limit).map(({ entry }) => entry)
  const tiers: Entry[][] = [[], [], []]
  for (const { entry, label, all, own } of among) {
    if (entry.acts === true ? words.every((word) => isOwn(own, word)) : words.every((word) => all.includes(word)))
      tiers[label.startsWith(text) ? 0 : words.every((word) => begins(label, word)) ? 1 : 2]?.push(entry)
  }
  const found = tiers.flat()
  if (found.length > 0) return found.slice(0, limit)
  const letters = words.join('')
  return letters.length < 3
    ? []
    : among
        .filter(({ entry, label }) => entry.acts !== true && inOrder(label, letters))
        .slice(0, limit)
        .map(({ entry }) => entry)
}

/** Fewer letters begin too many words to mean one. */
const fewestLetters = 3
const isOwn = (own: readonly string[], word: string): boolean =>
  own.some((one) => one === word || (word.length >= fewestLetters && one.startsWith(word)))

/** What follows one of the verbs (`refund, pay back`); undefined where the text begins with none, or says nothing more. */
export function afterVerb(typed: string, verbs: string): string | undefined {
  const text = typed.trim().replace(/\s+/g, ' ')
  const lower = text.toLowerCase()
  const verb = verbs
    .toLowerCase()
    .split(',')
    .map((one) => one.trim())
    .sort((a, b) => b.length - a.length)
    .find((one) => one !== '' && lower.startsWith(`${one} `))
  return verb === undefined ? undefined : text.slice(verb.length + 1)
}

function begins(label: string, word: string): boolean {
  const at = label.indexOf(word)
  return at === 0 || (at > 0 && !/[\p{L}\p{N}]/u.test(label.charAt(at - 1)))
}

function inOrder(label: string, letters: string): boolean {
  let at = 0
  for (const letter of letters) {
    at = label.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}
