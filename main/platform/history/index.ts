import type { BridgeOutput, BridgeParams } from '#contract/bridge.ts'
import { DeskError } from '#contract/errors.ts'
import type { EnvironmentId } from '#contract/models.ts'
import type {
  HistoryEntry,
  HistoryPage,
  HistoryRecord,
  HistorySettings,
  KeptRequest,
  UsedOperation,
} from '#contract/requests.ts'
import type { SettingsStore } from '../../core/profile/settings.ts'
import type { Redactor } from '../../core/keychain/types.ts'
import { parsed } from '../ledger/rows.ts'
import type { Ledger } from '../ledger/types.ts'
import type { Operation } from '../catalog/entry.ts'
import type { Clock, Log } from '../../core/ports.ts'
import type { AnswerHead, Answers, NotedRead } from '../requests/index.ts'
import type { ProfileDatabase, SqlValue } from '../../core/storage/types.ts'
import { entryOf, selections, type EntryKind } from './entries.ts'
import { createForgetting } from './forgetting.ts'
import { createKeptAnswers, mostAnswers } from './kept-answers.ts'
import { createListing } from './list.ts'
import { unpacked } from './packing.ts'
import { createReads } from './reads.ts'
import { createRecent } from './recent.ts'
import { createRetention } from './retention.ts'
import { historySetting, merged, readHistorySettings } from './settings.ts'
import { createThrottle } from './throttle.ts'

export { createFavourites } from './favourites.ts'
export { createSeen } from './seen.ts'

export interface HistoryParts {
  database: ProfileDatabase
  settings: Pick<SettingsStore, 'read' | 'write'>
  ledger: Pick<Ledger, 'get' | 'onChange'>
  operations: ReadonlyMap<string, Operation>
  redactor: Pick<Redactor, 'json' | 'text'>
  answers: Pick<Answers, 'keep' | 'restore'>
  clock: Clock
  log: Log
  onChange: () => void
  /** Bytes of all kept answers, compressed. */
  mostAnswers?: number
}

const changeMs = 500

/** Reads are this folder's own, writes are the ledger's intents; either can be pinned. */
export function createHistory(parts: HistoryParts) {
  const { database, ledger, redactor, clock, log } = parts
  let settings = readHistorySettings(parts.settings)
  const changes = createThrottle(clock, changeMs, parts.onChange)
  const keptAnswers = createKeptAnswers(database, parts.mostAnswers ?? mostAnswers)
  const reads = createReads({ database, answers: keptAnswers, redactor, clock, log })
  const recent = createRecent(database)
  const pin = database.statement(
    'INSERT INTO marks (id, pinned_at) VALUES (?, ?) ON CONFLICT (id) DO UPDATE SET pinned_at = coalesce(pinned_at, excluded.pinned_at)',
  )
  const unpin = database.statement('DELETE FROM marks WHERE id = ?')
  const listing = createListing(parts)
  const forgetting = createForgetting({
    ...parts,
    onForgotten() {
      keptAnswers.changed()
      recent.changed()
      changes.request()
    },
  })
  const retention = createRetention({
    forgetting,
    settings: () => settings,
    provenTime: database.provenTime,
    clock,
    log,
  })
  const stopHearing = ledger.onChange(({ id, operation, environment, createdAt }) => {
    recent.used({ id, operation, environment, at: createdAt })
    changes.request()
  })

  function find(id: string, kind: EntryKind): Record<string, SqlValue> | undefined {
    return database.statement(`${selections[kind]} WHERE h.id = ?`).get(id)
  }
  function entry(id: string): HistoryEntry {
    const row = find(id, 'read') ?? find(id, 'write')
    if (row === undefined) throw new DeskError('not_found_here', 'This entry is not in the history any more.')
    return entryOf(row, parts.operations)
  }

  async function readRecord(found: HistoryEntry): Promise<HistoryRecord> {
    const row = database.statement('SELECT message, request, answer, head FROM reads WHERE id = ?').get(found.id)
    const answer = row?.answer instanceof Uint8Array ? await unpacked(row.answer) : undefined
    const head = parsed(row?.head)
    return {
      ...found,
      kept: answer !== undefined,
      request: (parsed(row?.request) ?? {}) as KeptRequest,
      ...(typeof row?.message === 'string' && { message: row.message }),
      ...(answer !== undefined &&
        asItCame(answer, head === undefined ? undefined : (redactor.json(head) as unknown as AnswerHead))),
    }
  }

  /** An answer that was kept without its head is analysed again. */
  function asItCame(answer: string | Buffer, head: AnswerHead | undefined): Pick<HistoryRecord, 'body' | 'wire'> {
    if (head === undefined) return { body: parts.answers.keep(answer) }
    const { about, ...wire } = head
    return { body: parts.answers.restore({ about, content: answer }), wire }
  }

  function writeRecord(found: HistoryEntry): HistoryRecord {
    const intent = ledger.get(found.id)
    return {
      ...found,
      request: intent.request,
      intent,
      ...(intent.error !== undefined && { message: intent.error.message }),
      ...(intent.answer !== undefined && {
        body: parts.answers.keep(JSON.stringify(intent.answer), 'application/json'),
      }),
    }
  }

  return {
    start: (): void => retention.start(),
    async stop(): Promise<void> {
      stopHearing()
      retention.stop()
      await reads.stop()
      changes.stop()
    },
    /** On disk within a second. Undefined where reads are not kept. Never throws. */
    noteRead(read: NotedRead): string | undefined {
      if (settings.reads === 'off') return undefined
      const id = reads.note(read, settings.reads)
      recent.used({ id, operation: read.operation, environment: read.environment, at: read.at })
      changes.request()
      return id
    },
    async list(filter: BridgeParams<'history.list'>): Promise<HistoryPage> {
      await reads.written()
      return listing(filter)
    },
    /** Throws DeskError `not_found_here`. */
    async get(id: string): Promise<HistoryRecord> {
      await reads.written()
      const found = entry(id)
      return found.kind === 'read' ? readRecord(found) : writeRecord(found)
    },
    /** Throws DeskError `not_found_here`. */
    async mark({ id, pinned }: BridgeParams<'history.mark'>): Promise<HistoryEntry> {
      await reads.written()
      entry(id)
      if (pinned) pin.run(id, new Date(clock.now()).toISOString())
      else unpin.run(id)
      changes.request()
      return entry(id)
    },
    /** Answers how many reads or answers were forgotten. Throws DeskError `invalid_state` for a write. */
    async forget(what: BridgeParams<'history.forget'>): Promise<number> {
      await reads.written()
      if ('environment' in what) return forgetting.all(what.environment)
      if ('kept' in what) return what.kept === 'reads' ? forgetting.all() : forgetting.answers()
      if (find(what.id, 'write') !== undefined) {
        throw new DeskError('invalid_state', 'A single write is not forgotten.', {
          facts: { reason: 'write_not_forgotten', id: what.id },
        })
      }
      return forgetting.one(what.id)
    },
    /** What `forget` would remove: all unpinned reads, and those of them with an answer. */
    async kept(): Promise<BridgeOutput<'history.kept'>> {
      await reads.written()
      return forgetting.count()
    },
    settings: (): HistorySettings => settings,
    configure(change: BridgeParams<'history.configure'>): HistorySettings {
      const next = merged(settings, change)
      parts.settings.write(historySetting, { ...next })
      settings = next
      retention.soon()
      changes.request()
      return next
    },
    async recent(environment: EnvironmentId, limit: number): Promise<UsedOperation[]> {
      await reads.written()
      return recent.list(environment, limit)
    },
  }
}
