import { findPlaceholders, isName } from '../model/placeholders.ts'
import { placeholderFields } from '../model/types.ts'
import type { Template, Variable } from '../model/types.ts'

/** Types that are offered; the specification names none, so any other word may stand there. */
export const suggestedTypes = ['text', 'number', 'date', 'url', 'boolean'] as const

/** A variable for a placeholder that has none. */
export const newVariable = (name: string): Variable => ({ name, type: 'text', defaultValue: '' })

/** How often each name stands as a placeholder, the sender's fields included. Reads all texts: not for every key. */
export function countUses(template: Readonly<Template>): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const field of [...placeholderFields, 'fromName', 'fromEmail', 'replyTo'] as const)
    for (const { name } of findPlaceholders(template[field]).placeholders) counts.set(name, (counts.get(name) ?? 0) + 1)
  return counts
}

/** Moves one row by so many places; the same list where there is no room. */
export function moved<Row>(rows: readonly Row[], at: number, by: number): Row[] {
  const next = [...rows]
  if (at + by < 0 || at + by >= rows.length) return next
  next.splice(at + by, 0, ...next.splice(at, 1))
  return next
}

export type VariableMark = 'unnamed' | 'duplicate' | 'name'

/** What is wrong with each row's name; undefined where nothing is. */
export function marksOf(rows: readonly Variable[]): Array<VariableMark | undefined> {
  const names = rows.map(({ name }) => name.trim())
  return names.map((name, at) =>
    name === '' ? 'unnamed' : !isName(name) ? 'name' : names.indexOf(name) < at ? 'duplicate' : undefined,
  )
}
