// Where every watched value stands: whether it may be read, and when. Pure, so that screens and the scheduler can't disagree.
import type { Gate } from '#contract/models.ts'
import { intervalMs } from './intervals.ts'
import type { Standing, Watched } from './watched.ts'

/** What holds for all of them just now. */
export interface Conditions {
  now: number
  onAir: boolean
  offline: boolean
  /** Whether the credential that it is read with is missing. */
  locked: (watched: Watched) => boolean
  /** The gate that its read would meet. */
  gate: (watched: Watched) => Gate | undefined
  slowdown: number
  /** Reads a minute that the desk plans for itself. */
  plannedPerMinute: number
}

export interface Standings {
  of: Map<Watched, Standing>
  /** How many times longer every interval is than in its table, so that all of them fit into the budget. */
  stretch: number
}

/** Stands every watched value in its place. */
export function standAll(held: readonly Watched[], conditions: Conditions): Standings {
  const { now, onAir, slowdown, plannedPerMinute } = conditions
  const blocked = new Map(held.map((watched) => [watched, block(watched, conditions)]))
  let perMinute = 0
  for (const watched of held) {
    const interval = intervalMs(watched.holders, onAir)
    if (interval !== undefined && blocked.get(watched)?.waiting === undefined)
      perMinute += 60_000 / (interval * slowdown)
  }
  const stretch = Math.max(1, perMinute / plannedPerMinute)

  const of = new Map<Watched, Standing>()
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

/** What keeps it from being read, other than its own pace and its own failures. */
function block(
  watched: Watched,
  { onAir, offline, locked, gate }: Conditions,
): Pick<Standing, 'waiting'> & { until?: number } {
  if (intervalMs(watched.holders, onAir) === undefined) return { waiting: 'hidden' }
  if (offline) return { waiting: 'offline' }
  if (locked(watched)) return { waiting: 'credential' }
  const closed = gate(watched)
  return closed === undefined ? { waiting: undefined } : { waiting: 'gate', until: Date.parse(closed.until) }
}
