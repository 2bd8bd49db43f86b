/** Bounds of a file that forms are taught from: bytes, counts. */
export const teachLimits = {
  jsonBytes: 32 * 1024 * 1024,
  /** YAML takes ten times as long to read. */
  yamlBytes: 4 * 1024 * 1024,
  /** Operations of an OpenAPI file, entries of a HAR file. */
  entries: 20_000,
  /** Requests of a HAR file that are learned from, of one operation. */
  entriesOfOne: 100,
  /** Schemas that are looked at in one body, query or answer; what comes after is known by its type alone. */
  schemas: 4_000,
  /** The same over the whole file: beyond it the file is refused. */
  allSchemas: 500_000,
  /** References that lead to one another before one that says something. */
  references: 32,
  /** Places that are shown of what was skipped for one reason. */
  places: 20,
} as const
