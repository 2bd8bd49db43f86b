import type { Clock } from '../../core/ports.ts'
import type { Sent } from './send.ts'

const shortestMs = 100
const longestMs = 400

/** Not reached, broken off, or overloaded on the way. */
export function mayRetry(sent: Sent): boolean {
  if ('failure' in sent) return sent.failure.cause === 'unreachable' || sent.failure.cause === 'cut'
  const { status, header } = sent.answer
  return status === 502 || status === 504 || (status === 503 && header('retry-after') === undefined)
}

/** In milliseconds; random, so that many desks don't come back at once. */
export function retryPause(): number {
  return Math.round(shortestMs + Math.random() * (longestMs - shortestMs))
}

export function createPauses(clock: Clock) {
  const waiting = new Set<() => void>()
  return {
    wait: (ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        const end = () => {
          cancel()
          waiting.delete(end)
          signal?.removeEventListener('abort', end)
          resolve()
        }
        const cancel = clock.after(ms, end)
        waiting.add(end)
        signal?.addEventListener('abort', end)
      }),
    end: () => waiting.forEach((end) => end()),
  }
}
