import type { Migration } from './types.ts'

/** Drafts are indexed again: letters of scripts without spaces between words are words of their own by now. */
export const searchDense: Migration = {
  version: 12,
  name: 'search_dense',
  statements: ['UPDATE drafts SET indexed = 0'],
}
