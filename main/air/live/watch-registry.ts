// The watched values of all pages, and for a while those that no page watches any more, so that a view that is opened again has them.
import { DeskError } from '#contract/errors.ts'
import type { Operation } from '../../platform/catalog/entry.ts'
import type { Clock } from '../../core/ports.ts'
import { intervalMs } from './intervals.ts'
import { createPages, type PageSet } from './pages.ts'
import { createWatched, type Watched } from './watched.ts'

const keptMs = 300_000
const keptMost = 64

export function createWatchRegistry({
  clock,
  operations,
  onAir,
}: {
  clock: Clock
  operations: ReadonlyMap<string, Operation>
  onAir: () => boolean
}) {
  const pages = createPages(clock)
  const values = new Map<string, Watched>()

  const wanted = (): Watched[] => [...values.values()].filter(({ holders }) => holders.length > 0)
  const unwanted = (): Watched[] =>
    [...values.values()].filter(({ holders }) => holders.length === 0).sort((a, b) => a.letGoAt - b.letGoAt)

  function readOf(name: string, index: number): Operation {
    const operation = operations.get(name)
    if (operation?.kind === 'read') return operation
    const reason = operation === undefined ? 'not_in_catalog' : 'not_a_read'
    throw new DeskError('invalid_input', 'Only reads of the catalog can be watched.', {
      facts: { reason: 'not_watchable', operation: name.slice(0, 256) },
      fields: [
        {
          path: `watches.${index}.operation`,
          message: 'Not a read of the catalog',
          reason,
        },
      ],
    })
  }

  /** Updates who holds each value. An overdue value that comes into view is urgent. */
  function share(): void {
    const now = clock.now()
    const union = pages.union()
    for (const [key, { watch }] of union) {
      const operation = operations.get(watch.operation)
      if (operation !== undefined && !values.has(key)) values.set(key, createWatched(key, watch, operation))
    }
    for (const watched of values.values()) {
      const holders = union.get(watched.key)?.holders ?? []
      if (holders.length === 0 && watched.holders.length > 0) watched.letGoAt = now
      const before = intervalMs(watched.holders, onAir())
      const after = intervalMs(holders, onAir())
      watched.holders = holders
      if (after !== undefined && (before === undefined || after < before) && watched.settledAt + after <= now)
        watched.urgentSince ??= now
    }
  }

  return {
    wanted,
    all: (): Watched[] => [...values.values()],
    get: (key: string): Watched | undefined => values.get(key),
    has: (watched: Watched): boolean => values.get(watched.key) === watched,

    /** Replaces a page's set and returns its values. Throws DeskError `invalid_input`. */
    put(set: PageSet): Watched[] {
      for (const [index, { operation }] of set.watches.entries()) readOf(operation, index)
      const keys = pages.put(set)
      share()
      return keys.flatMap((key) => values.get(key) ?? [])
    },

    /** Drops what expired; returns when the next value expires. */
    tidy(): number {
      if (pages.expire()) share()
      const left = unwanted()
      const now = clock.now()
      for (const [index, { key, letGoAt }] of left.entries()) {
        if (letGoAt + keptMs <= now || index < left.length - keptMost) values.delete(key)
      }
      return Math.min(...unwanted().map(({ letGoAt }) => letGoAt + keptMs))
    },

    renew: (): void => pages.renew(),
    clear(): void {
      pages.clear()
      values.clear()
    },
  }
}
