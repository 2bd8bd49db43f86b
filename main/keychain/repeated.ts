// What stands under a secret's name is masked wherever the same answer repeats it, such as a stream key in the address beside it.
import { createSearch, maskedBy } from './search.ts'

/** Fewer characters stand elsewhere by chance, as plain words, times and numbers do. */
const shortest = 8
/** Of fewer than twelve characters these stand in the desk's own words, times and numbers by chance. */
export const common = /^(?:[A-Za-z]{1,11}|[\d\s.:/-]{1,11})$/
/** Names of identifiers: a secret must not take a record's identifier with it. */
export const identifier = /^(?:_?id|uuid|key|ref(?:erence)?)$|(?:Id|_id|-id|ID)$/
/** So many values of one answer are looked for in the rest of it. */
const most = 200

/** The values that were masked by name in one answer. */
export interface Hidden {
  add(value: string): void
  readonly size: number
  /** Masks them in a text; what stands under an identifier's `name` stays. */
  masker(): (text: string, name?: string) => string
}

/** Collects from one answer. */
export function createHidden(): Hidden {
  const values = new Set<string>()
  return {
    add(value) {
      if (values.size < most && value.length >= shortest && !common.test(value)) values.add(value)
    },
    get size() {
      return values.size
    },
    masker() {
      const search = createSearch(values)
      return (text, name = '') => (identifier.test(name) ? text : maskedBy(search, text))
    },
  }
}
