// Keeps the records of an import in temporary tables, so that its transaction is short and memory stays small.
import type { DraftContent } from '#contract/draft.ts'
import type { Json } from '#contract/json.ts'
import { contentFrom, textOf } from '../../writing/drafts/content.ts'
import { createTables } from '../../writing/drafts/tables.ts'
import { revisionSpan } from '../../core/storage/migrations/0002-drafts.ts'
import type { ProfileDatabase } from '../../core/storage/types.ts'
import { createTables as createRevisionTables } from '../../writing/revisions/tables.ts'
import { rundownKind } from '../../air/rundown/content.ts'
import type {
  DraftRecord,
  IntentRecord,
  ProfileRecord,
  RevisionRecord,
  RundownRecord,
  SettingRecord,
} from './format.ts'
import { arrivingRow, intentColumns } from './intents.ts'
import { missingReference, referenceAt, withSecrets } from './secrets.ts'

/** A change of a draft that is on this desk already. */
interface KnownChange {
  record: DraftRecord
  /** The newest content of the file, if it becomes a revision. */
  top: { content: DraftContent; places: readonly string[] } | undefined
}

export interface Sink {
  setting(record: SettingRecord): void
  profile(record: ProfileRecord): void
  intent(record: IntentRecord): void
  draft(record: DraftRecord, newest: DraftContent): void
  revision(record: RevisionRecord, content: DraftContent, places: readonly string[]): void
  known(change: KnownChange): void
  rundown(record: RundownRecord): void
}

interface Staging extends Sink {
  /** Runs inside the caller's transaction. */
  merge(): void
  drop(): void
}

const draftColumns =
  'id, operation, environment, revision, indexed, bytes, created_at, updated_at, removed_at, title, tags, links'

/** `at` is the time of the import. Throws `storage_full`. */
export function createStaging(database: ProfileDatabase, masked: (value: Json) => Json, at: string): Staging {
  const settings: SettingRecord[] = []
  const profiles: ProfileRecord[] = []
  let newestBytes = 0
  const columns = intentColumns.join(', ')

  const drop = () => {
    for (const table of [
      'incoming_intents',
      'incoming_drafts',
      'incoming_revisions',
      'incoming_known',
      'incoming_rundowns',
    ])
      database.statement(`DROP TABLE IF EXISTS temp.${table}`).run()
  }
  drop()
  database.statement(`CREATE TEMP TABLE incoming_intents AS SELECT ${columns} FROM main.intents WHERE 0`).run()
  database.statement(`CREATE TEMP TABLE incoming_drafts AS SELECT ${draftColumns} FROM main.drafts WHERE 0`).run()
  database
    .statement(
      'CREATE TEMP TABLE incoming_revisions (draft TEXT, revision INTEGER, at TEXT, source INTEGER, bytes INTEGER, title TEXT, content TEXT)',
    )
    .run()
  database.statement('CREATE TEMP TABLE incoming_known (record TEXT, content TEXT, places TEXT)').run()
  database.statement('CREATE TEMP TABLE incoming_rundowns (record TEXT)').run()
  const intoRundowns = database.statement('INSERT INTO temp.incoming_rundowns VALUES (?)')
  const intoIntents = database.statement(
    `INSERT INTO temp.incoming_intents VALUES (${intentColumns.map(() => '?').join(', ')})`,
  )
  const intoDrafts = database.statement('INSERT INTO temp.incoming_drafts VALUES (?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?)')
  const intoRevisions = database.statement('INSERT INTO temp.incoming_revisions VALUES (?, ?, ?, ?, ?, ?, ?)')
  const intoKnown = database.statement('INSERT INTO temp.incoming_known VALUES (?, ?, ?)')

  function mergeSettings(): void {
    const upsert = database.statement(
      'INSERT INTO settings (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    )
    for (const { name, value } of settings) upsert.run(name, JSON.stringify(value))
  }

  /** Existing secrets stay. */
  function mergeProfiles(): void {
    const upsert = database.statement(
      `INSERT INTO profiles (id, environment, name, options, secrets, updated_at) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (id) DO UPDATE SET environment = excluded.environment, name = excluded.name, options = excluded.options, updated_at = excluded.updated_at`,
    )
    const none = JSON.stringify({ apiKey: null, apiSecret: null, authToken: null, streamKey: null })
    for (const { id, environment, name, options, updatedAt } of profiles)
      upsert.run(id, environment, name, JSON.stringify(options), none, updatedAt)
  }

  function mergeIntents(): void {
    const shifted = intentColumns.map((column) => (column === 'place' ? 'place + ?' : column)).join(', ')
    const highest = Number(database.statement('SELECT max(place) AS place FROM main.intents').get()?.place ?? 0)
    database
      .statement(
        `INSERT INTO main.intents (${columns}) SELECT ${shifted} FROM temp.incoming_intents WHERE id NOT IN (SELECT id FROM main.intents) ORDER BY id`,
      )
      .run(highest)
  }

  function mergeDrafts(): void {
    database.statement('DELETE FROM temp.incoming_drafts WHERE id IN (SELECT id FROM main.drafts)').run()
    database
      .statement(
        `INSERT INTO main.drafts (${draftColumns}) SELECT ${draftColumns} FROM temp.incoming_drafts ORDER BY rowid`,
      )
      .run()
    database
      .statement(
        `INSERT INTO main.draft_revisions (key, at, source, bytes, title, content)
         SELECT d.place * ${revisionSpan} + r.revision, r.at, r.source, r.bytes, r.title, r.content FROM temp.incoming_revisions AS r
         CROSS JOIN temp.incoming_drafts AS i ON i.id = r.draft CROSS JOIN main.drafts AS d ON d.id = r.draft`,
      )
      .run()
  }

  function mergeKnown(): void {
    const tables = createTables(database)
    const next = database.statement(
      'SELECT rowid AS place, * FROM temp.incoming_known WHERE rowid > ? ORDER BY rowid LIMIT 1',
    )
    for (let row = next.get(0); row !== undefined; row = next.get(row.place ?? 0)) {
      const record = JSON.parse(String(row.record)) as DraftRecord
      const head = tables.find(record.id)
      if (head === undefined) continue
      const top =
        row.content === null
          ? undefined
          : withReferences(
              record.id,
              contentFrom(String(row.content)),
              JSON.parse(String(row.places)) as string[],
              tables.text(head.place, head.revision),
            )
      const after = (top && tables.append(head, { content: top, text: textOf(top), at })) ?? head
      if (record.removedAt === undefined && head.removedAt !== undefined) tables.setRemoved(after, undefined)
      tables.link(after, { ...record.links, ...head.links })
    }
  }

  function mergeRundowns(): void {
    const tables = createRevisionTables(database, rundownKind)
    const next = database.statement(
      'SELECT rowid AS place, record FROM temp.incoming_rundowns WHERE rowid > ? ORDER BY rowid LIMIT 1',
    )
    for (let row = next.get(0); row !== undefined; row = next.get(row.place ?? 0)) {
      const record = JSON.parse(String(row.record)) as RundownRecord
      const head = tables.find(record.id)
      const local = head && tables.text(head.place, head.revision)
      const text = JSON.stringify(referenced(record.id, record.content, record.secrets, local))
      const content = rundownKind.contentFrom(text)
      const { updatedAt, createdAt, removedAt } = record
      const after =
        head === undefined
          ? tables.insert(record.id, 1, { content, text, at: updatedAt }, createdAt)
          : (tables.append(head, { content, text, at }) ?? head)
      if (head === undefined && removedAt !== undefined)
        database.statement('UPDATE rundowns SET removed_at = ? WHERE place = ?').run(removedAt, after.place)
    }
  }

  return {
    rundown: (record) => void intoRundowns.run(JSON.stringify(record)),
    setting: (record) => void settings.push(record),
    profile: (record) => void profiles.push(record),
    known: ({ record, top }) =>
      void intoKnown.run(
        JSON.stringify(record),
        top === undefined ? null : textOf(top.content),
        JSON.stringify(top?.places ?? []),
      ),
    intent: (record) => void intoIntents.run(...arrivingRow(record, masked, at)),
    draft({ id, revision, createdAt, updatedAt, removedAt, links }, { operation, environment, title, tags }) {
      intoDrafts.run(
        id,
        operation,
        environment ?? null,
        revision,
        newestBytes,
        createdAt,
        updatedAt,
        removedAt ?? null,
        title,
        JSON.stringify(tags),
        JSON.stringify(links),
      )
    },
    revision(record, content, places) {
      const text = textOf(withReferences(record.draft, content, places, undefined))
      newestBytes = Buffer.byteLength(text)
      intoRevisions.run(record.draft, record.revision, record.at, record.of ?? null, newestBytes, content.title, text)
    },
    merge() {
      mergeSettings()
      mergeProfiles()
      mergeIntents()
      mergeDrafts()
      mergeKnown()
      mergeRundowns()
    },
    drop,
  }
}

/** Uses the references of this desk's draft, or ones that are known to be missing. */
function withReferences(
  draft: string,
  content: DraftContent,
  places: readonly string[],
  local: string | undefined,
): DraftContent {
  return referenced(draft, content, places, local) as unknown as DraftContent
}

function referenced(owner: string, content: Json, places: readonly string[], local: string | undefined): Json {
  const here = local === undefined ? null : (JSON.parse(local) as Json)
  return withSecrets(content, places, (place) => referenceAt(here, place) ?? missingReference(owner, place))
}
