import type { Intent } from '#contract/models.ts'
import type { Clock } from './ports.ts'

/** A faster write is not announced as sending, because screens would flicker. */
const quickMs = 40

/** Announces changed intents in order, after the caller of the change has its answer. */
export function createAnnouncer(clock: Clock, emit: (intent: Intent) => void) {
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
    changed: (intent: Intent): void => {
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
    flush: (): void => {
      for (const cancel of sending.values()) cancel()
      flush()
    },
  }
}
