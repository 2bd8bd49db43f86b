import { createListeners } from '#contract/listeners.ts'
import { environmentIds } from '#contract/models.ts'
import type { ConnectionState, EnvironmentId } from '#contract/models.ts'
import { listenerFailed } from '../../log.ts'
import type { Clock, Log } from '../../ports.ts'
import type { Observed } from './types.ts'

interface Seen {
  state: ConnectionState
  since: number
  latencyMs?: number
  lastAnswerAt?: number
  clockOffsetMs?: number
  /** How many answers came. */
  answers: number
  triedAt?: number
  reason?: string
  toldAt: number
}

/** One attempt, from before its socket to its end. After a reset it tells nothing any more: it asked another address. */
export interface Attempt {
  /** `clockOffsetMs` where the answer tells it. */
  answered(latencyMs: number, clockOffsetMs: number | undefined): void
  failed(reason: string): void
  /** Whether an answer to another attempt came since this one began. */
  overtaken(): boolean
}

/** What attempts have shown of each environment. A refusal by the platform counts as reachable. */
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
      ...(latencyMs === undefined ? {} : { latencyMs }),
      ...(lastAnswerAt === undefined ? {} : { lastAnswerAt: new Date(lastAnswerAt).toISOString() }),
      ...(reason === undefined ? {} : { reason }),
      ...(clockOffsetMs === undefined ? {} : { clockOffsetMs }),
    }
  }

  // Listeners hear of every change of state, and of a changed latency at most once a second.
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
      record.triedAt = clock.now()
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
