// The query of a request as rows that can be switched off; an empty row is not sent.
import type { Json, JsonSchema } from '#contract/json.ts'
import { exactNumber } from '#kit/components/text/json-number.ts'
import { valueSchema } from '#kit/base/schema-control.ts'
import type { RequestParts } from '../types.ts'
import type { QueryRow } from '#kit/stores/open-requests.ts'

export type QueryFault = 'noName' | 'twice' | 'number' | 'half'

export function readQuery(rows: readonly QueryRow[]): {
  query: NonNullable<RequestParts['query']>
  faults: Map<number, QueryFault>
} {
  const entries: Array<[string, string | number | boolean | null]> = []
  const faults = new Map<number, QueryFault>()
  const names = new Set<string>()
  for (const [at, row] of rows.entries()) {
    const name = row.name.trim()
    if (!row.on || (name === '' && row.value === '')) continue
    const value = valueOf(row)
    if (name === '') faults.set(at, 'noName')
    else if (names.has(name)) faults.set(at, 'twice')
    else if (value === undefined) faults.set(at, 'number')
    else if (!name.isWellFormed() || (typeof value === 'string' && !value.isWellFormed())) faults.set(at, 'half')
    else entries.push([name, value])
    names.add(name)
  }
  return { query: Object.fromEntries(entries), faults }
}

function valueOf({ type, value }: QueryRow): string | number | boolean | null | undefined {
  if (type === 'text') return value
  if (type === 'switch') return value === 'true'
  return type === 'null' ? null : exactNumber(value)
}

/** What is no scalar is written as text. */
export function rowsOf(query: Readonly<Record<string, Json>>): QueryRow[] {
  return Object.entries(query).map(([name, value]) => rowOf(name, value))
}

export const rowOf = (name: string, value: Json): QueryRow => ({ name, ...written(value), on: true })

function written(value: Json): Pick<QueryRow, 'value' | 'type'> {
  if (value === null) return { value: '', type: 'null' }
  if (typeof value === 'boolean') return { value: String(value), type: 'switch' }
  if (typeof value === 'number') return { value: String(value), type: 'number' }
  return { value: typeof value === 'string' ? value : JSON.stringify(value), type: 'text' }
}

export function typeOf(schema: JsonSchema | undefined): QueryRow['type'] {
  const types = schema === undefined ? [] : [valueSchema(schema).type ?? []].flat()
  if (types.includes('boolean')) return 'switch'
  return types.includes('integer') || types.includes('number') ? 'number' : 'text'
}

export const newRow = (name = '', schema?: JsonSchema): QueryRow => {
  const type = typeOf(schema)
  return { name, value: type === 'switch' ? 'false' : '', type, on: true }
}
