import type { Migration } from './types.ts'

/** What was read during a show, for its report; null in rows that are older. */
export const followed: Migration = {
  version: 10,
  name: 'followed',
  statements: ['ALTER TABLE shows ADD COLUMN followed TEXT'],
}
