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
  act: () => void
}

export interface Indexed {
  entry: Entry
  label: string
  all: string
}

/** Entries with their search text, made once instead of at every key. */
export function indexed(entries: readonly Entry[]): Indexed[] {
  return entries.map((entry) => {
    const label = folded(entry.label)
    return { entry, label, all: `${label} ${folded(entry.suffix ?? '')} ${folded(entry.words ?? '')}` }
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
  for (const { entry, label, all } of among) {
    if (words.every((word) => all.includes(word)))
      tiers[label.startsWith(text) ? 0 : words.every((word) => begins(label, word)) ? 1 : 2]?.push(entry)
  }
  const found = tiers.flat()
  if (found.length > 0) return found.slice(0, limit)
  const letters = words.join('')
  return letters.length < 3
    ? []
    : among
        .filter(({ label }) => inOrder(label, letters))
        .slice(0, limit)
        .map(({ entry }) => entry)
}

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
