/** Bounds of what is learned: counts, bytes, milliseconds. */
export const limits = {
  /** Nesting; what lies deeper is known by its type alone. */
  depth: 12,
  /** Names in all parts of a form together. */
  names: 400,
  nameLength: 128,
  /** Names of one object beyond which they are data. */
  namesOfOne: 64,
  /** Names of one object beyond which they are data where no two values had one in common. */
  namesThatChange: 24,
  /** Items of a list, and entries of a map, that are looked at. */
  items: 50,
  /** Values of a body or answer that are looked at: no list is followed further after the first, nothing at all after the second. */
  values: 2_000,
  allValues: 4_000,
  /** Of an answer that is read. */
  headBytes: 128 * 1024,
  /** Of a form as it is written. */
  formBytes: 64 * 1024,
  missed: 50,
  /** Between two answers to the desk's own reads of one operation. */
  pollMs: 30_000,
  writeMs: 1_000,
  /** From an exchange until it is learned from: what follows it at once goes first. */
  afterMs: 500,
  /** Exchanges that wait to be learned from; of a burst, later ones teach nothing. */
  waiting: 32,
} as const
