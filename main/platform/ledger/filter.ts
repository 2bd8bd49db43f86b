import type { BridgeParams } from '#contract/bridge.ts'
import type { IntentState } from '#contract/models.ts'
import type { SqlValue } from '../../core/storage/types.ts'

const mostWords = 8

/** What of a row may be long. */
const long = ['request', 'answer', 'error', 'evidence', 'expects', 'deed']
const bytes = long.map((column) => `coalesce(octet_length(${column}), 0)`).join(' + ')

/** The query of a list, newest first, for ids and sizes of one row more than its limit. Each word must be in operation, name, deed, answer, error, requestId, reference or the name of its grant. */
export function filterSql(
  filter: BridgeParams<'ledger.list'>,
  state: IntentState | undefined,
  operationsNamed: (word: string) => string[],
): { sql: string; values: SqlValue[] } {
  const conditions: string[] = []
  const values: SqlValue[] = []
  const where = (condition: string, ...more: SqlValue[]) => {
    conditions.push(condition)
    values.push(...more)
  }
  if (state !== undefined) where('state = ?', state)
  // The partial index needs this condition, though it follows from the one above.
  if (state !== undefined && state !== 'confirmed') where("state <> 'confirmed'")
  if (filter.before !== undefined) where('id < ?', filter.before)
  if (filter.environment !== undefined) where('environment = ?', filter.environment)
  if (filter.product !== undefined) where('product = ?', filter.product)
  if (filter.draft !== undefined) where('draft_id = ?', filter.draft)
  for (const word of words(filter.query)) {
    const like = `%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
    const escape = String.raw`LIKE ? ESCAPE '\'`
    where(
      `(operation ${escape} OR request_id ${escape} OR reference ${escape} OR answer ${escape}
        OR error ->> '$.message' ${escape} OR error ->> '$.facts.said' ${escape} OR error ->> '$.code' ${escape}
        OR made_by ${escape} OR deed ->> '$.code' ${escape} OR deed ->> '$.facts.name' ${escape} OR deed ->> '$.facts.detail' ${escape}
        OR operation IN (SELECT value FROM json_each(?)))`,
      ...Array.from({ length: 11 }, () => like),
      JSON.stringify(operationsNamed(word)),
    )
  }
  const condition = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
  return {
    sql: `SELECT id, ${bytes} AS bytes FROM intents${condition} ORDER BY id DESC LIMIT ?`,
    values: [...values, filter.limit + 1],
  }
}

function words(query: string | undefined): string[] {
  return (query ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .slice(0, mostWords)
}
