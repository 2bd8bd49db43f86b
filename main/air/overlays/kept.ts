// The newest answers of the reads that overlays follow, with their ages by running time.
import type { LiveValue } from '#contract/live.ts'
import { stopwatch, type Clock } from '../../core/ports.ts'

export interface Kept {
  value: LiveValue
  /** Milliseconds since the answer was received; null without one. */
  ageMs: () => number | null
}

export function createKept(clock: Clock) {
  const all = new Map<string, Kept>()

  return {
    get: (key: string): Kept | undefined => all.get(key),
    /** A value is told again while it waits: its answer is no younger then. */
    take(value: LiveValue): void {
      const { key, answer } = value
      const before = all.get(key)
      if (answer === undefined) all.set(key, { value, ageMs: () => null })
      else if (before?.value.answer?.receivedAt === answer.receivedAt) {
        // The same answer object is kept, so that what was read from it is not read again.
        all.set(key, { value: { ...value, answer: before.value.answer }, ageMs: before.ageMs })
      } else {
        const first = Math.max(0, clock.now() - Date.parse(answer.receivedAt))
        const since = stopwatch(clock)
        all.set(key, { value, ageMs: () => first + since() })
      }
    },
    /** Forgets what is not among these. */
    keep(keys: ReadonlySet<string>): void {
      for (const key of all.keys()) if (!keys.has(key)) all.delete(key)
    },
    clear: (): void => all.clear(),
  }
}
