import type { BridgeEvent, BridgeEvents, EventListener } from '#contract/events.ts'

/** How the backend tells every screen and script that something changed. */
export interface DeskEvents {
  emit<E extends BridgeEvent>(event: E, payload: BridgeEvents[E]): void
  /** The answer ends the subscription. */
  subscribe(listener: EventListener): () => void
}

export function createEvents(): DeskEvents {
  const listeners = new Set<EventListener>()
  return {
    emit(event, payload) {
      for (const listener of listeners) listener(event, payload)
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
