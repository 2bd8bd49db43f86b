// Which old revisions may go. The older, the sparser; what was sent, or brought back later, stays.

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** How many of the newest are never touched. */
export const untouched = 50

/** Up to an age, one revision per span. Spans nest, so that thinning again later takes no more than thinning once. */
const tiers: ReadonlyArray<{ upTo: number; span: number }> = [
  { upTo: hour, span: minute },
  { upTo: day, span: 10 * minute },
  { upTo: 30 * day, span: day },
  { upTo: Infinity, span: 7 * day },
]

export interface Aged {
  revision: number
  /** Milliseconds. */
  at: number
  /** The revision that it brought back. */
  of?: number
  /** The revision that it is kept as a difference from. */
  base?: number
}

/**
 * Numbers of the revisions to drop, given all there are. Kept are the newest 50, the first, those in `sent`, the newest of each span,
 * and what a kept one brought back or differs from.
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
    // A revision always comes after those that it needs, so one pass from the newest sees every reason in time.
    if (place < untouched || revision === first || sent.has(revision) || needed.has(revision) || newestOfSpan) {
      for (const other of [of, base]) if (other !== undefined) needed.add(other)
    } else dropped.push(revision)
  }
  return dropped
}
