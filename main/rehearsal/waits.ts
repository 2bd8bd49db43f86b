// Delays of practised latency that all end when the platform does.
import type { Clock } from '../ports.ts'

export interface Waits {
  /** True once the time is over, false where the platform ended before. */
  wait(ms: number): Promise<boolean>
  end(): void
}

export function createWaits(clock: Clock): Waits {
  const endings = new Set<() => void>()
  let ended = false
  return {
    wait(ms) {
      if (ended) return Promise.resolve(false)
      return new Promise((resolve) => {
        const end = () => {
          cancel()
          resolve(false)
        }
        const cancel = clock.after(ms, () => {
          endings.delete(end)
          resolve(true)
        })
        endings.add(end)
      })
    },
    end() {
      ended = true
      for (const end of endings) end()
      endings.clear()
    },
  }
}
