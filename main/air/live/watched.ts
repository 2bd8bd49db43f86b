// One watched value.
import { defined } from '#contract/defined.ts'
import { DeskError, type DeskErrorShape } from '#contract/errors.ts'
import type { LiveValue, WatchWait } from '#contract/live.ts'
import type { EnvironmentId, ReadAnswer } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import type { Operation } from '../../platform/catalog/entry.ts'
import type { Asker } from '../../platform/client/types.ts'
import { quickest, restMs, type Holder } from './intervals.ts'

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
  /** After a failure: not read by the desk itself before then. */
  restsUntil: number
  /** Since when it is wanted at once. */
  urgentSince: number | undefined
  reading: { by: Asker } | undefined
  /** A person's read under way, and the one after it where somebody asked meanwhile. */
  refreshing: { done: Promise<void>; after: Promise<void> | undefined } | undefined
  /** A read ended since the value was emitted. */
  changed: boolean
  emittedWaiting: WatchWait | undefined
}

/** `dueAt` is when it is read next as far as that is known, in milliseconds. */
export interface ScheduleEntry {
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
      ...defined({ path, query }),
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
    changed: false,
    emittedWaiting: undefined,
  }
}

/** Takes in how a read ended. An answer stays beside a later error. A wait that the platform asked for is the gate's. */
export function takeIn(watched: Watched, ended: Ended, now: number, interval: number): void {
  watched.reading = undefined
  watched.changed = true
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

export function hurry(watched: Watched, now: number): void {
  watched.urgentSince ??= now
  watched.restsUntil = 0
}

export function describe(watched: Watched, environment: EnvironmentId, { waiting, dueAt }: ScheduleEntry): LiveValue {
  const { key, holders, answer, error, failedAt, reading } = watched
  return {
    key,
    environment,
    pace: quickest(holders),
    ...defined({ answer }),
    ...(error === undefined ? {} : { error, failedAt: new Date(failedAt).toISOString() }),
    reading: reading !== undefined,
    ...(dueAt === undefined || reading !== undefined ? {} : { nextAt: new Date(dueAt).toISOString() }),
    ...defined({ waiting }),
  }
}

export function errorOf(error: unknown, operation: string): DeskErrorShape {
  if (error instanceof DeskError) return { operation, ...error.toShape() }
  return new DeskError('internal', 'The read could not be prepared.', {
    operation,
    facts: { reason: 'read_not_prepared' },
  }).toShape()
}
