// Every record of the practice studio, in memory. Records are replaced, never changed in place, so that an answer stays as it was sent.
import type { JsonObject } from '#contract/json.ts'

export type Stored = JsonObject & { id: string; status: string; createdAt: string; updatedAt: string }

/** Records by resource, oldest first. */
export type Seed = Readonly<Record<string, readonly Stored[]>>

export interface Store {
  /** Newest first. */
  all(resource: string): Stored[]
  get(resource: string, id: string): Stored | undefined
  put(resource: string, record: Stored): void
  remove(resource: string, id: string): boolean
  /** Counts up from 1001 and skips what is taken. */
  nextId(resource: string, prefix: string): string
  /** Forgets everything and takes the seed again. */
  load(seed: Seed): void
}

export function createStore(seed: Seed): Store {
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
    all: (resource) => [...of(resource).values()].reverse(),
    get: (resource, id) => of(resource).get(id),
    put: (resource, record) => void of(resource).set(record.id, record),
    remove: (resource, id) => of(resource).delete(id),
    nextId(resource, prefix) {
      let count = counters.get(prefix) ?? 1_000
      do count += 1
      while (of(resource).has(`${prefix}_${count}`))
      counters.set(prefix, count)
      return `${prefix}_${count}`
    },
    load,
  }
}
