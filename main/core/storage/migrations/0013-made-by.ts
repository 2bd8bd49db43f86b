import type { Migration } from './types.ts'

/** The name of the grant that made a revision of a draft or asked for a write; null where the desk itself did. */
export const madeBy: Migration = {
  version: 13,
  name: 'made_by',
  statements: ['ALTER TABLE draft_saves ADD COLUMN made_by TEXT', 'ALTER TABLE intents ADD COLUMN made_by TEXT'],
}
