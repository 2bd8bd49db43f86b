import type { Log } from '../../ports.ts'

/** Listeners of one thing; one that throws is logged and harms neither the others nor the request. */
export function createListeners<T>(log: Log) {
  const all = new Set<(value: T) => void>()
  return {
    /** Whether anybody listens: what is costly to tell need not be put together. */
    any: () => all.size > 0,
    add(listener: (value: T) => void): () => void {
      all.add(listener)
      return () => void all.delete(listener)
    },
    emit(value: T): void {
      for (const listener of [...all]) {
        try {
          listener(value)
        } catch {
          log.write('error', 'A listener of the platform client failed')
        }
      }
    },
  }
}
