// Whether each watched value may be read, and when. Pure.
import type { Gate } from '#contract/models.ts'
import { intervalMs } from './intervals.ts'
import type { ScheduleEntry, Watched } from './watched.ts'

export interface Conditions {
  now: number
  onAir: boolean
  offline: boolean
  lacksCredential: (watched: Watched) => boolean
  gate: (watched: Watched) => Gate | undefined
  slowdown: number
  plannedPerMinute: number
}

export interface Schedule {
  of: Map<Watched, ScheduleEntry>
  /** The factor by which all intervals are longer, so that they fit into the budget. */
  stretch: number
}

export function scheduleAll(values: readonly Watched[], conditions: Conditions): Schedule {
  const { now, onAir, slowdown, plannedPerMinute } = conditions
  const blocked = new Map(values.map((watched) => [watched, block(watched, conditions)]))
  let perMinute = 0
  for (const watched of values) {
    const interval = intervalMs(watched.holders, onAir)
    if (interval !== undefined && blocked.get(watched)?.waiting === undefined)
      perMinute += 60_000 / (interval * slowdown)
  }
  const stretch = Math.max(1, perMinute / plannedPerMinute)

  const of = new Map<Watched, ScheduleEntry>()
  for (const [watched, { waiting, until }] of blocked) {
    const interval = intervalMs(watched.holders, onAir) ?? 0
    const paced = watched.urgentSince ?? watched.settledAt + interval * slowdown * stretch
    const dueAt = Math.max(paced, watched.restsUntil, until ?? 0)
    if (waiting !== undefined) of.set(watched, { waiting, dueAt: until === undefined ? undefined : dueAt })
    else if (watched.restsUntil > now)
      of.set(watched, { waiting: watched.error?.code === 'keychain_unavailable' ? 'credential' : 'failed', dueAt })
    else of.set(watched, { waiting: undefined, dueAt })
  }
  return { of, stretch }
}

/** Why it may not be read, other than its pace and its failures. */
function block(
  watched: Watched,
  { onAir, offline, lacksCredential, gate }: Conditions,
): Pick<ScheduleEntry, 'waiting'> & { until?: number } {
  if (intervalMs(watched.holders, onAir) === undefined) return { waiting: 'hidden' }
  if (offline) return { waiting: 'offline' }
  if (lacksCredential(watched)) return { waiting: 'credential' }
  const closed = gate(watched)
  return closed === undefined ? { waiting: undefined } : { waiting: 'gate', until: Date.parse(closed.until) }
}
