// Background work: thins out old revisions, removes unused secrets, and empties the bin after 30 days.
import { messageOf } from '#contract/errors.ts'
import type { Clock, Log } from '../../core/ports.ts'
import type { ProvenTime } from '../../core/storage/proven-time.ts'
import type { Removal } from './removal.ts'
import type { OwnedSecrets } from './secrets.ts'
import type { Tables } from './tables.ts'
import type { BaseHead } from './types.ts'

const binMs = 30 * 86_400_000
const afterSaveMs = 60_000
const firstPassMs = 30_000
const dailyMs = 86_400_000
const perTurn = 20
const betweenTurnsMs = 20

export function createCleanup<C, H extends BaseHead>(parts: {
  /** Of the records, for the log: `draft`. */
  what: string
  clock: Clock
  provenTime: Pick<ProvenTime, 'now'>
  log: Log
  tables: Tables<C, H>
  secrets: Pick<OwnedSecrets, 'owners'>
  removal: Removal
}) {
  const { clock, log, tables, secrets, removal } = parts
  const marked = new Set<string>()
  let running = false
  let cancelMarked = () => {}
  let cancelPass = () => {}

  async function each(ids: readonly string[], work: (id: string) => Promise<void>): Promise<void> {
    for (const id of ids) {
      if (!running) return
      try {
        await work(id)
      } catch (error) {
        log.write('warn', `A ${parts.what} could not be tidied; it is safe, and it is tried again tomorrow.`, {
          id,
          reason: messageOf(error),
        })
      }
    }
  }

  const pause = () => new Promise<void>((done) => (cancelPass = clock.after(betweenTurnsMs, done)))

  async function pass(): Promise<void> {
    const binned = tables.removedBefore(new Date(parts.provenTime.now() - binMs).toISOString())
    await each(binned, removal.purgeIfSettled)
    await each(secrets.owners(), removal.tidy)
    for (let place = 0; running;) {
      const some = tables.after(place, perTurn)
      const last = some.at(-1)
      if (last === undefined) break
      place = last.place
      await each(
        some.map(({ id }) => id),
        removal.tidy,
      )
      await pause()
    }
  }

  function plan(ms: number): void {
    if (!running) return
    cancelPass = clock.after(
      ms,
      () =>
        void pass()
          .catch(failed)
          .then(() => plan(dailyMs)),
    )
  }
  const failed = (error: unknown) =>
    log.write('warn', `The ${parts.what}s were not tidied today; they are safe.`, {
      reason: messageOf(error),
    })

  function tidyMarked(): void {
    const ids = [...marked]
    marked.clear()
    void each(ids, removal.tidy)
  }

  return {
    /** Tidies this record soon. */
    mark(id: string) {
      if (running && marked.size === 0) cancelMarked = clock.after(afterSaveMs, tidyMarked)
      marked.add(id)
    },
    start() {
      running = true
      plan(firstPassMs)
    },
    stop() {
      running = false
      cancelMarked()
      cancelPass()
    },
  }
}
