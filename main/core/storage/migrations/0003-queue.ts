import type { Migration } from './types.ts'

/** What a draft's sending remembers, and what a person does to the queue. The columns of a draft are written once, so no later commit touches their index. */
export const queue: Migration = {
  version: 3,
  name: 'queue',
  statements: [
    'ALTER TABLE intents ADD COLUMN draft_id TEXT',
    'ALTER TABLE intents ADD COLUMN draft_revision INTEGER',
    'ALTER TABLE intents ADD COLUMN held INTEGER NOT NULL DEFAULT 0',
    'ALTER TABLE intents ADD COLUMN expects TEXT',
    'CREATE INDEX intents_by_draft ON intents (draft_id, id) WHERE draft_id IS NOT NULL',
  ],
}
