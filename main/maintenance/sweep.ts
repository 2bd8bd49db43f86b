// Finds secrets on the disk that were saved before the desk knew them: everywhere after an upgrade, and in what was
// saved while the keychain was locked.
import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { messageOf } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Notice } from '#contract/models.ts'
import type { ValueRedactor } from '../core/keychain/redact.ts'
import type { SettingsStore } from '../core/profile/settings.ts'
import type { Clock, Log } from '../core/ports.ts'
import { packed, unpacked } from '../platform/history/packing.ts'
import { cleaned, emptyIndex, sweep, type Mover } from '../core/storage/sweep.ts'
import type { Cleaner, ProfileDatabase } from '../core/storage/types.ts'

/** Goes up when more texts are recognised as secrets, so that everything is swept again. */
const generation = 1
const setting = 'sweep'
const betweenStepsMs = 5

interface State {
  /** The generation of the last full sweep, and the backups that were swept. */
  done?: number
  backups?: string[]
  /** Since when texts were saved without knowing all stored secrets. */
  since?: string
}

interface SweepParts {
  database: ProfileDatabase
  settings: Pick<SettingsStore, 'read' | 'write'>
  redactor: ValueRedactor
  move: Mover
  clock: Clock
  log: Log
  onDrafts: () => void
  /** Rows were cleaned, perhaps of rundowns. */
  onRundowns: () => void
  notify: (notice: Notice) => void
}

export interface ProfileSweep {
  /** What is saved until `run` may have unknown secrets. */
  begin(): void
  /** Called once all stored secrets are known. Never rejects. */
  run(): Promise<void>
  stop(): void
}

export function createSweep(parts: SweepParts): ProfileSweep {
  const { database, settings, redactor, clock, log } = parts
  const cleaner: Cleaner = {
    text: redactor.restedText,
    json: redactor.rested,
    async answer(kept) {
      const before = await unpacked(kept)
      if (typeof before !== 'string') return undefined
      const after = cleaned(before, cleaner, true)
      return after === before ? undefined : packed(after)
    },
  }
  let stopped = false
  let wake: (() => void) | undefined
  const read = () => (settings.read(setting) ?? {}) as State
  const write = (state: State) => settings.write(setting, state as unknown as Json)

  const pause = () =>
    new Promise<void>((done) => {
      wake = done
      clock.after(betweenStepsMs, done)
    })

  /** How many rows were cleaned; undefined if stopped. */
  async function rows(since: string | undefined): Promise<number | undefined> {
    let found = 0
    let drafts = false
    for await (const step of sweep(database, { cleaner, since, move: parts.move })) {
      found += step.found
      drafts ||= step.drafts.length > 0
      await pause()
      if (stopped) break
    }
    if (found > 0) {
      if (drafts) emptyIndex(database)
      database.scrub()
      if (drafts) parts.onDrafts()
      parts.onRundowns()
    }
    return stopped ? undefined : found
  }

  async function backups(since: string | undefined): Promise<number | undefined> {
    let found = 0
    for (const { file, at } of database.backups()) {
      if (since !== undefined && at < Date.parse(since)) continue
      const { backups: seen = [] } = read()
      if (seen.includes(basename(file))) continue
      try {
        found += await database.sweepBackup(file, cleaner)
      } catch (error) {
        log.write('warn', 'A backup could not be looked through for secrets. It was left as it is.', {
          backup: basename(file),
          reason: messageOf(error),
        })
      }
      write({ ...read(), backups: [...seen, basename(file)] })
      await pause()
      if (stopped) return undefined
    }
    return found
  }

  function tell(found: { rows: number; backups: number }): void {
    if (found.rows + found.backups === 0) return
    log.write('info', 'Secrets were taken out of the profile.', found)
    parts.notify({
      id: randomUUID(),
      level: 'info',
      code: 'secrets_masked',
      facts: found,
      at: new Date(clock.now()).toISOString(),
    })
  }

  return {
    begin() {
      const state = read()
      if (state.since === undefined) write({ ...state, since: new Date(clock.now()).toISOString() })
    },
    async run() {
      try {
        const state = read()
        const everything = state.done !== generation
        const cleanedRows = await rows(everything ? undefined : state.since)
        const cleanedBackups =
          cleanedRows === undefined ? undefined : await backups(everything ? undefined : state.since)
        tell({ rows: cleanedRows ?? 0, backups: cleanedBackups ?? 0 })
        if (cleanedRows === undefined || cleanedBackups === undefined) return
        write({ done: generation })
      } catch (error) {
        if (!stopped)
          log.write(
            'warn',
            'The profile could not be looked through for secrets; it is tried again at the next start.',
            { reason: messageOf(error) },
          )
      }
    },
    stop() {
      stopped = true
      wake?.()
    },
  }
}
