import type { EnvironmentId } from '#contract/models.ts'
import type { UsedOperation } from '#contract/requests.ts'
import type { ProfileDatabase } from '../../core/storage/types.ts'

interface Use {
  operation: string
  environment: EnvironmentId
  id: string
  at: string
}

/** The last use of each operation, read from both tables once and kept up to date. */
export function createRecent(database: Pick<ProfileDatabase, 'statement'>) {
  // With one max() in a group, SQLite takes the other columns from that very row.
  const last = (table: 'reads' | 'intents', at: string) =>
    `SELECT operation, max(id) AS id, ${at} AS at FROM ${table} WHERE environment = ? GROUP BY operation`
  const tables = [last('reads', 'at'), last('intents', 'created_at')]
  const known = new Map<EnvironmentId, Map<string, Use>>()

  function take(uses: Map<string, Use>, use: Use): void {
    if (use.id > (uses.get(use.operation)?.id ?? '')) uses.set(use.operation, use)
  }

  function usesIn(environment: EnvironmentId): Map<string, Use> {
    const there = known.get(environment)
    if (there !== undefined) return there
    const uses = new Map<string, Use>()
    for (const { operation, id, at } of tables.flatMap((sql) => database.statement(sql).all(environment))) {
      take(uses, { operation: String(operation), environment, id: String(id), at: String(at) })
    }
    known.set(environment, uses)
    return uses
  }

  return {
    list: (environment: EnvironmentId, limit: number): UsedOperation[] =>
      [...usesIn(environment).values()]
        .sort((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, limit)
        .map(({ operation, at }) => ({ operation, at })),
    used(use: Use): void {
      const uses = known.get(use.environment)
      if (uses !== undefined) take(uses, use)
    },
    changed: (): void => known.clear(),
  }
}
