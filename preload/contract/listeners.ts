export interface Listeners<A extends unknown[]> {
  /** Whether anybody listens: a costly value need not be put together for nobody. */
  any: () => boolean
  /** The answer ends the subscription. */
  add: (listener: (...values: A) => void) => () => void
  emit: (...values: A) => void
}

/** Listeners of one thing. `failed` hears what a listener throws, and the others are told all the same; without it `emit` throws it. */
export function createListeners<A extends unknown[]>(failed?: (error: unknown) => void): Listeners<A> {
  const all = new Set<(...values: A) => void>()
  return {
    any: () => all.size > 0,
    add(listener) {
      all.add(listener)
      return () => void all.delete(listener)
    },
    emit(...values) {
      for (const listener of all) {
        try {
          listener(...values)
        } catch (error) {
          if (failed === undefined) throw error
          failed(error)
        }
      }
    },
  }
}
