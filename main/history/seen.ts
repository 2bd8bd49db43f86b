// Records that screens have shown, for the palette and for look-up by id. All of an environment is held in memory once it is asked for:
// each key that a person types is answered from there, and the table is written behind it.
import { messageOf } from '#contract/errors.ts'
import { holdsMask } from '#contract/masked.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { SeenRecord } from '#contract/requests.ts'
import type { Redactor } from '../keychain/types.ts'
import { personalResources } from '../platform/catalog/personal.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import type { Clock, Log } from '../ports.ts'
import type { ProfileDatabase } from '../storage/types.ts'
import { createShelf } from './seen-store.ts'
import type { Shelf } from './seen-store.ts'
import { createThrottle } from './throttle.ts'
import type { Throttle } from './throttle.ts'
import type { Seen } from './types.ts'

const writeMs = 1_000
const retryMs = 10_000
const tellMs = 500
const mostWords = 8

export interface SeenParts {
  database: ProfileDatabase
  operations: ReadonlyMap<string, Operation>
  redactor: Pick<Redactor, 'text'>
  clock: Clock
  log: Log
  /** At most twice a second for each resource. */
  onChange: (change: { environment: EnvironmentId; resource: string }) => void
}

export function createSeen({ database, operations, redactor, clock, log, onChange }: SeenParts): Seen {
  const titled = new Set(
    [...operations.values()].map(({ resource }) => resource).filter((resource) => !personalResources.has(resource)),
  )
  const shelves = new Map<EnvironmentId, Shelf>()
  const lastNoted = new Map<EnvironmentId, string>()
  const telling = new Map<string, Throttle>()
  let cancel: (() => void) | undefined
  let stopped = false

  function shelfOf(environment: EnvironmentId): Shelf {
    const known = shelves.get(environment)
    if (known !== undefined) return known
    const shelf = createShelf(database, environment)
    shelves.set(environment, shelf)
    return shelf
  }

  function write(): void {
    cancel?.()
    cancel = undefined
    try {
      for (const shelf of shelves.values()) shelf.write()
    } catch (error) {
      log.write('warn', 'Records that were shown could not be remembered on disk and will be tried again.', {
        reason: messageOf(error),
      })
      plan(retryMs)
    }
  }
  function plan(ms: number): void {
    if (cancel === undefined && !stopped) cancel = clock.after(ms, write)
  }

  function changed(environment: EnvironmentId, resource: string): void {
    plan(writeMs)
    const key = `${environment}\n${resource}`
    const throttle = telling.get(key) ?? createThrottle(clock, tellMs, () => onChange({ environment, resource }))
    telling.set(key, throttle)
    throttle.tell()
  }

  /** What may be remembered of a record; undefined where its id is a secret, or the address of a person. */
  function harmless(
    resource: string,
    { id, title }: { id: string; title?: string | undefined },
  ): { id: string; title?: string } | undefined {
    const named = titled.has(resource)
    if (redactor.text(id) !== id || holdsMask(id) || (!named && id.includes('@'))) return undefined
    const text = named && title !== undefined ? redactor.text(title).trim() : ''
    return text === '' ? { id } : { id, title: text }
  }

  return {
    note({ environment, resource, records }) {
      // A list that is read again and again says nothing new.
      const said = JSON.stringify([resource, records])
      if (records.length === 0 || redactor.text(resource) !== resource || lastNoted.get(environment) === said) return
      lastNoted.set(environment, said)
      const shelf = shelfOf(environment)
      const at = new Date(clock.now()).toISOString()
      shelf.put(
        records.flatMap((record) => {
          const kept = harmless(resource, record)
          return kept === undefined ? [] : [{ environment, resource, ...kept, at }]
        }),
      )
      changed(environment, resource)
    },
    list({ environment, resource, query, limit }) {
      const words = (query ?? '')
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== '')
        .slice(0, mostWords)
      const found: SeenRecord[] = []
      for (const { record, words: text } of shelfOf(environment).newestFirst()) {
        if (found.length >= limit) break
        if ((resource === undefined || record.resource === resource) && words.every((word) => text.includes(word)))
          found.push(record)
      }
      return found
    },
    forget({ environment, resource, id }) {
      const forgotten = shelfOf(environment).drop(resource, id)
      lastNoted.delete(environment)
      if (forgotten > 0) {
        changed(environment, resource)
        write()
      }
      return forgotten
    },
    stop() {
      stopped = true
      write()
      for (const throttle of telling.values()) throttle.stop()
    },
  }
}
