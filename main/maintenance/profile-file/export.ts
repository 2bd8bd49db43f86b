// Reads the records of a profile in small parts. Intents come before drafts, so that the file has every revision that
// an intent was made from.
import type { Json, JsonObject } from '#contract/json.ts'
import { profileSecretFields } from '#contract/models.ts'
import type { Redactor } from '../../core/keychain/types.ts'
import { headFrom } from '../../writing/drafts/tables.ts'
import { headFrom as rundownHead } from '../../air/rundown/content.ts'
import { deedOf } from '../../platform/ledger/rows.ts'
import { revisionSpan } from '../../core/storage/migrations/0002-drafts.ts'
import type { ProfileDatabase, SqlValue } from '../../core/storage/types.ts'
import { withoutSecrets } from './secrets.ts'
import { isPortableSetting, settingForFile } from './settings.ts'
import type { Written } from './writer.ts'

const intentsAtOnce = 100
const draftsAtOnce = 100
const revisionsAtOnce = 8

type Row = Record<string, SqlValue>
type Source = Pick<ProfileDatabase, 'statement'>
type LeftOut = (what: string) => void

/** `leftOut` is called for records that damage has made unreadable. */
export function* recordsOf(database: Source, redactor: Pick<Redactor, 'json'>, leftOut: LeftOut): Generator<Written> {
  for (const records of [
    settings(database),
    profiles(database),
    intents(database, leftOut),
    drafts(database, leftOut),
    rundowns(database, leftOut),
  ]) {
    for (const record of records) yield redactor.json(record as JsonObject) as unknown as Written
  }
}

function* settings(database: Source): Generator<Written> {
  for (const { key, value } of database.statement('SELECT key, value FROM settings ORDER BY key').all()) {
    const name = String(key)
    if (isPortableSetting(name)) yield { kind: 'setting', name, value: settingForFile(name, parsed(value) ?? null) }
  }
}

function* profiles(database: Source): Generator<Written> {
  for (const row of database.statement('SELECT * FROM profiles ORDER BY id').all()) {
    const kept = (parsed(row.secrets) ?? {}) as JsonObject
    yield {
      kind: 'profile',
      id: String(row.id),
      environment: String(row.environment),
      name: String(row.name),
      options: withoutSecrets(parsed(row.options) ?? {}).value,
      secrets: profileSecretFields.filter((field) => (kept[field] ?? null) !== null),
      updatedAt: String(row.updated_at),
    }
  }
}

function* intents(database: Source, leftOut: LeftOut): Generator<Written> {
  const page = database.statement(`SELECT * FROM intents WHERE id > ? ORDER BY id LIMIT ${intentsAtOnce}`)
  for (let rows = page.all(''); rows.length > 0; rows = page.all(rows.at(-1)?.id ?? '')) {
    for (const row of rows) {
      const record = intentRecord(row)
      if (record === undefined) leftOut(`intent ${String(row.id)}`)
      else yield record
    }
  }
}

/** Undefined where the request is unreadable. */
function intentRecord(row: Row): Written | undefined {
  const request = parsed(row.request)
  if (typeof request !== 'object' || request === null) return undefined
  const { value, places } = withoutSecrets(request)
  return {
    kind: 'intent',
    id: row.id,
    reference: row.reference,
    operation: row.operation,
    state: row.state,
    environment: row.environment,
    product: row.product,
    risk: row.risk,
    place: row.place,
    attempts: row.attempts,
    held: row.held === 1,
    createdAt: row.created_at,
    ...given('sentAt', row.sent_at),
    ...given('settledAt', row.settled_at),
    ...given('durationMs', row.duration_ms),
    ...given('status', row.status),
    ...given('requestId', row.request_id),
    ...given('account', row.account),
    ...(row.draft_id === null ? {} : { draft: { id: row.draft_id, revision: row.draft_revision } }),
    ...given('expects', parsed(row.expects)),
    ...given('deed', deedOf(row.deed)),
    ...given('error', parsed(row.error)),
    evidence: parsed(row.evidence) ?? [],
    ...given('answer', parsed(row.answer)),
    request: value,
    secrets: places,
  }
}

function* drafts(database: Source, leftOut: LeftOut): Generator<Written> {
  const page = database.statement(`SELECT * FROM drafts WHERE place > ? ORDER BY place LIMIT ${draftsAtOnce}`)
  for (let rows = page.all(0); rows.length > 0; rows = page.all(rows.at(-1)?.place ?? 0)) {
    for (const row of rows) yield* draftRecords(database, row, leftOut)
  }
}

function* draftRecords(database: Source, row: Row, leftOut: LeftOut): Generator<Written> {
  const { place, id, revision, createdAt, updatedAt, removedAt, links } = headFrom(row)
  const page = database.statement(
    `SELECT * FROM draft_revisions WHERE key > ? AND key <= ? ORDER BY key LIMIT ${revisionsAtOnce}`,
  )
  const [first, last] = [place * revisionSpan, place * revisionSpan + revision]
  const newest = database.statement('SELECT content FROM draft_revisions WHERE key = ?').get(last)
  if (parsed(newest?.content) === undefined) return leftOut(`draft ${id}`)
  yield { kind: 'draft', id, revision, createdAt, updatedAt, ...given('removedAt', removedAt), links }
  for (let rows = page.all(first, last); rows.length > 0; rows = page.all(rows.at(-1)?.key ?? last, last)) {
    for (const { key, at, source, content } of rows) {
      const readable = parsed(content)
      if (readable === undefined) continue
      const { value, places } = withoutSecrets(readable)
      yield {
        kind: 'revision',
        draft: id,
        revision: Number(key) - first,
        at,
        ...given('of', source),
        content: value,
        secrets: places,
      }
    }
  }
}

function* rundowns(database: Source, leftOut: LeftOut): Generator<Written> {
  const page = database.statement('SELECT * FROM rundowns WHERE place > ? ORDER BY place LIMIT 1')
  const newest = database.statement('SELECT content FROM rundown_revisions WHERE key = ?')
  for (let row = page.get(0); row !== undefined; row = page.get(row.place ?? 0)) {
    const { place, id, revision, createdAt, updatedAt, removedAt } = rundownHead(row)
    const readable = parsed(newest.get(place * revisionSpan + revision)?.content)
    if (readable === undefined) {
      leftOut(`rundown ${id}`)
      continue
    }
    const { value, places } = withoutSecrets(readable)
    yield {
      kind: 'rundown',
      id,
      createdAt,
      updatedAt,
      ...given('removedAt', removedAt),
      content: value,
      secrets: places,
    }
  }
}

const given = (name: string, value: unknown): Record<string, unknown> =>
  value === undefined || value === null ? {} : { [name]: value }

/** Undefined where there is no readable JSON. */
export function parsed(value: SqlValue | undefined): Json | undefined {
  if (typeof value !== 'string') return undefined
  try {
    return JSON.parse(value) as Json
  } catch {
    return undefined
  }
}
