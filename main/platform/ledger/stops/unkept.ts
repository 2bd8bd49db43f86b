// A stop leaves even where the profile can't be written: its newest state stays in memory, and is written as soon as that
// works. Only a crash before that loses it; what it did is then found by what the platform shows.
import { DeskError } from '#contract/errors.ts'
import { createListeners } from '#contract/listeners.ts'
import type { Intent, IntentState } from '#contract/models.ts'
import { listenerFailed } from '../../../core/log.ts'
import type { Operation } from '../../catalog/entry.ts'
import { sparesSecrets } from '../../client/secrets.ts'
import type { Clock, Log } from '../../../core/ports.ts'
import type { ProfileDatabase } from '../../../core/storage/types.ts'
import type { Journal } from '../journal.ts'

const againMs = 5_000

/** Whether it ends or pauses something that is on the air. */
export const stops = (operation: Operation, { body }: Intent['request']): boolean =>
  operation.key === 'encoder:stop' || operation.key === 'encoder:stopRecord' || sparesSecrets(operation, body ?? null)

/** That something could not be written, for whatever reason but the desk's own end. */
export const isNotKept = (error: unknown): error is DeskError =>
  error instanceof DeskError &&
  (error.code === 'storage_full' || error.code === 'storage_failed') &&
  error.details.facts?.reason !== 'profile_closed'

/** Of the ledger's open intents, what is needed here. */
export interface Unwritten {
  readonly intent: Intent
  readonly press?: string
  readonly records: readonly string[]
}

export interface Kept {
  next: Intent
  place: number
  /** The state of its row; undefined where there is none. */
  row: IntentState | undefined
}

export function createUnkept(parts: {
  journal: Journal
  database: Pick<ProfileDatabase, 'transaction' | 'urgently'>
  clock: Clock
  log: Log
}) {
  const { journal, database, clock, log } = parts
  const all = new Map<Unwritten, Kept>()
  const listeners = createListeners<[Intent, DeskError]>(listenerFailed(log))
  let cancel: (() => void) | undefined

  function write(entry: Unwritten, next: Intent, place: number): boolean {
    const kept = all.get(entry)
    if (kept === undefined) return false
    if (kept.row === undefined) journal.insert(next, place, entry.press, entry.records)
    else journal.update(next, kept.row, place)
    return true
  }

  function flush(): void {
    cancel?.()
    cancel = undefined
    for (const [entry, { next, place }] of all) {
      try {
        database.urgently(() => database.transaction(() => write(entry, next, place)))
        all.delete(entry)
      } catch (error) {
        if (!isNotKept(error)) throw error
        cancel = clock.after(againMs, flush)
        return
      }
    }
  }

  return {
    /** Writes the newest state of an entry whose row is behind; false for any other. */
    write,
    /** Runs the commit of a stop; where it fails, `kept` stays in memory. */
    try(entry: Unwritten, kept: Kept, commit: () => void): void {
      try {
        database.urgently(commit)
        all.delete(entry)
      } catch (error) {
        if (!isNotKept(error)) throw error
        const before = all.get(entry)
        all.set(entry, { ...kept, row: before === undefined ? kept.row : before.row })
        cancel ??= clock.after(againMs, flush)
        if (before !== undefined) return
        log.write('error', 'A stop goes out although it could not be written.', { intent: entry.intent.id })
        listeners.emit(kept.next, error)
      }
    },
    find: (id: string): Intent | undefined => [...all.values()].find(({ next }) => next.id === id)?.next,
    pressed: (press: string): Intent | undefined => {
      for (const [entry, { next }] of all) if (entry.press === press) return next
      return undefined
    },
    /** Hears of each that could not be written. */
    onUnkept: listeners.add,
    stop(): void {
      flush()
      cancel?.()
    },
  }
}
