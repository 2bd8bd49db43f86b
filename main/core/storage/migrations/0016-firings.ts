import type { Migration } from './types.ts'

/** Several commands fired as one, with their steps as JSON; one of them goes on at most. `put_away`: a person has seen that it was stopped. */
export const firings: Migration = {
  version: 16,
  name: 'firings',
  statements: [
    `CREATE TABLE firings (
      id TEXT PRIMARY KEY,
      press TEXT NOT NULL,
      state TEXT NOT NULL,
      put_away INTEGER NOT NULL DEFAULT 0,
      firing TEXT NOT NULL
    ) STRICT`,
    'CREATE UNIQUE INDEX firings_by_press ON firings (press)',
    "CREATE UNIQUE INDEX firings_on ON firings ((state IN ('running', 'waiting'))) WHERE state IN ('running', 'waiting')",
  ],
}
