// The ledger's table: one row per intent, its evidence within. Every function here is synchronous; the caller's transaction makes
// several of them one durable commit.
import type { BridgeParams } from '#contract/bridge.ts'
import type { DraftSend } from '#contract/draft.ts'
import type { EnvironmentId, Intent, IntentState } from '#contract/models.ts'
import { DeskError } from '#contract/errors.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import type { ProfileDatabase, SqlValue } from '../storage/types.ts'
import { isObject } from '#contract/json.ts'
import type { Json } from '#contract/json.ts'
import { contentValues, insertValues, intentOf, parsed, updateValues } from './rows.ts'
import { sendOf, sendsSql } from './draft-sends.ts'
import { filterSql } from './filter.ts'

interface Stored {
  intent: Intent
  place: number
  /** Whether the request came back whole; never send one that did not. */
  readable: boolean
}

export interface Journal {
  /** An intent's first row. `place` orders it among the writes to its record; `press` names the press of a button that made it, `records` its record. */
  insert(intent: Intent, place: number, press?: string, records?: readonly string[]): void
  /** Writes what changed. Throws DeskError `invalid_state` where the row is no longer in state `from`. */
  update(intent: Intent, from: IntentState, place: number): void
  /** Writes another request, draft and expectation for a queued intent. Throws as `update`. */
  rewrite(intent: Intent): void
  find(id: string): Stored | undefined
  /** The intent that a press made. */
  pressed(press: string): Intent | undefined
  /** Queued, sending and unknown intents in the order of their places. */
  open(): Stored[]
  list(filter: BridgeParams<'ledger.list'>, operationsNamed: (word: string) => string[]): Intent[]
  newestId(): string | undefined
  /** Ids of intents about a record by any of its names, newer than one, newest first. */
  newestOf(records: readonly string[], after: string, limit: number): string[]
  /** Whether an intent was sent again after a time. */
  sentAgain(id: string, after: string): boolean
  /** What became of an intent, and when it was made. */
  stateOf(id: string): { state?: IntentState; at?: string }
  highestPlace(): number
  sends(draft: string, limit: number): DraftSend[]
  /** What the newest confirmed sending of a draft before an intent carried to an environment. */
  confirmedBefore(draft: string, environment: EnvironmentId, id: string): Json | undefined
  /** Confirmed intents of an operation in whose answer a text stands. */
  answersWith(
    operation: string,
    environment: EnvironmentId,
    except: string,
    text: string,
  ): Array<{ answer: Json; request: Intent['request'] }>
  /** Ids of intents for which the vault holds secrets of their own, with their state; undefined where the intent was never written. */
  secretOwners(): Array<{ id: string; state: IntentState | undefined }>
}

const openStates = "('queued', 'sending', 'unknown')"

/** `operations` says what each row's risk and product are. */
export function createJournal(database: ProfileDatabase, operations: ReadonlyMap<string, Operation>): Journal {
  const insertIntent = database.statement(
    `INSERT INTO intents (id, reference, operation, state, environment, product, risk, place, attempts, created_at, sent_at, settled_at,
       duration_ms, status, request_id, account, waiting, error, evidence, answer, request,
       draft_id, draft_revision, expects, held, record, press)
     VALUES (${Array.from({ length: 27 }, () => '?').join(', ')})`,
  )
  const insertRecord = 'INSERT INTO intent_records (record, intent) VALUES (?, ?)'
  const byRecord = [
    'SELECT id FROM intents WHERE record = ? AND id > ? ORDER BY id DESC LIMIT ?',
    'SELECT intent AS id FROM intent_records WHERE record = ? AND intent > ? ORDER BY intent DESC LIMIT ?',
  ]
  const updateIntent = database.statement(
    `UPDATE intents SET state = ?, place = ?, attempts = ?, sent_at = ?, settled_at = ?, duration_ms = ?, status = ?, request_id = ?,
       waiting = ?, error = ?, evidence = ?, answer = ?, held = ? WHERE id = ? AND state = ?`,
  )
  const rewriteIntent =
    "UPDATE intents SET request = ?, draft_id = ?, draft_revision = ?, expects = ? WHERE id = ? AND state = 'queued'"

  const stored = (rows: Array<Record<string, SqlValue>>): Stored[] =>
    rows.map((row) => ({
      intent: intentOf(row, operations),
      place: Number(row.place),
      readable: parsed(row.request) !== undefined,
    }))

  return {
    insert(intent, place, press, [record, ...others] = []) {
      insertIntent.run(...insertValues(intent, place), record ?? null, press ?? null)
      for (const other of others) database.statement(insertRecord).run(other, intent.id)
    },
    update(intent, from, place) {
      if (updateIntent.run(...updateValues(intent, place), intent.id, from).changes !== 1) {
        throw new DeskError('invalid_state', `The intent ${intent.id} is no longer ${from}.`)
      }
    },
    rewrite(intent) {
      if (database.statement(rewriteIntent).run(...contentValues(intent), intent.id).changes !== 1) {
        throw new DeskError('invalid_state', `The intent ${intent.id} is no longer queued.`)
      }
    },
    find: (id) => stored(database.statement('SELECT * FROM intents WHERE id = ?').all(id))[0],
    pressed(press) {
      const row = database.statement('SELECT * FROM intents WHERE press = ?').get(press)
      return row === undefined ? undefined : intentOf(row, operations)
    },
    open: () =>
      stored(
        database
          .statement(`SELECT * FROM intents WHERE state IN ${openStates} AND state <> 'confirmed' ORDER BY place, id`)
          .all(),
      ),
    list(filter, operationsNamed) {
      const states = filter.state === undefined ? [undefined] : [...new Set([filter.state].flat())]
      // One ordered look-up per state: an index walks each newest first, where a look-up of several states would sort them all.
      const rows = states.flatMap((state) => {
        const { sql, values } = filterSql(filter, state, operationsNamed)
        return database.statement(sql).all(...values)
      })
      if (states.length > 1) rows.sort((a, b) => (String(a.id) < String(b.id) ? 1 : -1))
      return rows.slice(0, filter.limit + 1).map((row) => intentOf(row, operations))
    },
    newestId() {
      const id = database.statement('SELECT max(id) AS id FROM intents').get()?.id
      return typeof id === 'string' ? id : undefined
    },
    newestOf: (records, after, limit) =>
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
    sentAgain: (id, after) =>
      database.statement('SELECT 1 FROM intents WHERE id = ? AND attempts > 1 AND sent_at > ?').get(id, after) !==
      undefined,
    stateOf(id) {
      const row = database.statement('SELECT state, created_at FROM intents WHERE id = ?').get(id)
      return row === undefined ? {} : { state: String(row.state) as IntentState, at: String(row.created_at) }
    },
    highestPlace: () =>
      Number(
        database
          .statement(`SELECT max(place) AS place FROM intents WHERE state IN ${openStates} AND state <> 'confirmed'`)
          .get()?.place ?? 0,
      ),
    sends: (draft, limit) => database.statement(sendsSql).all(draft, limit).map(sendOf),
    confirmedBefore(draft, environment, id) {
      const sql =
        "SELECT request FROM intents WHERE draft_id = ? AND environment = ? AND id < ? AND state = 'confirmed' ORDER BY id DESC LIMIT 1"
      const request = parsed(database.statement(sql).get(draft, environment, id)?.request)
      return isObject(request) ? request.body : undefined
    },
    answersWith: (operation, environment, except, text) =>
      database
        .statement(
          "SELECT answer, request FROM intents WHERE state = 'confirmed' AND operation = ? AND environment = ? AND id <> ? AND instr(answer, ?) > 0",
        )
        .all(operation, environment, except, text)
        .flatMap((row) => {
          const answer = parsed(row.answer)
          return answer === undefined ? [] : [{ answer, request: (parsed(row.request) ?? {}) as Intent['request'] }]
        }),
    secretOwners: () =>
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
