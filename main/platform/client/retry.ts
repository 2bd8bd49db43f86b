import type { Clock } from '../../ports.ts'
import type { Sent } from './send.ts'

const shortestMs = 100
const longestMs = 400

/** Whether a read is worth another try: the platform was not reached, the connection broke, or a server on the way was overloaded. */
export function mayRetry(sent: Sent): boolean {
  if ('failure' in sent) return sent.failure.cause === 'unreachable' || sent.failure.cause === 'cut'
  const { status, header } = sent.answer
  return status === 502 || status === 504 || (status === 503 && header('retry-after') === undefined)
}

/** A pause before the next try, different each time so that many desks don't come back at once. In milliseconds. */
export function retryPause(): number {
  return Math.round(shortestMs + Math.random() * (longestMs - shortestMs))
}

/** Pauses that can all be ended at once. */
export function createPauses(clock: Clock) {
  const waiting = new Set<() => void>()
  return {
    /** The signal ends it early. */
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
