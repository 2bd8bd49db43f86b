// What nobody caught, as a person hears of it.
import { randomUUID } from 'node:crypto'
import type { Redactor } from '../keychain/types.ts'
import { isoNow, type Clock, type Log } from '../ports.ts'
import type { Notices } from './notices.ts'

/** A fault that repeats fills neither the log nor the screen. */
const toldEveryMs = 60_000
const loggedAtMost = 20
const longestDetail = 4_000

export function createFaults(parts: {
  notices: Pick<Notices, 'add'>
  redactor: Pick<Redactor, 'text'>
  clock: Clock
  log: Log
}) {
  const { notices, redactor, clock, log } = parts
  let since = -Infinity
  let count = 0

  function tell(code: 'fault_survived' | 'fault_reopened'): void {
    try {
      notices.add({ id: randomUUID(), level: 'warning', code, at: isoNow(clock) })
    } catch {
      log.write('warn', 'A notice could not be kept.', { code })
    }
  }

  return {
    /** Never throws. */
    met(error: unknown): void {
      const now = clock.monotonic?.() ?? clock.now()
      const isNew = now - since >= toldEveryMs
      if (isNew) [since, count] = [now, 0]
      count += 1
      if (count > loggedAtMost) return
      const detail = error instanceof Error ? (error.stack ?? error.message) : typeof error
      log.write('error', 'Something failed that nobody caught. The desk goes on.', {
        detail: redactor.text(detail).slice(0, longestDetail),
      })
      if (isNew) tell('fault_survived')
    },
    reopened: () => tell('fault_reopened'),
  }
}
