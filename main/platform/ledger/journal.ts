// The ledger's table. Everything is synchronous, so that a caller's transaction covers several calls.
import type { BridgeParams } from '#contract/bridge.ts'
import type { DraftSend } from '#contract/draft.ts'
import { openStates, type EnvironmentId, type Intent, type IntentState } from '#contract/models.ts'
import type { Operation } from '../catalog/entry.ts'
import type { ProfileDatabase, SqlValue } from '../../core/storage/types.ts'
import { isObject, type Json } from '#contract/json.ts'
import { columns, contentColumns, intentOf, parsed, stateColumns, valuesOf } from './rows.ts'
import { wrongState } from './errors.ts'
import { sendOf, sendsSql } from './draft-sends.ts'
import { filterSql } from './filter.ts'

export type Journal = ReturnType<typeof createJournal>

/** Of intents that are read for one page; half of what one answer may have, since names and quotes come on top. */
const pageBytes = 16 * 1024 * 1024

const open = `('${openStates.join("', '")}')`

export function createJournal(database: ProfileDatabase, operations: ReadonlyMap<string, Operation>) {
  const set = (names: readonly string[]) => names.map((name) => `${name} = ?`).join(', ')
  const insertIntent = database.statement(
    `INSERT INTO intents (${columns.join(', ')}, place, record, press) VALUES (${columns.map(() => '?').join(', ')}, ?, ?, ?)`,
  )
  const insertRecord = 'INSERT INTO intent_records (record, intent) VALUES (?, ?)'
  const byRecord = [
    'SELECT id FROM intents WHERE record = ? AND id > ? ORDER BY id DESC LIMIT ?',
    'SELECT intent AS id FROM intent_records WHERE record = ? AND intent > ? ORDER BY intent DESC LIMIT ?',
  ]
  const updateIntent = database.statement(
    `UPDATE intents SET ${set(stateColumns)}, place = ? WHERE id = ? AND state = ?`,
  )
  const rewriteIntent = `UPDATE intents SET ${set(contentColumns)} WHERE id = ? AND state = 'queued'`

  /** `readable`: the request could be parsed. Otherwise it must not be sent. */
  const stored = (rows: Array<Record<string, SqlValue>>) =>
    rows.map((row) => ({
      intent: intentOf(row, operations),
      place: Number(row.place),
      readable: parsed(row.request) !== undefined,
    }))

  const find = (id: string) => stored(database.statement('SELECT * FROM intents WHERE id = ?').all(id))[0]

  return {
    /** `place` orders it among the writes to its record; `press` is the button press that made it. */
    insert(intent: Intent, place: number, press?: string, [record, ...others]: readonly string[] = []): void {
      insertIntent.run(...valuesOf(intent, columns), place, record ?? null, press ?? null)
      for (const other of others) database.statement(insertRecord).run(other, intent.id)
    },
    /** Throws DeskError `invalid_state` where the row is no longer in state `from`. */
    update(intent: Intent, from: IntentState, place: number): void {
      if (updateIntent.run(...valuesOf(intent, stateColumns), place, intent.id, from).changes !== 1) {
        throw wrongState(find(intent.id)?.intent.state ?? from)
      }
    },
    /** Replaces the request, draft and expectation of a queued intent. Throws as `update`. */
    rewrite(intent: Intent): void {
      if (database.statement(rewriteIntent).run(...valuesOf(intent, contentColumns), intent.id).changes !== 1) {
        throw wrongState(find(intent.id)?.intent.state ?? 'queued')
      }
    },
    find,
    pressed(press: string): Intent | undefined {
      const row = database.statement('SELECT * FROM intents WHERE press = ?').get(press)
      return row === undefined ? undefined : intentOf(row, operations)
    },
    /** Open intents by place. */
    open: () =>
      stored(
        database
          .statement(`SELECT * FROM intents WHERE state IN ${open} AND state <> 'confirmed' ORDER BY place, id`)
          .all(),
      ),
    /** As many as one page may hold, though at least one; `more` where older ones follow. */
    list(filter: BridgeParams<'ledger.list'>, operationsNamed: (word: string) => string[]) {
      const states = filter.state === undefined ? [undefined] : [...new Set([filter.state].flat())]
      // One query per state: an index yields each newest first, where one query for several states would sort them all.
      const rows = states.flatMap((state) => {
        const { sql, values } = filterSql(filter, state, operationsNamed)
        return database.statement(sql).all(...values)
      })
      if (states.length > 1) rows.sort((a, b) => (String(a.id) < String(b.id) ? 1 : -1))
      let left = pageBytes
      const fitting = rows.slice(0, filter.limit).findIndex(({ bytes }, place) => {
        left -= Number(bytes)
        return left < 0 && place > 0
      })
      const count = fitting === -1 ? Math.min(rows.length, filter.limit) : fitting
      const items = rows.slice(0, count).flatMap(({ id }) => find(String(id))?.intent ?? [])
      return { items, more: rows.length > count }
    },
    newestId(): string | undefined {
      const id = database.statement('SELECT max(id) AS id FROM intents').get()?.id
      return typeof id === 'string' ? id : undefined
    },
    /** Ids of intents about a record, newer than `after`, newest first. */
    newestOf: (records: readonly string[], after: string, limit: number): string[] =>
      [
        ...new Set(
          records.flatMap((record) =>
            byRecord.flatMap((sql) =>
              database
                .statement(sql)
                .all(record, after, limit)
                .map(({ id }) => String(id)),
            ),
          ),
        ),
      ]
        .sort((a, b) => (a < b ? 1 : -1))
        .slice(0, limit),
    sentAgain: (id: string, after: string): boolean =>
      database.statement('SELECT 1 FROM intents WHERE id = ? AND attempts > 1 AND sent_at > ?').get(id, after) !==
      undefined,
    stateOf(id: string): { state?: IntentState; at?: string } {
      const row = database.statement('SELECT state, created_at FROM intents WHERE id = ?').get(id)
      return row === undefined ? {} : { state: String(row.state) as IntentState, at: String(row.created_at) }
    },
    highestPlace: (): number =>
      Number(
        database
          .statement(`SELECT max(place) AS place FROM intents WHERE state IN ${open} AND state <> 'confirmed'`)
          .get()?.place ?? 0,
      ),
    sends: (draft: string, limit: number): DraftSend[] => database.statement(sendsSql).all(draft, limit).map(sendOf),
    /** The body of the newest intent of a draft, older than the intent `id`, that the platform did or accepted. */
    confirmedBefore(draft: string, environment: EnvironmentId, id: string): Json | undefined {
      const sql =
        "SELECT request FROM intents WHERE draft_id = ? AND environment = ? AND id < ? AND state IN ('confirmed', 'accepted') ORDER BY id DESC LIMIT 1"
      const request = parsed(database.statement(sql).get(draft, environment, id)?.request)
      return isObject(request) ? request.body : undefined
    },
    /** Intents of an operation that the platform answered with a text in it: done, refused or still to come, the record is theirs. */
    answersWith: (
      operation: string,
      environment: EnvironmentId,
      except: string,
      text: string,
    ): Array<{ answer: Json; request: Intent['request'] }> =>
      database
        .statement(
          "SELECT answer, request FROM intents WHERE state IN ('confirmed', 'accepted', 'rejected') AND operation = ? AND environment = ? AND id <> ? AND instr(answer, ?) > 0",
        )
        .all(operation, environment, except, text)
        .flatMap((row) => {
          const answer = parsed(row.answer)
          return answer === undefined ? [] : [{ answer, request: (parsed(row.request) ?? {}) as Intent['request'] }]
        }),
    /** Intents that own secrets in the vault; the state is undefined where the intent was never saved. */
    secretOwners: (): Array<{ id: string; state: IntentState | undefined }> =>
      database
        .statement(
          `SELECT DISTINCT substr(v.owner, 8) AS id, i.state FROM vault_refs AS v LEFT JOIN intents AS i ON i.id = substr(v.owner, 8)
           WHERE v.owner >= 'intent/' AND v.owner < 'intent0'`,
        )
        .all()
        .map((row) => ({
          id: String(row.id),
          state: row.state === null || row.state === undefined ? undefined : (row.state as IntentState),
        })),
  }
}
