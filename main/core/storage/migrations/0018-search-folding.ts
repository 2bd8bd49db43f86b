import type { Migration } from './types.ts'

/** Drafts are indexed again: ligatures and crossed letters as people type them, and words of Thai, Lao, Khmer and Burmese. */
export const searchFolding: Migration = {
  version: 18,
  name: 'search_folding',
  statements: ['UPDATE drafts SET indexed = 0'],
}
