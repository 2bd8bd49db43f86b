// A value masked by name is masked wherever the same answer repeats it, such as a stream key in an address.
import { createSearch, maskedBy } from './search.ts'

/** Shorter ones occur by chance. */
const shortest = 8
/** Short words, times and numbers occur by chance. */
export const common = /^(?:[A-Za-z]{1,11}|[\d\s.:/-]{1,11})$/
/** A secret must not take a record's identifier with it. */
export const identifier = /^(?:_?id|uuid|key|ref(?:erence)?)$|(?:Id|_id|-id|ID)$/
const most = 200

export interface Hidden {
  add(value: string): void
  readonly size: number
  /** An identifier's value stays. */
  masker(): (text: string, name?: string) => string
}

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
