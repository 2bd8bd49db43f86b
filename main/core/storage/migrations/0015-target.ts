import type { Migration } from './types.ts'

/** Where a write goes: the platform, or the streaming software. */
export const target: Migration = {
  version: 15,
  name: 'target',
  statements: ["ALTER TABLE intents ADD COLUMN target TEXT NOT NULL DEFAULT 'platform'"],
}
