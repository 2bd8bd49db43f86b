import type { EnvironmentId } from '#contract/models.ts'
import type { SeenRecord } from '#contract/requests.ts'
import type { ProfileDatabase } from '../../core/storage/types.ts'

const mostOfResource = 2_000
const mostOfEnvironment = 20_000

interface Kept {
  record: SeenRecord
  place: number
  words: string
}

export type SeenStore = ReturnType<typeof createSeenStore>

const keyOf = (resource: string, id: string): string => `${resource}\n${id}`

export function createSeenStore(database: ProfileDatabase, environment: EnvironmentId) {
  const upsert = database.statement(
    `INSERT INTO seen (environment, resource, id, title, at, place) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (environment, resource, id) DO UPDATE SET title = excluded.title, at = excluded.at, place = excluded.place`,
  )
  const remove = database.statement('DELETE FROM seen WHERE environment = ? AND resource = ? AND id = ?')
  /** In the order of places: what is put again moves to the end. */
  const kept = new Map<string, Kept>()
  const counts = new Map<string, number>()
  const unwritten = new Map<string, SeenRecord>()
  let newest: Kept[] | undefined
  let lastPlace = 0

  /** A title that another screen showed stays. */
  function take(shown: SeenRecord, place: number): void {
    const key = keyOf(shown.resource, shown.id)
    const title = shown.title ?? kept.get(key)?.record.title
    const record = title === undefined ? shown : { ...shown, title }
    if (!kept.delete(key)) counts.set(record.resource, (counts.get(record.resource) ?? 0) + 1)
    kept.set(key, { record, place, words: `${record.id}\n${record.title ?? ''}\n${record.resource}`.toLowerCase() })
    lastPlace = Math.max(lastPlace, place)
  }

  function lose(key: string, { record }: Kept): void {
    kept.delete(key)
    counts.set(record.resource, (counts.get(record.resource) ?? 1) - 1)
    unwritten.set(key, record)
  }

  function trim(excess: number, resource?: string): void {
    let left = excess
    for (const [key, one] of kept) {
      if (left <= 0) return
      if (resource !== undefined && one.record.resource !== resource) continue
      lose(key, one)
      left -= 1
    }
  }

  for (const { resource, id, title, at, place } of database
    .statement('SELECT resource, id, title, at, place FROM seen WHERE environment = ? ORDER BY place')
    .all(environment)) {
    take(
      {
        environment,
        resource: String(resource),
        id: String(id),
        ...(typeof title === 'string' && { title }),
        at: String(at),
      },
      Number(place),
    )
  }

  return {
    titleOf: (resource: string, id: string): string | undefined => kept.get(keyOf(resource, id))?.record.title,
    newestFirst: (): readonly Kept[] => (newest ??= [...kept.values()].reverse()),
    /** The last is the newest; the oldest beyond the limits go. */
    put(records: readonly SeenRecord[]): void {
      for (const record of records) {
        take(record, lastPlace + 1)
        unwritten.set(keyOf(record.resource, record.id), record)
      }
      for (const resource of new Set(records.map((record) => record.resource)))
        trim((counts.get(resource) ?? 0) - mostOfResource, resource)
      trim(kept.size - mostOfEnvironment)
      newest = undefined
    },
    /** One record, or all of a resource; answers how many there were. */
    drop(resource: string, id: string | undefined): number {
      const before = kept.size
      for (const [key, one] of kept)
        if (one.record.resource === resource && (id === undefined || one.record.id === id)) lose(key, one)
      newest = undefined
      return before - kept.size
    },
    /** Writes what changed, in one commit. Throws DeskError `storage_*` and can be tried again. */
    write(): void {
      if (unwritten.size === 0) return
      database.transaction(() => {
        for (const [key, record] of unwritten) {
          const one = kept.get(key)
          if (one === undefined) remove.run(environment, record.resource, record.id)
          else upsert.run(environment, record.resource, record.id, one.record.title ?? null, one.record.at, one.place)
        }
      })
      unwritten.clear()
    },
  }
}
