import type { Migration } from './types.ts'

/** Revisions that a draft can have. */
export const revisionSpan = 2 ** 20

/** Ids of version 1 could hold any character; such a record gets a new one. */
const id = `CASE WHEN id GLOB '*[^A-Za-z0-9_-]*' THEN 'event-' || rowid ELSE id END`

/**
 * `drafts` holds the newest state, `draft_saves` every save, whole or as what one text of it differs from in an earlier one that is whole:
 * typing a letter into a long text must not write all of it. `draft_revisions` shows every save whole. A save's key is its draft's place and its number
 * in one integer, so that no second index is written with each: place * 2^20 + revision.
 */
export const drafts: Migration = {
  version: 2,
  name: 'drafts',
  statements: [
    `CREATE TABLE drafts (
      place INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      operation TEXT NOT NULL,
      environment TEXT,
      revision INTEGER NOT NULL,
      indexed INTEGER NOT NULL,
      bytes INTEGER NOT NULL,
      created_at TEXT NOT NULL,
      updated_at TEXT NOT NULL,
      removed_at TEXT,
      title TEXT NOT NULL,
      tags TEXT NOT NULL,
      links TEXT NOT NULL
    ) STRICT`,
    // With a base, the text at `path` is the first `head` bytes of the base's, then `content`, then the base's from byte `rest` on.
    `CREATE TABLE draft_saves (
      key INTEGER PRIMARY KEY,
      base INTEGER,
      path TEXT,
      head INTEGER,
      rest INTEGER,
      at TEXT NOT NULL,
      source INTEGER,
      bytes INTEGER NOT NULL,
      title TEXT NOT NULL,
      content TEXT NOT NULL
    ) STRICT`,
    `CREATE VIEW draft_revisions AS
      SELECT s.key, s.at, s.source, s.bytes, s.title, CASE WHEN s.base IS NULL THEN s.content ELSE json_set(w.content, s.path, CAST(
        substr(CAST(json_extract(w.content, s.path) AS BLOB), 1, s.head) || CAST(s.content AS BLOB) ||
        substr(CAST(json_extract(w.content, s.path) AS BLOB), s.rest) AS TEXT)) END AS content
      FROM draft_saves AS s LEFT JOIN draft_saves AS w ON w.key = s.base`,
    `CREATE TRIGGER draft_revisions_insert INSTEAD OF INSERT ON draft_revisions BEGIN
      INSERT INTO draft_saves (key, at, source, bytes, title, content) VALUES (NEW.key, NEW.at, NEW.source, NEW.bytes, NEW.title, NEW.content);
    END`,
    // A difference is always in one long text, which no head shows: so the save is one statement, its own transaction.
    `CREATE TRIGGER draft_saves_insert AFTER INSERT ON draft_saves WHEN NEW.base IS NOT NULL BEGIN
      UPDATE drafts SET revision = NEW.key % 1048576, bytes = NEW.bytes, updated_at = NEW.at WHERE place = NEW.key / 1048576;
    END`,
    'CREATE INDEX drafts_live ON drafts (updated_at, place) WHERE removed_at IS NULL',
    'CREATE INDEX drafts_in_bin ON drafts (updated_at, place) WHERE removed_at IS NOT NULL',
    `CREATE VIRTUAL TABLE draft_search USING fts5 (
      title, tags, notes, body, content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2', prefix = '2 3'
    )`,
    `INSERT INTO drafts (place, id, operation, environment, revision, indexed, bytes, created_at, updated_at, removed_at, title, tags, links)
     SELECT rowid, ${id}, 'PUT /api/video/event/update', environment, 1, 0, 0, updated_at, updated_at, NULL, title, '[]', last_intents FROM events`,
    `INSERT INTO draft_saves (key, at, source, bytes, title, content)
     SELECT rowid * 1048576 + 1, updated_at, NULL, 0, title, json_object(
       'operation', 'PUT /api/video/event/update', 'title', title, 'path', json('{}'), 'query', json('{}'), 'body', json(body), 'notes', '',
       'tags', json('[]'), 'environment', environment, 'extra', json_object('profileIds', json(profile_ids)), 'base', json('null')) FROM events`,
    'UPDATE draft_saves SET bytes = length(CAST(content AS BLOB))',
    'UPDATE drafts SET bytes = (SELECT s.bytes FROM draft_saves AS s WHERE s.key = drafts.place * 1048576 + 1)',
    "UPDATE vault_refs SET owner = 'draft/' || substr(owner, 7) WHERE owner >= 'event/' AND owner < 'event0'",
    'DROP TABLE events',
  ],
}
