// Calls into a keychain go one after the other: the native libraries are not meant for several at once, and a service that hangs
// then holds one thread instead of all of them.
import type { Clock } from '../ports.ts'

/** The caller has already been told `timed_out`; what is left of the job must not run. */
export class ExpiredError extends Error {}

/** What a job may ask while it runs. */
export interface Turn {
  /** Milliseconds until the caller is told that it took too long. */
  left(): number
  /** Throws ExpiredError once the caller was told. */
  check(): void
}

export interface Lane {
  /**
   * Runs jobs one at a time, in order. Answers 'timed_out' once `deadlineMs` have passed since the call, waiting included; a job that has
   * not begun by then never does. While a job is overdue, further calls are answered at once, so that none pile up behind it.
   */
  run<T>(job: (turn: Turn) => Promise<T>): Promise<T | 'timed_out'>
}

export function createLane({ clock, deadlineMs }: { clock: Clock; deadlineMs: number }): Lane {
  let last: Promise<unknown> = Promise.resolve()
  let overdue = false

  return {
    run<T>(job: (turn: Turn) => Promise<T>): Promise<T | 'timed_out'> {
      if (overdue) return Promise.resolve('timed_out')
      const end = clock.now() + deadlineMs
      let expired = false
      let running = false
      const turn: Turn = {
        left: () => Math.max(0, end - clock.now()),
        check() {
          if (expired) throw new ExpiredError('The caller was told that this took too long')
        },
      }
      return new Promise((done, fail) => {
        const cancel = clock.after(deadlineMs, () => {
          expired = true
          if (running) overdue = true
          done('timed_out')
        })
        last = last
          .then(async () => {
            if (expired) return
            running = true
            done(await job(turn))
          })
          .catch((error: unknown) => fail(error as Error))
          .then(() => {
            cancel()
            if (running) overdue = false
          })
      })
    },
  }
}
