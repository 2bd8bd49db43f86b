import type { Intent } from '#contract/models.ts'
import type { Book, Entry } from './intent-store.ts'
import { isUrgent } from './order.ts'

/** Those that a person waits for: live commands behind what is on the wire, and intents that were asked to be sent again. */
export interface Turns {
  /** Answers once it is settled, queued or unknown. */
  wait(entry: Entry): Promise<Intent>
  /** Its turn has come, or is over: answers who must be told. */
  take(entry: Entry): Entry['turn']
  /** The first of each lane, by lane. */
  urgent(): Map<string, Entry>
  /** All of them, in the order of their places. */
  waiting(): Entry[]
}

export function createTurns(book: Book): Turns {
  const waiting = new Set<Entry>()
  const inOrder = (): Entry[] => {
    for (const entry of waiting) if (book.get(entry.intent.id) !== entry) waiting.delete(entry)
    return [...waiting].filter(isUrgent).sort((a, b) => a.place - b.place)
  }
  return {
    waiting: inOrder,
    wait(entry) {
      entry.turn ??= Promise.withResolvers<Intent>()
      waiting.add(entry)
      return entry.turn.promise
    },
    take(entry) {
      const { turn } = entry
      delete entry.turn
      entry.wanted = false
      waiting.delete(entry)
      return turn
    },
    urgent() {
      const lanes = new Map<string, Entry>()
      for (const entry of inOrder()) if (!lanes.has(entry.lane)) lanes.set(entry.lane, entry)
      return lanes
    },
  }
}
