import type { Migration } from './types.ts'

/** The producer's last message to the stage, as text and time; null where there is none. */
export const said: Migration = {
  version: 11,
  name: 'said',
  statements: ['ALTER TABLE shows ADD COLUMN said TEXT'],
}
