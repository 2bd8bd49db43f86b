import type { Connection } from './sqlite.ts'

/** Equal for equal schemas. */
export function schemaTextOf(connection: Connection): string {
  return JSON.stringify(
    connection
      .prepare(
        `SELECT o.type, o.name, c.name AS "column", c.type AS kind, c."notnull", c.pk
         FROM sqlite_schema AS o LEFT JOIN pragma_table_xinfo(o.name) AS c ON o.type = 'table'
         WHERE o.name NOT LIKE 'sqlite%' ORDER BY o.type, o.name, c.cid`,
      )
      .all(),
  )
}
