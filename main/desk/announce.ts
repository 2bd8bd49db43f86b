import type { Intent } from '#contract/models.ts'
import type { Clock } from '../ports.ts'

/** A write that is answered sooner is not announced as being sent: screens would flicker, and scripts hear twice of one thing. */
const quickMs = 40

export interface Announcer {
  changed: (intent: Intent) => void
  /** Tells what is still to be told. */
  flush: () => void
}

/** Tells of changed intents, in order, after whoever asked for the change has its answer. The first word of a quick sending is left out. */
export function createAnnouncer(clock: Clock, emit: (intent: Intent) => void): Announcer {
  const sending = new Map<string, () => void>()
  let queue: Intent[] = []

  function flush(): void {
    const due = queue
    queue = []
    for (const intent of due) emit(intent)
  }
  function enqueue(intent: Intent): void {
    if (queue.push(intent) === 1) setImmediate(flush)
  }

  return {
    changed(intent) {
      sending.get(intent.id)?.()
      sending.delete(intent.id)
      if (intent.state !== 'sending') return enqueue(intent)
      sending.set(
        intent.id,
        clock.after(quickMs, () => {
          sending.delete(intent.id)
          enqueue(intent)
        }),
      )
    },
    flush() {
      for (const cancel of sending.values()) cancel()
      flush()
    },
  }
}
