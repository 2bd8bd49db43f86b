import type { BridgeEvent, BridgeEvents, EventListener } from '#contract/events.ts'
import { createListeners } from '#contract/listeners.ts'

export interface DeskEvents {
  emit<E extends BridgeEvent>(event: E, payload: BridgeEvents[E]): void
  /** The answer ends the subscription. */
  subscribe(listener: EventListener): () => void
}

export function createEvents(): DeskEvents {
  const { emit, add } = createListeners<Parameters<EventListener>>()
  return { emit, subscribe: add }
}
