// What each page watches. It is a lease, so that a page that was closed or crashed soon costs no requests.
import { watchKey } from '#contract/watch-key.ts'
import type { Watch } from '#contract/live.ts'
import type { Clock } from '../../core/ports.ts'
import type { Holder } from './intervals.ts'

const leaseMs = 30_000
/** Of the pages that one grant names, which begin with its id; the oldest leave. */
const mostOfOne = 8

export interface PageSet {
  page: string
  visible: boolean
  watches: readonly Watch[]
}

interface Lease {
  visible: boolean
  watches: ReadonlyArray<readonly [key: string, watch: Watch]>
  until: number
}

export function createPages(clock: Clock) {
  const leases = new Map<string, Lease>()

  function keepFew(page: string): void {
    const owner = page.slice(0, page.indexOf('/') + 1)
    if (owner === '') return
    const own = [...leases.keys()].filter((name) => name.startsWith(owner))
    for (const oldest of own.slice(0, -mostOfOne)) leases.delete(oldest)
  }

  return {
    /** Replaces a page's set and returns its keys. */
    put({ page, visible, watches }: PageSet): string[] {
      const named = watches.map((watch) => [watchKey(watch), watch] as const)
      leases.delete(page)
      if (named.length > 0) leases.set(page, { visible, watches: named, until: clock.now() + leaseMs })
      keepFew(page)
      return [...new Set(named.map(([key]) => key))]
    },

    /** Drops expired leases; returns whether there were any. */
    expire(): boolean {
      const late = [...leases].filter(([, { until }]) => until <= clock.now())
      for (const [page] of late) leases.delete(page)
      return late.length > 0
    },

    /** After sleep: the pages slept too and get a new lease. */
    renew(): void {
      for (const lease of leases.values()) lease.until = clock.now() + leaseMs
    },

    clear: (): void => leases.clear(),

    /** Everything that is watched, and by whom. */
    union(): Map<string, { watch: Watch; holders: Holder[] }> {
      const all = new Map<string, { watch: Watch; holders: Holder[] }>()
      for (const [page, { visible, watches }] of leases) {
        const ofGrant = page.includes('/') ? { ofGrant: true as const } : {}
        for (const [key, watch] of watches) {
          const wanted = all.get(key) ?? { watch, holders: [] }
          wanted.holders.push({ pace: watch.pace, visible, ...ofGrant })
          all.set(key, wanted)
        }
      }
      return all
    },
  }
}
