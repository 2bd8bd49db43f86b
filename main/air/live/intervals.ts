// How often a watched value is read, and how long it rests after a failure.
import { paces, paceSeconds, type Pace } from '#contract/live.ts'

/** A page that watches a value. */
export interface Holder {
  pace: Pace
  visible: boolean
  /** It belongs to a grant, not to the desk itself. */
  ofGrant?: true
}

/** The shortest interval that a page needs, in milliseconds; undefined where none is visible. */
export function intervalMs(holders: readonly Holder[], onAir: boolean): number | undefined {
  const wanted = holders.flatMap(({ pace, visible }) => {
    if (visible) return [onAir ? paceSeconds[pace].onAir : paceSeconds[pace].visible]
    return onAir ? [paceSeconds[pace].unseen] : []
  })
  return wanted.length === 0 ? undefined : Math.min(...wanted) * 1_000
}

export function quickest(holders: readonly Holder[]): Pace {
  return paces.find((pace) => holders.some((holder) => holder.pace === pace)) ?? 'list'
}

/** How long a value rests after failures in a row: doubled each time, up to a minute or to its own interval where that is longer. */
export function restMs(failures: number, interval: number): number {
  const longest = Math.max(interval, 60_000)
  return Math.max(Math.min(interval, 10_000), Math.min(longest, 2_000 * 2 ** Math.min(failures, 20)))
}
