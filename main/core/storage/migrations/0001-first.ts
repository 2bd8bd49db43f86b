import type { Migration } from './types.ts'

/** Times are ISO 8601 text, JSON is text. Wide columns stand last, so that filters need not read past them. */
export const first: Migration = {
  version: 1,
  name: 'first',
  statements: [
    `CREATE TABLE intents (
      id TEXT PRIMARY KEY,
      reference TEXT NOT NULL,
      operation TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('queued', 'sending', 'confirmed', 'rejected', 'unknown', 'cancelled')),
      environment TEXT NOT NULL,
      product TEXT NOT NULL,
      risk TEXT NOT NULL,
      place INTEGER NOT NULL,
      attempts INTEGER NOT NULL,
      created_at TEXT NOT NULL,
      sent_at TEXT,
      settled_at TEXT,
      duration_ms INTEGER,
      status INTEGER,
      request_id TEXT,
      account TEXT,
      waiting TEXT,
      error TEXT,
      evidence TEXT NOT NULL,
      answer TEXT,
      request TEXT NOT NULL
    ) STRICT`,
    // Nearly all end as confirmed: those are found by walking the ids, and the index stays small enough for every commit to touch it.
    "CREATE INDEX intents_by_state ON intents (state, id) WHERE state <> 'confirmed'",
    'CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT',
    'CREATE TABLE vault_refs (reference TEXT PRIMARY KEY, owner TEXT NOT NULL) STRICT',
    'CREATE INDEX vault_refs_by_owner ON vault_refs (owner)',
    `CREATE TABLE profiles (
      id TEXT PRIMARY KEY,
      environment TEXT NOT NULL,
      name TEXT NOT NULL,
      options TEXT NOT NULL,
      secrets TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT`,
    `CREATE TABLE events (
      id TEXT PRIMARY KEY,
      environment TEXT NOT NULL,
      title TEXT NOT NULL,
      body TEXT NOT NULL,
      profile_ids TEXT NOT NULL,
      last_intents TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT`,
    `CREATE TABLE notices (
      id TEXT PRIMARY KEY,
      level TEXT NOT NULL,
      message TEXT NOT NULL,
      at TEXT NOT NULL,
      dismissed INTEGER NOT NULL DEFAULT 0
    ) STRICT`,
  ],
}
