// Chooses the old revisions to drop: the older, the fewer stay.

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The newest revisions are never dropped. */
export const untouched = 50

/** One revision per span up to an age. Spans nest, so that thinning twice drops no more than thinning once. */
const tiers: ReadonlyArray<{ upTo: number; span: number }> = [
  { upTo: hour, span: minute },
  { upTo: day, span: 10 * minute },
  { upTo: 30 * day, span: day },
  { upTo: Infinity, span: 7 * day },
]

interface Aged {
  revision: number
  /** Milliseconds. */
  at: number
  /** The revision that it reverted to. */
  of?: number
  /** The revision that it is stored as a difference from. */
  base?: number
}

/**
 * Answers the revisions to drop. The newest 50, the first, the sent ones, the newest of each span, and all that these
 * need stay.
 */
export function thinned(revisions: readonly Aged[], sent: ReadonlySet<number>, now: number): number[] {
  const newestFirst = revisions.toSorted((a, b) => b.revision - a.revision)
  const first = newestFirst.at(-1)?.revision
  const spans = new Set<string>()
  const needed = new Set<number>()
  const dropped: number[] = []
  for (const [place, { revision, at, of, base }] of newestFirst.entries()) {
    const { span } = tiers.find(({ upTo }) => now - at < upTo) ?? { span: 7 * day }
    const name = `${span} ${Math.floor(at / span)}`
    const newestOfSpan = !spans.has(name)
    spans.add(name)
    // A revision comes after those that it needs, so one pass from the newest is enough.
    if (place < untouched || revision === first || sent.has(revision) || needed.has(revision) || newestOfSpan) {
      for (const other of [of, base]) if (other !== undefined) needed.add(other)
    } else dropped.push(revision)
  }
  return dropped
}
