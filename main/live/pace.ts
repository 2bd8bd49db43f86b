// How often the desk asks by itself: soon after a failure, then ever more rarely, and never more than its share of the hour.
import type { Clock } from '../ports.ts'

const hourMs = 3_600_000
const firstMs = 2_000
const longestMs = 60_000
/** What the desk asks by itself at most within any hour; the share that is left to it until a scheduler shares out requests. */
const mostAnHour = 30
/** Asked without a second look; the rest of the hour's share is spread over the rest of the hour. */
const freely = 20

/** The n-th wait (from 0): 2, 4, 8 ... 60 s. */
export const backoffMs = (failures: number): number => Math.min(longestMs, firstMs * 2 ** Math.min(failures, 10))

export interface Share {
  /** One more is asked now. */
  take(): void
  /** How long to wait at least, so that the share lasts; 0 while there is plenty. */
  waitMs(): number
  /** Whether the hour's share is used up. */
  spent(): boolean
}

/** A rolling count of the last hour. */
export function createShare(clock: Clock): Share {
  let taken: number[] = []
  const recent = (): number[] => (taken = taken.filter((at) => at > clock.now() - hourMs))

  return {
    take: () => void recent().push(clock.now()),
    waitMs() {
      const [oldest = 0, ...later] = recent()
      const used = taken.length
      return used < freely ? 0 : (oldest + hourMs - clock.now()) / (mostAnHour - later.length)
    },
    spent: () => recent().length >= mostAnHour,
  }
}
