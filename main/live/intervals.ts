// How often a watched value is read, in one table; and how long the desk leaves one alone that could not be read.
import { paces } from '#contract/live.ts'
import type { Pace } from '#contract/live.ts'

/** Someone who wants a value: a page that shows it to a person or not. */
export interface Holder {
  pace: Pace
  visible: boolean
}

/** Seconds between two reads. `unseen`: a show is on, and no page with the value is visible. Without a show such a value is not read at all. */
const seconds: Record<Pace, { onAir: number; visible: number; unseen: number }> = {
  status: { onAir: 3, visible: 10, unseen: 20 },
  tally: { onAir: 3, visible: 10, unseen: 20 },
  figures: { onAir: 15, visible: 60, unseen: 120 },
  list: { onAir: 60, visible: 180, unseen: 300 },
}

/** The time between two reads that suits everyone, in milliseconds; undefined where nobody looks. */
export function intervalMs(holders: readonly Holder[], onAir: boolean): number | undefined {
  const wanted = holders.flatMap(({ pace, visible }) => {
    if (visible) return [onAir ? seconds[pace].onAir : seconds[pace].visible]
    return onAir ? [seconds[pace].unseen] : []
  })
  return wanted.length === 0 ? undefined : Math.min(...wanted) * 1_000
}

/** The quickest pace that anyone asked for. */
export function quickest(holders: readonly Holder[]): Pace {
  return paces.find((pace) => holders.some((holder) => holder.pace === pace)) ?? 'list'
}

/** How long a value rests after so many failures in a row: about its interval at first, doubled up to a minute, or to its interval where that is longer. */
export function restMs(failures: number, interval: number): number {
  const longest = Math.max(interval, 60_000)
  return Math.max(Math.min(interval, 10_000), Math.min(longest, 2_000 * 2 ** Math.min(failures, 20)))
}
