// Compares each record of a file with this desk, for a preview and for an import.
import type { CareKind } from '#contract/maintenance.ts'
import type { DraftContent } from '#contract/draft.ts'
import { isObject, type Json, type JsonObject } from '#contract/json.ts'
import { contentFrom, contentOf, textOf } from '../../writing/drafts/content.ts'
import { createTables, type Head } from '../../writing/drafts/tables.ts'
import { createTables as createRevisionTables } from '../../writing/revisions/tables.ts'
import type { BaseHead } from '../../writing/revisions/types.ts'
import { contentOf as rundownContentOf, rundownKind } from '../../air/rundown/content.ts'
import type { ProfileDatabase } from '../../core/storage/types.ts'
import { parsed } from './export.ts'
import type {
  DraftRecord,
  FileRecord,
  IntentRecord,
  ProfileRecord,
  RevisionRecord,
  RundownRecord,
  SettingRecord,
} from './format.ts'
import { arrivingState } from './intents.ts'
import { damaged, misshapen, type NumberedRecord } from './reader.ts'
import { referenceAt, withoutSecrets } from './secrets.ts'
import { isPortableSetting, settingFromFile, settingLabel, settingIssues, settingWarnings } from './settings.ts'
import type { Sink } from './staging.ts'
import type { Summary } from './summary.ts'

interface Incoming {
  line: number
  record: DraftRecord
  head: Head | undefined
  newest?: { revision: number; content: DraftContent; places: string[] }
}

const kindOf: Record<FileRecord['kind'], CareKind> = {
  setting: 'settings',
  profile: 'profiles',
  intent: 'activity',
  draft: 'drafts',
  revision: 'drafts',
  rundown: 'rundowns',
}

/** `sink` gets the records to import; without one they are only counted. `masked` takes known secrets out. */
export function createImporter(parts: {
  database: ProfileDatabase
  masked: (value: Json) => Json
  summary: Summary
  kinds: readonly CareKind[]
  sink?: Sink
}) {
  const { database, masked, summary, sink } = parts
  const tables = createTables(database)
  const rundowns = createRevisionTables(database, rundownKind)
  const seen = new Set<string>()
  let draft: Incoming | undefined

  function setting(record: SettingRecord, line: number): void {
    const { name } = record
    if (!isPortableSetting(name)) return summary.unknownSetting(name)
    const issues = settingIssues(name, record.value)
    if (issues.length > 0) throw misshapen(line, issues, ['value'])
    const value = settingFromFile(name, masked(record.value as Json))
    const row = database.statement('SELECT value FROM settings WHERE key = ?').get(name)
    const before = parsed(row?.value)
    const change = row === undefined ? 'added' : sameJson(before, value) ? 'same' : 'changed'
    summary.count('settings', change, settingLabel(name))
    if (change === 'same') return
    for (const warning of settingWarnings(name, before, value)) summary.warn(warning)
    sink?.setting({ ...record, value })
  }

  function profile(record: ProfileRecord): void {
    const plain = masked({ name: record.name, options: withoutSecrets(record.options).value }) as Pick<
      ProfileRecord,
      'name' | 'options'
    >
    const clean = { ...record, ...plain }
    const row = database.statement('SELECT * FROM profiles WHERE id = ?').get(record.id)
    const differs =
      row?.name !== clean.name || row.environment !== clean.environment || !sameJson(parsed(row.options), clean.options)
    const change =
      row === undefined ? 'added' : differs && clean.updatedAt > String(row.updated_at) ? 'changed' : 'same'
    const here = (parsed(row?.secrets) ?? {}) as JsonObject
    const absent = record.secrets.filter((field) => (here[field] ?? null) === null)
    if (absent.length > 0) summary.missing(`profile ${quoted(clean.name)}`, absent)
    summary.count('profiles', change, clean.name)
    if (change !== 'same') sink?.profile(clean)
  }

  function intent(record: IntentRecord): void {
    const name = `${record.operation}, ${record.createdAt}`
    if (database.statement('SELECT 1 FROM intents WHERE id = ?').get(record.id) !== undefined)
      return summary.count('activity', 'same', name)
    summary.count('activity', 'added', name)
    const state = arrivingState(record.state, record.operation)
    if (state === 'queued' || state === 'unknown') summary.open(state, record.secrets.length > 0)
    sink?.intent(record)
  }

  function revision(record: RevisionRecord, line: number): void {
    if (draft === undefined || draft.record.id !== record.draft)
      throw damaged(line, `a revision of draft ${record.draft} is out of place`, 'out_of_place')
    if (record.revision <= (draft.newest?.revision ?? 0) || record.revision > draft.record.revision)
      throw damaged(line, `revision ${record.revision} is out of place`, 'out_of_place')
    const { value, places } = portable(contentOf(record.content), masked)
    draft.newest = { revision: record.revision, content: value, places: [...new Set([...record.secrets, ...places])] }
    if (draft.head === undefined) sink?.revision(record, value, draft.newest.places)
  }

  function endDraft(): void {
    if (draft === undefined) return
    const { line, record, head, newest } = draft
    draft = undefined
    if (newest?.revision !== record.revision)
      throw damaged(line, `the newest revision of draft ${record.id} is missing`, 'revision_missing')
    const name = newest.content.title === '' ? 'Without a title' : newest.content.title
    if (head === undefined) {
      if (newest.places.length > 0) summary.missing(`draft ${quoted(name)}`, newest.places)
      summary.count('drafts', 'added', name)
      return sink?.draft(record, newest.content)
    }
    const top = isInHistory(head, textOf(newest.content)) ? undefined : newest
    const returns = head.removedAt !== undefined && record.removedAt === undefined
    const linked = Object.keys(record.links).some((key) => !Object.hasOwn(head.links, key))
    const local =
      top === undefined || top.places.length === 0 ? null : (parsed(tables.text(head.place, head.revision)) ?? null)
    const missing = top?.places.filter((place) => referenceAt(local, place) === undefined) ?? []
    if (missing.length > 0) summary.missing(`draft ${quoted(name)}`, missing)
    const changed = top !== undefined || returns || linked
    summary.count('drafts', changed ? 'changed' : 'same', name)
    if (changed) sink?.known({ record, top })
  }

  function rundown(record: RundownRecord): void {
    const plain = rundownContentOf(record.content)
    const { value, places } = withoutSecrets(plain)
    const content = rundownKind.contentFrom(JSON.stringify(masked(value)))
    const secrets = [...new Set([...record.secrets, ...places])]
    const name = content.title === '' ? 'Without a title' : content.title
    const head = rundowns.find(record.id)
    const change = head === undefined ? 'added' : hasRundown(head, rundownKind.textOf(content)) ? 'same' : 'changed'
    summary.count('rundowns', change, name)
    if (change === 'same') return
    const local = head && (parsed(rundowns.text(head.place, head.revision)) ?? null)
    const missing = secrets.filter((place) => referenceAt(local ?? null, place) === undefined)
    if (missing.length > 0) summary.missing(`rundown ${quoted(name)}`, missing)
    sink?.rundown({ ...record, content, secrets })
  }

  /** As `isInHistory`. */
  function hasRundown({ place, revision }: BaseHead, text: string): boolean {
    return rundowns.revisions(place, revision).some((row) => {
      const local = parsed(rundowns.text(place, row.revision))
      return local !== undefined && JSON.stringify(masked(withoutSecrets(local).value)) === text
    })
  }

  /** Whether this desk has that content already, and so is newer than the file. */
  function isInHistory(head: Head, text: string): boolean {
    for (let before = head.revision + 1; ;) {
      const [row] = tables.revisions(head.place, 1, before)
      if (row === undefined) return false
      const local = tables.text(head.place, row.revision)
      if (local !== undefined && (local === text || textOf(portable(contentFrom(local), masked).value) === text))
        return true
      before = row.revision
    }
  }

  return {
    /** Throws `invalid_input` where a record contradicts another. */
    take({ line, record }: NumberedRecord): void {
      if (record.kind !== 'revision') {
        endDraft()
        const key = `${record.kind} ${record.kind === 'setting' ? record.name : record.id}`
        if (seen.has(key)) throw damaged(line, `${key} is there twice`, 'duplicate', { record: key })
        seen.add(key)
      }
      if (!parts.kinds.includes(kindOf[record.kind])) return
      if (record.kind === 'setting') setting(record, line)
      else if (record.kind === 'profile') profile(record)
      else if (record.kind === 'intent') intent(record)
      else if (record.kind === 'rundown') rundown(record)
      else if (record.kind === 'draft') draft = { line, record, head: tables.find(record.id) }
      else revision(record, line)
    },
    finish: endDraft,
  }
}

function portable(content: DraftContent, masked: (value: Json) => Json): { value: DraftContent; places: string[] } {
  const { value, places } = withoutSecrets(content)
  return { value: contentOf(masked(value) as unknown as Parameters<typeof contentOf>[0]), places }
}

const quoted = (name: string): string => `"${name}"`

/** Whether two values are the same JSON in any order of fields. */
function sameJson(one: unknown, other: unknown): boolean {
  return sorted(one) === sorted(other)
}

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) =>
    isObject(item) ? Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1))) : item,
  )

export type Importer = ReturnType<typeof createImporter>
