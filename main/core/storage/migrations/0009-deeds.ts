import type { Migration } from './types.ts'

/** What an intent did, as a code with facts; null in rows that are older. */
export const deeds: Migration = {
  version: 9,
  name: 'deeds',
  statements: ['ALTER TABLE intents ADD COLUMN deed TEXT'],
}
