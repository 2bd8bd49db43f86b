// Ages and countdowns that a test reads must not depend on how long it took to get there.
import { afterEach, beforeEach, vi } from 'vitest'

/** Stops the date for the tests of one file, at a time or where it stands; timers go on. */
export function stopClock(at?: string): void {
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], ...(at === undefined ? {} : { now: new Date(at) }) }))
  afterEach(() => vi.useRealTimers())
}
