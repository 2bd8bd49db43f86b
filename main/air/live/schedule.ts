// Whether each watched value may be read, and when. Pure.
import type { Gate } from '#contract/models.ts'
import { intervalMs, type Holder } from './intervals.ts'
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
  /** The factor by which the intervals of the desk's own pages are longer, so that they fit into the budget. */
  stretch: number
  /** Reads a minute that the desk may send for grants alone. */
  grantsPerMinute: number
}

/** The part of the plan that grants keep while the desk's own pages want all of it. */
const grantsPart = 0.2

/** Whether a page of the desk itself watches it. */
export const isOwn = ({ holders }: Pick<Watched, 'holders'>): boolean => holders.some(({ ofGrant }) => !ofGrant)

/** The desk's own pages come first: what grants watch is stretched by itself. */
export function scheduleAll(values: readonly Watched[], conditions: Conditions): Schedule {
  const { now, onAir, slowdown, plannedPerMinute } = conditions
  const blocked = new Map(values.map((watched) => [watched, block(watched, conditions)]))
  /** Reads a minute that some pages need. */
  const rate = (holders: readonly Holder[]): number => 60_000 / ((intervalMs(holders, onAir) ?? Infinity) * slowdown)
  const rates = new Map(
    values.map((watched) => {
      const own = rate(watched.holders.filter(({ ofGrant }) => !ofGrant))
      return [watched, { own, more: rate(watched.holders) - own }]
    }),
  )
  const wanted = [...rates].flatMap(([watched, each]) => (blocked.get(watched)?.waiting === undefined ? [each] : []))
  const own = wanted.reduce((sum, each) => sum + each.own, 0)
  const more = wanted.reduce((sum, each) => sum + each.more, 0)
  const grantsPerMinute = Math.max(plannedPerMinute - own, plannedPerMinute * grantsPart)
  const stretch = Math.max(1, own / (plannedPerMinute - Math.min(more, plannedPerMinute * grantsPart)))
  const stretchOfGrants = Math.max(1, more / grantsPerMinute)

  const of = new Map<Watched, ScheduleEntry>()
  for (const [watched, { waiting, until }] of blocked) {
    const each = rates.get(watched) ?? { own: 0, more: 0 }
    const interval = 60_000 / (each.own / stretch + each.more / stretchOfGrants)
    const paced = watched.urgentSince ?? watched.settledAt + (Number.isFinite(interval) ? interval : 0)
    const dueAt = Math.max(paced, watched.restsUntil, until ?? 0)
    if (waiting !== undefined) of.set(watched, { waiting, dueAt: until === undefined ? undefined : dueAt })
    else if (watched.restsUntil > now)
      of.set(watched, { waiting: watched.error?.code === 'keychain_unavailable' ? 'credential' : 'failed', dueAt })
    else of.set(watched, { waiting: undefined, dueAt })
  }
  return { of, stretch, grantsPerMinute }
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
