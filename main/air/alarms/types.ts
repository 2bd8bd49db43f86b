// What needs a person at once, from all who look for it.
import type { Alarm } from '#contract/air/alarms.ts'

export interface Alarms {
  /** One for each code, the one that began first. Alarms stand before what needs attention. */
  list(): Alarm[]
  /**
   * All that a source finds now; an empty list ends what it found before. It counts for 5 s, so that a source that is
   * gone raises nothing: report again each second or two.
   */
  report(source: string, alarms: readonly Alarm[]): void
  /** Told where the list differs from the one before. */
  onChange(listener: (alarms: Alarm[]) => void): () => void
  stop(): void
}
