import type { Migration } from './types.ts'

/** What a kept answer had beside its content: headers, type, problems, the error in full. Null with answers that were kept before. */
export const answerHeads: Migration = {
  version: 6,
  name: 'answer heads',
  statements: ['ALTER TABLE reads ADD COLUMN head TEXT'],
}
