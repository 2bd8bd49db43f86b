// Compares the records of a backup with those of today.
import { careKinds, type CareKind, type Changes } from '#contract/maintenance.ts'
import type { ReadonlyDatabase, SqlValue } from '../core/storage/types.ts'
import { settingLabel } from './profile-file/settings.ts'

const exampleLimit = 50

export type Readable = Pick<ReadonlyDatabase, 'statement'>

type Row = Record<string, SqlValue>

interface Kind {
  /** Selects `id`, `name`, and as `state` everything that distinguishes two versions of a record. */
  sql: string
  name: (row: Row) => string
}

const text = (value: SqlValue | undefined): string => String(value ?? '')

const kinds: Record<CareKind, Kind> = {
  drafts: {
    sql: "SELECT id, title AS name, concat_ws('/', revision, updated_at, removed_at, links) AS state FROM drafts",
    name: ({ name }) => text(name).trim() || 'Untitled',
  },
  rundowns: {
    sql: "SELECT id, title AS name, concat_ws('/', revision, updated_at, removed_at) AS state FROM rundowns",
    name: ({ name }) => text(name).trim() || 'Untitled',
  },
  profiles: {
    sql: "SELECT id, name, concat_ws('/', environment, name, options, secrets) AS state FROM profiles",
    name: ({ name }) => text(name),
  },
  settings: {
    sql: 'SELECT key AS id, key AS name, value AS state FROM settings',
    name: ({ name }) => (name === 'environment' ? 'Environment in use' : settingLabel(text(name))),
  },
  activity: {
    sql: "SELECT id, operation AS name, created_at, concat_ws('/', state, attempts, sent_at, settled_at, held) AS state FROM intents",
    name: ({ name, created_at }) => `${text(name)}, ${text(created_at).slice(0, 19).replace('T', ' ')} UTC`,
  },
}

/** What a restore would do: `added` comes back, `changed` becomes older, `removed` would be gone. */
export function compare(now: Readable, backup: Readable): Record<CareKind, Changes> {
  const changes = careKinds.map((kind) => [kind, changesOf(kinds[kind], now, backup)] as const)
  return Object.fromEntries(changes) as Record<CareKind, Changes>
}

function changesOf({ sql, name }: Kind, now: Readable, backup: Readable): Changes {
  const present = new Map(
    now
      .statement(sql)
      .all()
      .map((row) => [row.id, row]),
  )
  const found: Changes['examples'] = []
  for (const row of backup.statement(sql).all()) {
    const today = present.get(row.id)
    if (today === undefined) found.push({ name: name(row), change: 'added' })
    else if (today.state !== row.state) found.push({ name: name(today), change: 'changed' })
    present.delete(row.id)
  }
  for (const row of present.values()) found.push({ name: name(row), change: 'removed' })
  const count = (change: Changes['examples'][number]['change']) =>
    found.filter((example) => example.change === change).length
  return {
    added: count('added'),
    changed: count('changed'),
    removed: count('removed'),
    examples: found.sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true })).slice(0, exampleLimit),
  }
}
