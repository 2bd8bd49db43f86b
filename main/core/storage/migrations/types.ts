/** A released migration is never edited. */
export interface Migration {
  /** Counts up from 1 without gaps; becomes the database's `user_version`. */
  version: number
  name: string
  statements: readonly string[]
}
