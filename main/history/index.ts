// The history: every read that a person made and every write of the ledger in one list, with names and pins, kept as long as the person wants.
import { DeskError } from '#contract/errors.ts'
import type { HistoryEntry, HistoryRecord, KeptRequest } from '#contract/requests.ts'
import type { SettingsStore } from '../desk/settings.ts'
import type { Redactor } from '../keychain/types.ts'
import { parsed } from '../ledger/rows.ts'
import type { Ledger } from '../ledger/types.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import type { Clock, Log } from '../ports.ts'
import type { AnswerHead, Answers } from '../requests/types.ts'
import type { ProfileDatabase, SqlValue } from '../storage/types.ts'
import type { EntryKind } from './entries.ts'
import { entryOf, selections } from './entries.ts'
import { createForgetting } from './forgetting.ts'
import { createKeptAnswers, mostAnswers } from './kept-answers.ts'
import { createListing } from './list.ts'
import { createMarks } from './marks.ts'
import { unpacked } from './packing.ts'
import { createReads } from './reads.ts'
import { createRecent } from './recent.ts'
import { createRetention } from './retention.ts'
import { historySetting, merged, readHistorySettings } from './settings.ts'
import { createThrottle } from './throttle.ts'
import type { History } from './types.ts'

export { createFavourites } from './favourites.ts'
export { createSeen } from './seen.ts'
export type { Favourites, History, Seen } from './types.ts'

export interface HistoryParts {
  database: ProfileDatabase
  settings: Pick<SettingsStore, 'read' | 'write'>
  /** Whose intents are the writes; heard from now on. */
  ledger: Pick<Ledger, 'get' | 'onChange'>
  operations: ReadonlyMap<string, Operation>
  redactor: Pick<Redactor, 'json' | 'text'>
  answers: Pick<Answers, 'keep' | 'restore'>
  clock: Clock
  log: Log
  /** Something was added, changed or forgotten; at most twice a second. */
  onChange: () => void
  /** Bytes that kept answers may take in all, packed. */
  mostAnswers?: number
}

const tellMs = 500

export function createHistory(parts: HistoryParts): History {
  const { database, ledger, redactor, clock, log } = parts
  let settings = readHistorySettings(parts.settings)
  const telling = createThrottle(clock, tellMs, parts.onChange)
  const keptAnswers = createKeptAnswers(database, parts.mostAnswers ?? mostAnswers)
  const reads = createReads({ database, answers: keptAnswers, redactor, clock, log })
  const recent = createRecent(database)
  const marks = createMarks(database)
  const listing = createListing(parts)
  const forgetting = createForgetting({
    ...parts,
    onForgotten() {
      keptAnswers.changed()
      recent.changed()
      telling.tell()
    },
  })
  const retention = createRetention({ forgetting, settings: () => settings, provenTime: database.provenTime, clock, log })
  const stopHearing = ledger.onChange(({ id, operation, environment, createdAt }) => {
    recent.used({ id, operation, environment, at: createdAt })
    telling.tell()
  })

  function find(id: string, kind: EntryKind): Record<string, SqlValue> | undefined {
    return database.statement(`${selections[kind]} WHERE h.id = ?`).get(id)
  }
  function entry(id: string): HistoryEntry {
    const row = find(id, 'read') ?? find(id, 'write')
    if (row === undefined)
      throw new DeskError(
        'not_found_here',
        'This entry is not in the history any more. Everything else is safe. Choose another one from the list.',
      )
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

  /** One that was kept without its head is looked into anew. */
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
    start: () => retention.start(),
    async stop() {
      stopHearing()
      retention.stop()
      await reads.stop()
      telling.stop()
    },
    noteRead(read) {
      if (settings.reads === 'off') return undefined
      const id = reads.note(read, settings.reads)
      recent.used({ id, operation: read.operation, environment: read.environment, at: read.at })
      telling.tell()
      return id
    },
    async list(filter) {
      await reads.written()
      return listing(filter)
    },
    async get(id) {
      await reads.written()
      const found = entry(id)
      return found.kind === 'read' ? readRecord(found) : writeRecord(found)
    },
    async mark({ id, name, pinned }) {
      await reads.written()
      entry(id)
      marks.set(
        id,
        { name: typeof name === 'string' ? redactor.text(name) : name, pinned },
        new Date(clock.now()).toISOString(),
      )
      telling.tell()
      return entry(id)
    },
    async forget(what) {
      await reads.written()
      if ('environment' in what) return forgetting.all(what.environment)
      if ('kept' in what) return what.kept === 'reads' ? forgetting.all() : forgetting.answers()
      if (find(what.id, 'write') !== undefined) {
        throw new DeskError(
          'invalid_state',
          "This is a write, and writes are the activity's. Nothing was forgotten. Old writes go by the retention that is set for them.",
        )
      }
      return forgetting.one(what.id)
    },
    async kept() {
      await reads.written()
      return forgetting.count()
    },
    settings: () => settings,
    configure(change) {
      const next = merged(settings, change)
      parts.settings.write(historySetting, { ...next })
      settings = next
      retention.soon()
      telling.tell()
      return next
    },
    async recent(environment, limit) {
      await reads.written()
      return recent.list(environment, limit)
    },
  }
}
