import type { Migration } from './types.ts'

/**
 * Which record an intent is about, so that the newest of a record is one look-up; null in rows that are older. A request that names its record
 * by several values has the others in a table beside it.
 */
export const records: Migration = {
  version: 7,
  name: 'records',
  statements: [
    'ALTER TABLE intents ADD COLUMN record TEXT',
    'CREATE INDEX intents_by_record ON intents (record, id) WHERE record IS NOT NULL',
    `CREATE TABLE intent_records (
      record TEXT NOT NULL,
      intent TEXT NOT NULL REFERENCES intents (id) ON DELETE CASCADE,
      PRIMARY KEY (record, intent)
    ) STRICT, WITHOUT ROWID`,
    'CREATE INDEX intent_records_by_intent ON intent_records (intent)',
  ],
}
