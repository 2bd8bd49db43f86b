import type { Intent } from '#contract/models.ts'
import type { IntentStore, Entry } from './intent-store.ts'
import { isUrgent } from './order.ts'

export type Turns = ReturnType<typeof createTurns>

/** The intents that a person waits for: live commands, and those to be sent again. */
export function createTurns(intents: IntentStore) {
  const waiting = new Set<Entry>()
  const inOrder = (): Entry[] => {
    for (const entry of waiting) if (intents.get(entry.intent.id) !== entry) waiting.delete(entry)
    return [...waiting].filter(isUrgent).sort((a, b) => a.place - b.place)
  }
  return {
    /** By place. */
    waiting: inOrder,
    /** Resolves once it is settled, queued or unknown. */
    wait(entry: Entry): Promise<Intent> {
      entry.turn ??= Promise.withResolvers<Intent>()
      waiting.add(entry)
      return entry.turn.promise
    },
    /** Ends the wait, and returns what its caller must resolve. */
    take(entry: Entry): Entry['turn'] {
      const { turn } = entry
      delete entry.turn
      entry.wanted = false
      waiting.delete(entry)
      return turn
    },
    /** The first of each lane. */
    urgent(): Map<string, Entry> {
      const lanes = new Map<string, Entry>()
      for (const entry of inOrder()) if (!lanes.has(entry.lane)) lanes.set(entry.lane, entry)
      return lanes
    },
  }
}
