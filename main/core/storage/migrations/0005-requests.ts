import type { Migration } from './types.ts'

/**
 * Reads that a person made (writes are the intents), names and pins given to either, records that were shown, and forms that were learned.
 * A read's id sorts by time, as an intent's does.
 */
export const requests: Migration = {
  version: 5,
  name: 'requests',
  statements: [
    `CREATE TABLE reads (
      id TEXT PRIMARY KEY,
      at TEXT NOT NULL,
      operation TEXT NOT NULL,
      product TEXT NOT NULL,
      environment TEXT NOT NULL,
      outcome TEXT NOT NULL,
      status INTEGER,
      request_id TEXT,
      duration_ms INTEGER,
      bytes INTEGER,
      attempts INTEGER NOT NULL,
      error TEXT,
      message TEXT,
      request TEXT NOT NULL,
      answer BLOB
    ) STRICT`,
    `CREATE TABLE marks (
      id TEXT PRIMARY KEY,
      name TEXT,
      pinned_at TEXT
    ) STRICT, WITHOUT ROWID`,
    `CREATE TABLE seen (
      environment TEXT NOT NULL,
      resource TEXT NOT NULL,
      id TEXT NOT NULL,
      title TEXT,
      at TEXT NOT NULL,
      place INTEGER NOT NULL,
      PRIMARY KEY (environment, resource, id)
    ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX seen_by_place ON seen (environment, place)',
    `CREATE TABLE learned (
      environment TEXT NOT NULL,
      operation TEXT NOT NULL,
      form TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      PRIMARY KEY (environment, operation)
    ) STRICT, WITHOUT ROWID`,
  ],
}
