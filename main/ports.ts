// What the desk asks of its surroundings. Hosts pass real ones, tests pass in-memory ones; nothing below main/app.ts reaches
// for the system by itself.
import type { KeychainBackend, LogLevel } from '#contract/models.ts'

/** How a call to a keychain ended. A value is never part of a message. */
export type KeychainResult<T> =
  | { outcome: 'found'; value: T }
  | { outcome: 'absent' | 'locked' | 'denied' | 'unavailable' | 'timed_out' | 'too_large'; reason?: string }

/** A store of secrets, by account name under the service `showdesk`. No call throws; every call has a deadline. */
export interface Keychain {
  readonly backend: KeychainBackend
  /** Why the system's keychain is not used, where it is not. */
  readonly reason?: string | undefined
  /** Settles, never rejects, once `backend` and `reason` are known for certain; a keychain without it knows from the start. */
  ready?(): Promise<void>
  get(account: string): Promise<KeychainResult<string>>
  /** `found` with the value means stored and read back. */
  set(account: string, value: string): Promise<KeychainResult<string>>
  /** `absent` when nothing was there, `found` when it was removed. */
  remove(account: string): Promise<KeychainResult<string>>
}

/** Time and timers, in milliseconds. */
export interface Clock {
  now(): number
  /** Running time since some moment: no change of the wall clock moves it, and it may stand still while the machine sleeps. Without it `now` stands for it. */
  monotonic?(): number
  /** Calls once after `ms`; the answer cancels it. */
  after(ms: number, run: () => void): () => void
}

/** Milliseconds since now, by the wall clock or by running time, whichever says more: sleep and a clock that is set back hide nothing. */
export function stopwatch(clock: Clock): () => number {
  const steady = () => clock.monotonic?.() ?? clock.now()
  const [wall, running] = [clock.now(), steady()]
  return () => Math.max(clock.now() - wall, steady() - running)
}

export type { LogLevel }

/** One line for the people who maintain the desk. Fields are redacted by the caller's redactor before they get here. */
export interface Log {
  write(level: LogLevel, message: string, fields?: Record<string, unknown>): void
}

/** What only the system's shell can do. */
interface Shell {
  openExternal(url: string): Promise<void>
}

export interface Ports {
  host: 'electron' | 'loopback'
  /** Absolute path of the profile's folder; created where it is not there. */
  profile: string
  keychain: Keychain
  clock: Clock
  log: Log
  shell: Shell
}

/** The system's clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}
