// All records in memory. They are replaced and never changed in place, so that an answer stays as it was.
import type { JsonObject } from '#contract/json.ts'

export type Stored = JsonObject & { id: string; status: string; createdAt: string; updatedAt: string }

/** By resource, oldest first. */
export type Seed = Readonly<Record<string, readonly Stored[]>>

export type Store = ReturnType<typeof createStore>

export function createStore(seed: Seed) {
  let records = new Map<string, Map<string, Stored>>()
  let counters = new Map<string, number>()

  function of(resource: string): Map<string, Stored> {
    const known = records.get(resource)
    if (known !== undefined) return known
    const fresh = new Map<string, Stored>()
    records.set(resource, fresh)
    return fresh
  }
  function load(from: Seed): void {
    counters = new Map()
    records = new Map(
      Object.entries(from).map(([resource, list]) => [
        resource,
        new Map(list.map((record) => [record.id, structuredClone(record)])),
      ]),
    )
  }
  load(seed)

  return {
    /** Newest first. */
    all: (resource: string): Stored[] => [...of(resource).values()].reverse(),
    get: (resource: string, id: string): Stored | undefined => of(resource).get(id),
    put: (resource: string, record: Stored): void => void of(resource).set(record.id, record),
    remove: (resource: string, id: string): boolean => of(resource).delete(id),
    /** Counts from 1001 and skips used ones. */
    nextId(resource: string, prefix: string): string {
      let count = counters.get(prefix) ?? 1_000
      do count += 1
      while (of(resource).has(`${prefix}_${count}`))
      counters.set(prefix, count)
      return `${prefix}_${count}`
    },
    load,
  }
}
