import { findPlaceholders, isName } from './placeholders.ts'
import { placeholderFields, type Template, type Variable } from './types.ts'

/** The specification names no types, so others are allowed. */
export const suggestedTypes = ['text', 'number', 'date', 'url', 'boolean'] as const

export const newVariable = (name: string): Variable => ({ name, type: 'text', defaultValue: '' })

/** How often each name is used as a placeholder, also in constructs of other template languages. Reads all texts: too slow for every key. */
export function countUses(template: Readonly<Template>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  const count = (name: string) => counts.set(name, (counts.get(name) ?? 0) + 1)
  for (const field of placeholderFields) {
    const { placeholders, foreign } = findPlaceholders(template[field])
    for (const { name } of placeholders) count(name)
    for (const { names } of foreign) for (const name of names) count(name)
  }
  return counts
}

export function moved<Row>(rows: readonly Row[], at: number, by: number): Row[] {
  const next = [...rows]
  if (at + by < 0 || at + by >= rows.length) return next
  next.splice(at + by, 0, ...next.splice(at, 1))
  return next
}

export type VariableMark = 'unnamed' | 'duplicate' | 'name'

export function marksOf(rows: readonly Variable[]): Array<VariableMark | undefined> {
  const names = rows.map(({ name }) => name.trim())
  return names.map((name, at) =>
    name === '' ? 'unnamed' : !isName(name) ? 'name' : names.indexOf(name) < at ? 'duplicate' : undefined,
  )
}
