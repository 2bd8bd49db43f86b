import { defined } from '#contract/defined.ts'
import { createListeners } from '#contract/listeners.ts'
import { environmentIds, type ConnectionState, type EnvironmentId } from '#contract/models.ts'
import { listenerFailed } from '../../core/log.ts'
import { runningTime, type Clock, type Log } from '../../core/ports.ts'
import type { Observed } from './types.ts'

interface Seen {
  state: ConnectionState
  since: number
  latencyMs?: number
  lastAnswerAt?: number
  clockOffsetMs?: number
  answers: number
  /** In running time. */
  triedAt?: number
  reason?: string
  toldAt: number
}

/** After a reset an attempt changes nothing: it asked another address. */
export interface Attempt {
  answered(latencyMs: number, clockOffsetMs: number | undefined): void
  failed(reason: string): void
  overtaken(): boolean
}

/** A refusal by the platform counts as reachable. */
export function createConnections({ clock, log }: { clock: Clock; log: Log }) {
  const listeners = createListeners<[Observed]>(listenerFailed(log))
  const fresh = (): Seen => ({ state: 'unknown', since: clock.now(), answers: 0, toldAt: -Infinity })
  const seen = Object.fromEntries(environmentIds.map((id): [EnvironmentId, Seen] => [id, fresh()])) as Record<
    EnvironmentId,
    Seen
  >

  const describe = (environment: EnvironmentId): Observed => {
    const { state, since, latencyMs, lastAnswerAt, clockOffsetMs, reason } = seen[environment]
    return {
      environment,
      state,
      since: new Date(since).toISOString(),
      ...defined({ latencyMs }),
      ...(lastAnswerAt === undefined ? {} : { lastAnswerAt: new Date(lastAnswerAt).toISOString() }),
      ...defined({ reason, clockOffsetMs }),
    }
  }

  // Every change of state is emitted, a changed latency at most once a second.
  const enter = (environment: EnvironmentId, state: ConnectionState, tell: boolean) => {
    const now = clock.now()
    const record = seen[environment]
    const changed = record.state !== state
    if (changed) Object.assign(record, { state, since: now })
    if (!changed && !(tell && now - record.toldAt >= 1_000)) return
    record.toldAt = now
    listeners.emit(describe(environment))
  }

  return {
    get: describe,
    onChange: (listener: (connection: Observed) => void) => listeners.add(listener),
    lastTriedAt: (environment: EnvironmentId) => seen[environment].triedAt,

    begin(environment: EnvironmentId): Attempt {
      const record = seen[environment]
      const before = record.answers
      record.triedAt = runningTime(clock)
      return {
        answered(latencyMs, clockOffsetMs) {
          if (seen[environment] !== record) return
          const moved = record.latencyMs !== latencyMs
          record.latencyMs = latencyMs
          if (clockOffsetMs !== undefined) record.clockOffsetMs = clockOffsetMs
          record.lastAnswerAt = clock.now()
          record.answers += 1
          delete record.reason
          enter(environment, 'reachable', moved)
        },
        failed(reason) {
          if (seen[environment] !== record) return
          const moved = record.reason !== reason
          record.reason = reason
          enter(environment, 'unreachable', moved)
        },
        overtaken: () => record.answers !== before,
      }
    },

    reset(environment: EnvironmentId): void {
      seen[environment] = fresh()
      listeners.emit(describe(environment))
    },
  }
}
