import type { Migration } from './types.ts'

/** Shows, one of them on at most; and which press of a button made an intent. The column is written once, and most intents have none. */
export const show: Migration = {
  version: 4,
  name: 'show',
  statements: [
    `CREATE TABLE shows (
      id TEXT PRIMARY KEY,
      environment TEXT NOT NULL,
      title TEXT NOT NULL,
      started_at TEXT NOT NULL,
      planned_end_at TEXT,
      ended_at TEXT,
      passed_over TEXT NOT NULL
    ) STRICT`,
    'CREATE UNIQUE INDEX shows_on ON shows ((ended_at IS NULL)) WHERE ended_at IS NULL',
    'ALTER TABLE intents ADD COLUMN press TEXT',
    'CREATE UNIQUE INDEX intents_by_press ON intents (press) WHERE press IS NOT NULL',
  ],
}
