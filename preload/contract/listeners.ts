export interface Listeners<A extends unknown[]> {
  /** Lets a caller skip a costly value. */
  any: () => boolean
  /** Answers the unsubscription. */
  add: (listener: (...values: A) => void) => () => void
  emit: (...values: A) => void
}

/** `failed` hears what a listener throws, and the others still run; without it `emit` throws. */
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
