/** One step of the schema. Steps are never edited once released; a change is a new step. */
export interface Migration {
  /** Counts up from 1 without gaps; becomes the database's `user_version`. */
  version: number
  name: string
  statements: readonly string[]
}
