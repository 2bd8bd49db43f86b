// Masks secrets in rows that were written before the desk knew them: of the open profile in small steps, of a backup
// at once.
import type { Json } from '#contract/json.ts'
import { revisionSpan } from './migrations/0002-drafts.ts'
import type { Cleaner, SqlStatement, SqlValue } from './types.ts'

interface Place {
  table: string
  columns: readonly string[]
  /** The column that identifies a row. */
  key: string
  /** Columns in which a field's name can mark a secret: what was sent, answered or drafted. */
  named: readonly string[]
  /** When a row was last written, as SQL. */
  at?: string
}

/** Every column with texts of a person or of the platform, except the saves of drafts and rundowns. */
const places: readonly Place[] = [
  { table: 'settings', key: 'key', columns: ['value'], named: [] },
  { table: 'profiles', key: 'id', columns: ['name', 'options'], named: [] },
  { table: 'events', key: 'id', columns: ['title', 'body', 'profile_ids', 'last_intents'], named: ['body'] },
  { table: 'notices', key: 'id', columns: ['message', 'facts'], named: [] },
  { table: 'shows', key: 'id', columns: ['title', 'passed_over', 'followed', 'said'], named: [] },
  { table: 'firings', key: 'id', columns: ['firing'], named: ['firing'] },
  { table: 'marks', key: 'id', columns: ['name'], named: [] },
  { table: 'learned', key: "environment || ' ' || operation", columns: ['form'], named: [] },
  { table: 'seen', key: "environment || ' ' || resource || ' ' || id", columns: ['title'], named: [] },
  { table: 'reads', key: 'id', columns: ['message', 'request', 'request_id', 'head'], named: ['request'], at: 'at' },
  {
    table: 'intents',
    key: 'id',
    columns: ['request_id', 'error', 'evidence', 'answer', 'request', 'expects', 'deed', 'draft_id'],
    named: ['answer', 'request', 'expects'],
    at: 'coalesce(settled_at, sent_at, created_at)',
  },
  { table: 'drafts', key: 'id', columns: ['title', 'tags', 'links'], named: [] },
  { table: 'rundowns', key: 'id', columns: ['title'], named: [] },
  { table: 'rundown_fired', key: 'press', columns: ['cue'], named: ['cue'] },
]

const rowsAtOnce = 50

interface Sweepable {
  statement(sql: string): SqlStatement
  transaction<T>(run: () => T): T
}

interface SweepStep {
  /** Cleaned rows. */
  found: number
  /** Ids of changed drafts. */
  drafts: string[]
}

interface SweepOptions {
  cleaner: Cleaner
  /** Only rows written since then (ISO 8601), where a table has a time. */
  since?: string | undefined
  /** Moves secrets of unsent requests to the keychain instead of masking them. */
  move?: Mover | undefined
}

export interface Mover {
  draft(draft: { id: string; content: string }): Promise<string>
  rundown(rundown: { id: string; content: string }): Promise<string>
  intent(intent: { id: string; operation: string; request: string }): Promise<string>
}

/** Each step is a commit of its own, and any may be the last. */
export async function* sweep(database: Sweepable, options: SweepOptions): AsyncGenerator<SweepStep> {
  for (const place of places) yield* sweepTable(database, place, options)
  yield* sweepAnswers(database, options)
  yield* sweepSaves(database, options, 'draft')
  yield* sweepSaves(database, options, 'rundown')
}

async function* sweepTable(
  database: Sweepable,
  place: Place,
  { cleaner, since, move }: SweepOptions,
): AsyncGenerator<SweepStep> {
  const there = new Set(
    database
      .statement('SELECT name FROM pragma_table_xinfo(?)')
      .all(place.table)
      .map(({ name }) => String(name)),
  )
  const columns = place.columns.filter((column) => there.has(column))
  if (columns.length === 0) return
  const { table, key } = place
  const recent =
    since === undefined || place.at === undefined ? '' : ` AND ${place.at} >= '${since.replaceAll("'", '')}'`
  const page = database.statement(
    `SELECT ${key} AS swept_key, ${[...columns, ...(table === 'intents' ? ['state', 'operation'] : [])].join(', ')} FROM ${table} WHERE ${key} > ?${recent} ORDER BY ${key} LIMIT ${rowsAtOnce}`,
  )
  const now = database.statement(`SELECT ${columns.join(', ')} FROM ${table} WHERE ${key} = ?`)
  const update = database.statement(
    `UPDATE ${table} SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE ${key} = ?`,
  )
  for (let rows = page.all(''); rows.length > 0; rows = page.all(rows.at(-1)?.swept_key ?? '')) {
    const changed: Array<{ id: SqlValue; before: SqlValue[]; after: SqlValue[] }> = []
    for (const row of rows) {
      const before = columns.map((column) => row[column] ?? null)
      if (table === 'intents' && move !== undefined && open.has(String(row.state)))
        row.request = await move.intent({
          id: String(row.swept_key),
          operation: String(row.operation),
          request: String(row.request),
        })
      const after = columns
        .map((column) => row[column] ?? null)
        .map((value, at) =>
          typeof value === 'string' ? cleaned(value, cleaner, place.named.includes(columns[at] ?? '')) : value,
        )
      if (after.every((value, at) => value === before[at])) continue
      changed.push({ id: row.swept_key ?? null, before, after })
    }
    if (changed.length > 0)
      database.transaction(() => {
        for (const { id, before, after } of changed) {
          // Rows that changed meanwhile stay.
          const row = now.get(id)
          if (row !== undefined && columns.every((column, at) => (row[column] ?? null) === before[at]))
            update.run(...after, id)
        }
      })
    yield { found: changed.length, drafts: table === 'drafts' ? changed.map(({ id }) => String(id)) : [] }
  }
}

/** A text or JSON text; a mask never breaks JSON. */
export function cleaned(value: string, cleaner: Cleaner, named: boolean): string {
  let json: Json
  try {
    json = JSON.parse(value) as Json
  } catch {
    return cleaner.text(value)
  }
  if (typeof json !== 'object' || json === null) return cleaner.text(value)
  const after = cleaner.json(json, named)
  return after === json ? value : JSON.stringify(after)
}

/** One answer per step, since each may be large. */
async function* sweepAnswers(database: Sweepable, { cleaner, since }: SweepOptions): AsyncGenerator<SweepStep> {
  const columns = database.statement("SELECT name FROM pragma_table_xinfo('reads')").all()
  if (columns.length === 0) return
  // The head describes the text before, so it is computed again.
  const head = columns.some(({ name }) => name === 'head') ? ', head = NULL' : ''
  const next = database.statement(
    'SELECT id, answer FROM reads WHERE id > ? AND at >= ? AND answer IS NOT NULL ORDER BY id LIMIT 1',
  )
  const update = database.statement(`UPDATE reads SET answer = ?${head} WHERE id = ? AND answer IS NOT NULL`)
  for (let row = next.get('', since ?? ''); row !== undefined; row = next.get(row.id ?? '', since ?? '')) {
    const clean = row.answer instanceof Uint8Array ? await cleaner.answer(row.answer) : undefined
    if (clean !== undefined) update.run(clean, row.id ?? null)
    yield { found: clean === undefined ? 0 : 1, drafts: [] }
  }
}

/** Rewrites every save of the record in full, because differences count the bytes of other texts. */
async function* sweepSaves(
  database: Sweepable,
  { cleaner, since, move }: SweepOptions,
  kind: 'draft' | 'rundown',
): AsyncGenerator<SweepStep> {
  const has = database.statement(`SELECT count(*) AS n FROM sqlite_schema WHERE name = '${kind}_revisions'`).get()
  if (Number(has?.n) === 0) return
  const page = database.statement(
    `SELECT place, id, revision FROM ${kind}s WHERE place > ?${since === undefined ? '' : ` AND updated_at >= '${since.replaceAll("'", '')}'`} ORDER BY place LIMIT 1`,
  )
  const saves = database.statement(
    `SELECT key, title, content FROM ${kind}_revisions WHERE key > ? AND key < ? ORDER BY key LIMIT 1`,
  )
  const whole = database.statement(
    `UPDATE ${kind}_saves SET base = NULL, path = NULL, head = NULL, rest = NULL, bytes = ?, title = ?, content = ? WHERE key = ?`,
  )
  const bytes = database.statement(`UPDATE ${kind}s SET bytes = ? WHERE place = ? AND revision = ?`)
  for (let head = page.get(0); head !== undefined; head = page.get(head.place ?? 0)) {
    const [first, last] = [Number(head.place) * revisionSpan, (Number(head.place) + 1) * revisionSpan]
    const newestKey = first + Number(head.revision)
    const after: Array<{ key: SqlValue; title: string; content: string }> = []
    let changed = false
    for (let row = saves.get(first, last); row !== undefined; row = saves.get(row.key ?? last, last)) {
      const [title, content] = [String(row.title), String(row.content)]
      const moved =
        move !== undefined && row.key === newestKey ? await move[kind]({ id: String(head.id), content }) : content
      const clean = { key: row.key ?? null, title: cleaner.text(title), content: cleaned(moved, cleaner, true) }
      changed ||= clean.title !== title || clean.content !== content
      after.push(clean)
    }
    if (!changed) {
      yield { found: 0, drafts: [] }
      continue
    }
    const { place, revision } = head
    database.transaction(() => {
      // After another save this record waits for the next sweep.
      if (database.statement(`SELECT revision FROM ${kind}s WHERE place = ?`).get(place ?? null)?.revision !== revision)
        return
      for (const { key, title, content } of after) whole.run(Buffer.byteLength(content), title, content, key)
      bytes.run(Buffer.byteLength(after.at(-1)?.content ?? ''), place ?? null, Number(revision))
    })
    yield { found: 1, drafts: kind === 'draft' ? [String(head.id)] : [] }
  }
}

const open: ReadonlySet<string> = new Set(['queued', 'sending', 'unknown'])

/** Empties the search index, which is rebuilt in the background. */
export function emptyIndex(database: Sweepable): void {
  const has = database.statement("SELECT count(*) AS n FROM sqlite_schema WHERE name = 'draft_search'").get()
  if (Number(has?.n) === 0) return
  database.transaction(() => {
    database.statement("INSERT INTO draft_search (draft_search) VALUES ('delete-all')").run()
    database.statement('UPDATE drafts SET indexed = 0').run()
  })
}
