import { foldedWords, hasWords } from '#contract/folding.ts'

/** A charge as the palette finds and names it. */
export interface Charge {
  id: string
  customer?: string | undefined
  /** Undefined while it is not known, and while names are hidden. */
  name?: string | undefined
  status?: string | undefined
  /** Milliseconds since 1970. */
  at?: number | undefined
  amount: string
}

/** Nothing of these goes back; they come last. */
const over = /^(?!part).*(?:refunded|failed|cancel|void|declin|expir|revers|deleted)/i

/** Charges whose customer or identifier has every word: first those that can be refunded, the newest first. */
export function findCharges(charges: readonly Charge[], words: string, limit: number): Charge[] {
  const wanted = foldedWords(words)
  const rank = ({ status }: Charge): number => Number(over.test(status ?? ''))
  return charges
    .filter(({ id, customer, name }) => hasWords(`${name ?? ''} ${customer ?? ''} ${id}`, wanted))
    .sort((a, b) => rank(a) - rank(b) || (b.at ?? 0) - (a.at ?? 0))
    .slice(0, limit)
}
