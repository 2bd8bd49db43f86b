// One watched value: what is known of it, and where it stands between two reads.
import { DeskError } from '#contract/errors.ts'
import type { DeskErrorShape } from '#contract/errors.ts'
import type { LiveValue, WatchWait } from '#contract/live.ts'
import type { EnvironmentId, ReadAnswer } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import type { Asker } from '../platform/client/types.ts'
import { quickest, restMs } from './intervals.ts'
import type { Holder } from './intervals.ts'

export interface Watched {
  readonly key: string
  readonly request: OperationRequest
  readonly operation: Operation
  /** Empty once nobody wants it any more. */
  holders: Holder[]
  /** When the last page let go of it. */
  letGoAt: number
  answer: ReadAnswer | undefined
  error: DeskErrorShape | undefined
  failedAt: number
  /** In a row. */
  failures: number
  /** When the last read ended. */
  settledAt: number
  /** Not by itself before then, after a failure. */
  restsUntil: number
  /** Since when it is wanted at once, whatever its pace. */
  urgentSince: number | undefined
  reading: { by: Asker } | undefined
  /** A read of the person's under way, and the one after it where someone asked meanwhile. */
  refreshing: { done: Promise<void>; after: Promise<void> | undefined } | undefined
  /** A read ended since it was told. */
  untold: boolean
  toldWaiting: WatchWait | undefined
}

/** Where it stands just now; `dueAt` is when it is read next as far as that is known, in milliseconds. */
export interface Standing {
  waiting: WatchWait | undefined
  dueAt: number | undefined
}

export type Ended = { answer: ReadAnswer } | { error: DeskErrorShape }

export function createWatched(
  key: string,
  { operation: name, path, query, body }: OperationRequest,
  operation: Operation,
): Watched {
  return {
    key,
    request: {
      operation: name,
      ...(path === undefined ? {} : { path }),
      ...(query === undefined ? {} : { query }),
      ...(body === undefined || body === null ? {} : { body }),
    },
    operation,
    holders: [],
    letGoAt: 0,
    answer: undefined,
    error: undefined,
    failedAt: 0,
    failures: 0,
    settledAt: 0,
    restsUntil: 0,
    urgentSince: undefined,
    reading: undefined,
    refreshing: undefined,
    untold: false,
    toldWaiting: undefined,
  }
}

/** Notes how a read ended. What was known before stays beside an error. A wait that the platform named is the gate's, not counted here. */
export function note(watched: Watched, ended: Ended, now: number, interval: number): void {
  watched.reading = undefined
  watched.untold = true
  watched.settledAt = now
  if ('answer' in ended) {
    Object.assign(watched, { answer: ended.answer, error: undefined, failures: 0, restsUntil: 0 })
    return
  }
  const { error } = ended
  watched.error = error
  watched.failedAt = now
  if (error.code === 'rate_limited') return
  watched.failures += 1
  watched.restsUntil = now + Math.max(error.retryAfterMs ?? 0, restMs(watched.failures, interval))
}

/** Wanted at once: new on screen, after sleep, or what it waited for is there. */
export function hurry(watched: Watched, now: number): void {
  watched.urgentSince ??= now
  watched.restsUntil = 0
}

export function describe(watched: Watched, environment: EnvironmentId, { waiting, dueAt }: Standing): LiveValue {
  const { key, holders, answer, error, failedAt, reading } = watched
  return {
    key,
    environment,
    pace: quickest(holders),
    ...(answer === undefined ? {} : { answer }),
    ...(error === undefined ? {} : { error, failedAt: new Date(failedAt).toISOString() }),
    reading: reading !== undefined,
    ...(dueAt === undefined || reading !== undefined ? {} : { nextAt: new Date(dueAt).toISOString() }),
    ...(waiting === undefined ? {} : { waiting }),
  }
}

/** How a read ended, whatever it threw. */
export function errorOf(error: unknown, operation: string): DeskErrorShape {
  if (error instanceof DeskError) return { operation, ...error.toShape() }
  return new DeskError('internal', 'The read could not be prepared. Nothing was changed. It is tried again later.', {
    operation,
  }).toShape()
}
