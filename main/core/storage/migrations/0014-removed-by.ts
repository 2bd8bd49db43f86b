import type { Migration } from './types.ts'

/** The name of the grant that put a draft into the bin; null where the desk itself did. */
export const removedBy: Migration = {
  version: 14,
  name: 'removed_by',
  statements: ['ALTER TABLE drafts ADD COLUMN removed_by TEXT'],
}
