/** Bounds of what is learned: counts, bytes and milliseconds. */
export const limits = {
  /** Of what is nested deeper only the type is kept. */
  depth: 12,
  names: 400,
  nameLength: 128,
  /** An object with more names than this has data for names. */
  namesOfOne: 64,
  /** The same for objects that have no name in common. */
  namesThatChange: 24,
  items: 50,
  /** Values of a body or answer: no further list is followed after the first bound, nothing at all after the second. */
  values: 2_000,
  allValues: 4_000,
  sampleBytes: 128 * 1024,
  formBytes: 64 * 1024,
  missed: 50,
  /** At most one answer to the desk's own reads of an operation is used in this time. */
  pollMs: 30_000,
  writeMs: 1_000,
  /** Learning waits this long, so that the work that follows an answer goes first. */
  afterMs: 500,
  /** Waiting exchanges; in a burst later ones are dropped. */
  waiting: 32,
} as const
