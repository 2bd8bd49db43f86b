// One call at a time: native keychain libraries are not made for several, and a hanging service then blocks one thread
// only.
import type { Clock } from '../ports.ts'

/** The caller was told `timed_out`; the rest of the job must not run. */
export class ExpiredError extends Error {}

export interface Turn {
  left(): number
  /** Throws ExpiredError after that. */
  check(): void
}

export interface Lane {
  /**
   * Runs jobs in order. Answers 'timed_out' `deadlineMs` after the call, waiting included; while a job is overdue,
   * further calls are refused at once.
   */
  run<T>(job: (turn: Turn) => Promise<T>): Promise<T | 'timed_out'>
}

export function createCallQueue({ clock, deadlineMs }: { clock: Clock; deadlineMs: number }): Lane {
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
