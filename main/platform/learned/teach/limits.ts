import { mostTeachBytes } from '#contract/learned.ts'

/** Bounds of a file that is taught from: bytes and counts. */
export const teachLimits = {
  jsonBytes: mostTeachBytes.json,
  yamlBytes: mostTeachBytes.yaml,
  /** Operations of an OpenAPI file or entries of a HAR file. */
  entries: 20_000,
  entriesOfOne: 100,
  /** Schemas in one body, query or answer; of any further only the type is kept. */
  schemas: 4_000,
  /** In the whole file; a file with more is refused. */
  allSchemas: 500_000,
  references: 32,
  places: 20,
} as const
