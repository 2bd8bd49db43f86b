// Work that may wait: old revisions are thinned out, secrets that no revision needs leave the keychain, and the bin is emptied after 30 days.
import { messageOf } from '#contract/errors.ts'
import type { Clock, Log } from '../ports.ts'
import type { ProvenTime } from '../storage/proven-time.ts'

const binMs = 30 * 86_400_000
/** After a save, so that nobody's typing waits for it. */
const afterSaveMs = 60_000
const firstPassMs = 30_000
const dailyMs = 86_400_000
const perTurn = 20
const betweenTurnsMs = 20

export interface CleanupParts {
  clock: Clock
  /** The time by which what is in the bin grows old. */
  provenTime: Pick<ProvenTime, 'now'>
  log: Log
  /** Ids of drafts above a place, with the place to go on from; empty at the end. */
  drafts: (after: number, limit: number) => Array<{ place: number; id: string }>
  /** Ids that have secrets in the keychain, drafts or not. */
  secretOwners: () => string[]
  /** Ids of drafts in the bin since before a time. */
  removedBefore: (time: string) => string[]
  /** Thins one draft and removes secrets that it does not need. */
  tidy: (id: string) => Promise<void>
  /** Ends a draft for good, where none of its intents is open. */
  purge: (id: string) => Promise<void>
}

export interface Cleanup {
  /** Something of this draft may be tidied soon. */
  mark(id: string): void
  start(): void
  stop(): void
}

export function createCleanup(parts: CleanupParts): Cleanup {
  const { clock, log } = parts
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
        log.write('warn', 'A draft could not be tidied; it is safe, and it is tried again tomorrow.', {
          draft: id,
          reason: messageOf(error),
        })
      }
    }
  }

  const pause = () => new Promise<void>((done) => (cancelPass = clock.after(betweenTurnsMs, done)))

  /** Every draft once, a few a turn. */
  async function pass(): Promise<void> {
    await each(parts.removedBefore(new Date(parts.provenTime.now() - binMs).toISOString()), parts.purge)
    await each(parts.secretOwners(), parts.tidy)
    for (let place = 0; running;) {
      const some = parts.drafts(place, perTurn)
      const last = some.at(-1)
      if (last === undefined) break
      place = last.place
      await each(
        some.map(({ id }) => id),
        parts.tidy,
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
    log.write('warn', 'Drafts were not tidied today; they are safe.', {
      reason: messageOf(error),
    })

  function tidyMarked(): void {
    const ids = [...marked]
    marked.clear()
    void each(ids, parts.tidy)
  }

  return {
    mark(id) {
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
