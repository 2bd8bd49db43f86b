import type { Migration } from './types.ts'

/**
 * `rundowns`, `rundown_saves` and `rundown_revisions` are kept as drafts are (migration 2). `rundown_places` says where the
 * show of an environment is in its rundown, `rundown_fired` what was fired, each row written in one
 * commit with its firing.
 */
export const rundowns: Migration = {
  version: 17,
  name: 'rundowns',
  statements: [
    `CREATE TABLE rundowns (
      place INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      environment TEXT NOT NULL,
      template INTEGER NOT NULL,
      count INTEGER NOT NULL,
      duration_ms INTEGER NOT NULL,
      revision INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      removed_at TEXT,
      removed_by TEXT,
      title TEXT NOT NULL
    ) STRICT`,
    `CREATE TABLE rundown_saves (
      key INTEGER PRIMARY KEY,
      base INTEGER,
      path TEXT,
      head INTEGER,
      rest INTEGER,
      at TEXT NOT NULL,
      source INTEGER,
      undone INTEGER,
      made_by TEXT,
      bytes INTEGER NOT NULL,
      title TEXT NOT NULL,
      content TEXT NOT NULL
    ) STRICT`,
    `CREATE VIEW rundown_revisions AS
      SELECT s.key, s.at, s.source, s.bytes, s.title, CASE WHEN s.base IS NULL THEN s.content ELSE json_set(w.content, s.path, CAST(
        substr(CAST(json_extract(w.content, s.path) AS BLOB), 1, s.head) || CAST(s.content AS BLOB) ||
        substr(CAST(json_extract(w.content, s.path) AS BLOB), s.rest) AS TEXT)) END AS content
      FROM rundown_saves AS s LEFT JOIN rundown_saves AS w ON w.key = s.base`,
    // A difference is always in one long text, which no head shows: so the save is one statement, its own transaction.
    `CREATE TRIGGER rundown_saves_insert AFTER INSERT ON rundown_saves WHEN NEW.base IS NOT NULL BEGIN
      UPDATE rundowns SET revision = NEW.key % 1048576, bytes = NEW.bytes, updated_at = NEW.at WHERE place = NEW.key / 1048576;
    END`,
    'CREATE INDEX rundowns_live ON rundowns (updated_at, place) WHERE removed_at IS NULL',
    // `ahead` are the ids of the cues from the next one on, for when that one is taken out.
    `CREATE TABLE rundown_places (
      environment TEXT PRIMARY KEY,
      run TEXT NOT NULL,
      rundown TEXT NOT NULL,
      position INTEGER NOT NULL,
      now TEXT,
      moved_to TEXT,
      ahead TEXT NOT NULL
    ) STRICT`,
    `CREATE TABLE rundown_fired (
      id INTEGER PRIMARY KEY,
      run TEXT NOT NULL,
      press TEXT NOT NULL UNIQUE,
      environment TEXT NOT NULL,
      rundown TEXT NOT NULL,
      revision INTEGER NOT NULL,
      position INTEGER NOT NULL,
      cue TEXT NOT NULL,
      planned_at TEXT,
      fired_at TEXT NOT NULL,
      ended_at TEXT,
      state TEXT NOT NULL,
      firing TEXT NOT NULL,
      made_by TEXT
    ) STRICT`,
    'CREATE INDEX rundown_fired_run ON rundown_fired (run, id)',
    'CREATE INDEX rundown_fired_at ON rundown_fired (environment, fired_at)',
  ],
}
