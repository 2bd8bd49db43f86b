import { environmentIds } from '#contract/models.ts'
import type { Connection, ConnectionState, EnvironmentId } from '#contract/models.ts'
import type { Clock, Log } from '../../ports.ts'
import { createListeners } from './listeners.ts'

interface Seen {
  state: ConnectionState
  since: number
  latencyMs?: number
  lastAnswerAt?: number
  reason?: string
  toldAt: number
}

/** What real requests have shown of each environment. Any HTTP answer counts as reachable, a refusal too. */
export function createConnections({ clock, log }: { clock: Clock; log: Log }) {
  const listeners = createListeners<Connection>(log)
  const seen = Object.fromEntries(
    environmentIds.map((id): [EnvironmentId, Seen] => [id, { state: 'unknown', since: clock.now(), toldAt: -Infinity }]),
  ) as Record<EnvironmentId, Seen>

  const describe = (environment: EnvironmentId): Connection => {
    const { state, since, latencyMs, lastAnswerAt, reason } = seen[environment]
    return {
      environment,
      state,
      since: new Date(since).toISOString(),
      ...(latencyMs === undefined ? {} : { latencyMs }),
      ...(lastAnswerAt === undefined ? {} : { lastAnswerAt: new Date(lastAnswerAt).toISOString() }),
      ...(reason === undefined ? {} : { reason }),
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
    onChange: (listener: (connection: Connection) => void) => listeners.add(listener),

    answered(environment: EnvironmentId, latencyMs: number): void {
      const record = seen[environment]
      const moved = record.latencyMs !== latencyMs
      record.latencyMs = latencyMs
      record.lastAnswerAt = clock.now()
      delete record.reason
      enter(environment, 'reachable', moved)
    },

    failed(environment: EnvironmentId, reason: string): void {
      const record = seen[environment]
      const moved = record.reason !== reason
      record.reason = reason
      enter(environment, 'unreachable', moved)
    },
  }
}
