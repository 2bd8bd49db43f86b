// How often the desk probes: soon after a failure, then ever more rarely, and at most so often an hour.
import { backoff, runningTime, type Clock } from '../../core/ports.ts'

const hourMs = 3_600_000
/** Probes within any hour. */
const mostAnHour = 30
/** Probes that are not spread over the hour. */
const freely = 20

/** 2, 4, 8 ... 60 s. */
export const backoffMs = backoff(2_000, 60_000)

/** The probes of the last hour. */
export function createShare(clock: Clock) {
  let taken: number[] = []
  const recent = (): number[] => (taken = taken.filter((at) => at > runningTime(clock) - hourMs))

  return {
    take: (): void => void recent().push(runningTime(clock)),
    /** How long to wait so that the share lasts; 0 while there is plenty. */
    waitMs(): number {
      const [oldest = 0, ...later] = recent()
      const used = taken.length
      return used < freely ? 0 : (oldest + hourMs - runningTime(clock)) / (mostAnHour - later.length)
    },
    spent: (): boolean => recent().length >= mostAnHour,
  }
}
