// Records that screens have shown, for the palette and for finding an id. They are in memory, so that each key typed is
// answered at once, and are written afterwards.
import type { BridgeParams } from '#contract/bridge.ts'
import { messageOf } from '#contract/errors.ts'
import { holdsMask } from '#contract/masked.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type { SeenRecord } from '#contract/requests.ts'
import type { Redactor } from '../../core/keychain/types.ts'
import { personalResources } from '../catalog/personal.ts'
import type { Operation } from '../catalog/entry.ts'
import type { Clock, Log } from '../../core/ports.ts'
import type { ProfileDatabase } from '../../core/storage/types.ts'
import { searchWords } from './list.ts'
import { createSeenStore, type SeenStore } from './seen-store.ts'
import { createThrottle, type Throttle } from './throttle.ts'

const writeMs = 1_000
const retryMs = 10_000
const changeMs = 500

export interface SeenParts {
  database: ProfileDatabase
  operations: ReadonlyMap<string, Operation>
  redactor: Pick<Redactor, 'text'>
  clock: Clock
  log: Log
  /** At most twice a second for a resource. */
  onChange: (change: { environment: EnvironmentId; resource: string }) => void
}

export function createSeen({ database, operations, redactor, clock, log, onChange }: SeenParts) {
  const titled = new Set(
    [...operations.values()].map(({ resource }) => resource).filter((resource) => !personalResources.has(resource)),
  )
  const stores = new Map<EnvironmentId, SeenStore>()
  const lastNoted = new Map<EnvironmentId, string>()
  const throttles = new Map<string, Throttle>()
  let cancel: (() => void) | undefined
  let stopped = false

  function storeOf(environment: EnvironmentId): SeenStore {
    const store = stores.get(environment) ?? createSeenStore(database, environment)
    stores.set(environment, store)
    return store
  }

  function write(): void {
    cancel?.()
    cancel = undefined
    try {
      for (const store of stores.values()) store.write()
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
    const throttle = throttles.get(key) ?? createThrottle(clock, changeMs, () => onChange({ environment, resource }))
    throttles.set(key, throttle)
    throttle.request()
  }

  /** Undefined where the id is a secret or a person's address. */
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
    /** On disk within a second. */
    note({ environment, resource, records }: BridgeParams<'seen.note'>): void {
      // A list that is polled shows the same records again.
      const noted = JSON.stringify([resource, records])
      if (records.length === 0 || redactor.text(resource) !== resource || lastNoted.get(environment) === noted) return
      lastNoted.set(environment, noted)
      const at = new Date(clock.now()).toISOString()
      storeOf(environment).put(
        records.flatMap((record) => {
          const kept = harmless(resource, record)
          return kept === undefined ? [] : [{ environment, resource, ...kept, at }]
        }),
      )
      changed(environment, resource)
    },
    titleOf: (environment: EnvironmentId, resource: string, id: string): string | undefined =>
      storeOf(environment).titleOf(resource, id),
    list({ environment, resource, query, limit }: BridgeParams<'seen.list'>): SeenRecord[] {
      const words = searchWords(query)
      const found: SeenRecord[] = []
      for (const { record, words: text } of storeOf(environment).newestFirst()) {
        if (found.length >= limit) break
        if ((resource === undefined || record.resource === resource) && words.every((word) => text.includes(word)))
          found.push(record)
      }
      return found
    },
    forget({ environment, resource, id }: BridgeParams<'seen.forget'>): number {
      const forgotten = storeOf(environment).drop(resource, id)
      lastNoted.delete(environment)
      if (forgotten > 0) {
        changed(environment, resource)
        write()
      }
      return forgotten
    },
    stop(): void {
      stopped = true
      write()
      for (const throttle of throttles.values()) throttle.stop()
    },
  }
}
