// How often a watched value is read, and how long it rests after a failure.
import { paces, type Pace } from '#contract/live.ts'

/** A page that watches a value. */
export interface Holder {
  pace: Pace
  visible: boolean
}

/** Seconds between two reads. `unseen`: a show is on and no page with the value is visible; without a show it is not read then. */
const seconds: Record<Pace, { onAir: number; visible: number; unseen: number }> = {
  status: { onAir: 3, visible: 10, unseen: 20 },
  tally: { onAir: 3, visible: 10, unseen: 20 },
  figures: { onAir: 15, visible: 60, unseen: 120 },
  list: { onAir: 60, visible: 180, unseen: 300 },
}

/** The shortest interval that a page needs, in milliseconds; undefined where none is visible. */
export function intervalMs(holders: readonly Holder[], onAir: boolean): number | undefined {
  const wanted = holders.flatMap(({ pace, visible }) => {
    if (visible) return [onAir ? seconds[pace].onAir : seconds[pace].visible]
    return onAir ? [seconds[pace].unseen] : []
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
