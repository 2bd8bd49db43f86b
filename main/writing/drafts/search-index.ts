// Keeps the search index up to date after saves, without delaying them.
import { messageOf } from '#contract/errors.ts'
import type { Clock, Log } from '../../core/ports.ts'
import type { ProfileDatabase } from '../../core/storage/types.ts'
import { contentFrom } from './content.ts'
import type { Tables } from './tables.ts'
import { indexedTexts } from './search-terms.ts'

const quietMs = 1_000
const betweenTurnsMs = 10
const perTurnMs = 12
const perSearchMs = 25
const againMs = 60_000

export function createSearchIndex(parts: {
  database: ProfileDatabase
  tables: Tables
  /** Takes known secrets out, which may appear only once the markup is gone. */
  clean: (text: string) => string
  clock: Clock
  log: Log
}) {
  const { database, tables, clean, clock, log } = parts
  const unindexed = database.statement('SELECT place FROM drafts WHERE indexed < revision ORDER BY updated_at')
  const insert = database.statement(
    'INSERT OR REPLACE INTO draft_search (rowid, title, tags, notes, body) VALUES (?, ?, ?, ?, ?)',
  )
  const known = database.statement('UPDATE drafts SET indexed = ? WHERE place = ?')
  /**
   * Places in the order of their last save. Read from the table once: a scan costs less than an index that every save
   * updates.
   */
  let dirty: Set<number> | undefined
  let running = false
  let cancel: (() => void) | undefined
  let touchedAt = 0

  const waiting = () => (dirty ??= new Set(unindexed.all().map(({ place }) => Number(place))))

  function indexOne(place: number): void {
    const head = tables.at(place)
    const text = head === undefined ? undefined : tables.text(place, head.revision)
    if (head === undefined || text === undefined) return
    insert.run(place, ...indexedTexts(contentFrom(text)).map(clean))
    known.run(head.revision, place)
  }

  function work(ms: number): void {
    const places = waiting()
    if (places.size === 0) return
    const end = clock.now() + ms
    const done: number[] = []
    database.transaction(() => {
      for (const place of [...places].reverse()) {
        indexOne(place)
        done.push(place)
        if (clock.now() >= end) break
      }
    })
    for (const place of done) places.delete(place)
  }

  /** A search without the newest texts is better than none. */
  function attempt(ms: number): boolean {
    try {
      work(ms)
      return true
    } catch (error) {
      log.write('warn', 'Drafts could not be indexed for the search. They are safe; it is tried again in a minute.', {
        reason: messageOf(error),
      })
      return false
    }
  }

  function plan(ms: number): void {
    if (running) cancel ??= clock.after(ms, turn)
  }

  function turn(): void {
    cancel = undefined
    const quiet = clock.now() - touchedAt
    if (quiet < quietMs) return plan(quietMs - quiet)
    if (!attempt(perTurnMs)) plan(againMs)
    else if (waiting().size > 0) plan(betweenTurnsMs)
  }

  return {
    touched(place: number) {
      dirty?.delete(place)
      dirty?.add(place)
      touchedAt = clock.now()
      plan(quietMs)
    },
    /** Drafts were written by other code. */
    refresh() {
      dirty = undefined
      plan(quietMs)
    },
    /** Indexes for a bounded time, newest saves first. */
    catchUp: () => void attempt(perSearchMs),
    start() {
      running = true
      plan(quietMs)
    },
    stop() {
      running = false
      cancel?.()
    },
  }
}
