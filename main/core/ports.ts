// What the desk needs of the system. Hosts pass the real ones, tests in-memory ones.
import type { StageScreen } from '#contract/live.ts'
import type { KeychainBackend, LogLevel } from '#contract/models.ts'

/** How a call to a keychain ended. A value is never part of a message. */
export type KeychainResult<T> =
  | { outcome: 'found'; value: T }
  | { outcome: 'absent' | 'locked' | 'denied' | 'unavailable' | 'timed_out' | 'too_large'; reason?: string }

/** A store of secrets under the service `showdesk`. No call throws; every call has a deadline. */
export interface Keychain {
  readonly backend: KeychainBackend
  /** Why the system's keychain is not used, where it is not. */
  readonly reason?: string | undefined
  /** Settles once `backend` and `reason` are certain; never rejects. */
  ready?(): Promise<void>
  /** Hears that a person has unlocked it, after the call that asked for it may have ended. */
  onUnlocked?(listener: () => void): void
  get(account: string): Promise<KeychainResult<string>>
  /** `found` with the value means stored and read back. */
  set(account: string, value: string): Promise<KeychainResult<string>>
  /** `absent` when nothing was there, `found` when it was removed. */
  remove(account: string): Promise<KeychainResult<string>>
}

/** Time and timers, in milliseconds. */
export interface Clock {
  now(): number
  /** Running time, which setting the clock does not change and sleep may stop. Default: `now`. */
  monotonic?(): number
  /** Calls once after `ms`; the returned function cancels it. */
  after(ms: number, run: () => void): () => void
}

/** Running time, for waits: setting the clock ends none early and draws none out. Only differences mean anything. */
export const runningTime = (clock: Clock): number => clock.monotonic?.() ?? clock.now()

/** Milliseconds since now, by the wall clock or by running time, whichever is more. */
export function stopwatch(clock: Clock): () => number {
  const [wall, running] = [clock.now(), runningTime(clock)]
  return () => Math.max(clock.now() - wall, runningTime(clock) - running)
}

export type { LogLevel }

/** Callers redact the fields. */
export interface Log {
  write(level: LogLevel, message: string, fields?: Record<string, unknown>): void
}

interface Shell {
  openExternal(url: string): Promise<void>
}

/** The window of the person in front of the camera. */
export interface StageHost {
  screens(): StageScreen[]
  /** Opens the stage, or brings the open one to the front or to that screen. Throws DeskError `not_found_here`. */
  open(screen?: string): void
}

/** Gets new versions of the desk. */
export interface Updater {
  /** The newer version, where there is one. Rejects; an abort ends its requests. */
  look(signal: AbortSignal): Promise<string | undefined>
  /** Fetches what `look` found last, and checks it. Rejects; an abort ends its requests. */
  fetch(signal: AbortSignal): Promise<void>
  /** Whether what answered is the cause of an error, rather than that nothing did. */
  isUnusable(error: unknown): boolean
  /** Closes the desk, installs what was fetched and opens it. */
  install(): void
}

export interface Ports {
  host: 'electron' | 'loopback'
  /** Absolute path of the profile's folder; created where it is missing. */
  profile: string
  keychain: Keychain
  clock: Clock
  log: Log
  shell: Shell
  /** Opens a file of the desk's own with the system's program for it; absent where the host can't. Throws DeskError `internal`. */
  openFile?: (path: string) => Promise<void>
  /** Absent where the page opens the stage itself. */
  stage?: StageHost
  /** Brings the desk's window to the front; absent where a browser has it. */
  bringUp?: () => void
  /** Absent in a browser, and where this build has no address of updates. */
  updater?: Updater
}

/** The present, ISO 8601. */
export const isoNow = (clock: Pick<Clock, 'now'>): string => new Date(clock.now()).toISOString()

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/** Waits that double from the first to the longest, by the number of failures. */
export const backoff =
  (firstMs: number, longestMs: number) =>
  (failures: number): number =>
    Math.min(longestMs, firstMs * 2 ** Math.min(failures, 10))
