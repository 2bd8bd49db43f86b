import type { Migration } from './types.ts'

/** What a notice says, as a code with facts; null in rows that are older, whose `message` is their text. */
export const noticeCodes: Migration = {
  version: 8,
  name: 'notice-codes',
  statements: ['ALTER TABLE notices ADD COLUMN code TEXT', 'ALTER TABLE notices ADD COLUMN facts TEXT'],
}
