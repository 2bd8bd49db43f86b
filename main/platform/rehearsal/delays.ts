import type { Clock } from '../../core/ports.ts'

/** Practised latency; every delay ends when the platform does. */
export function createDelays(clock: Clock) {
  const running = new Set<() => void>()
  let ended = false
  return {
    /** False where the platform stopped before. */
    wait(ms: number): Promise<boolean> {
      if (ended) return Promise.resolve(false)
      return new Promise((resolve) => {
        const end = () => {
          cancel()
          resolve(false)
        }
        const cancel = clock.after(ms, () => {
          running.delete(end)
          resolve(true)
        })
        running.add(end)
      })
    },
    end(): void {
      ended = true
      for (const end of running) end()
      running.clear()
    },
  }
}
