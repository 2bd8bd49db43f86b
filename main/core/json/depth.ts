// Nesting is measured without recursion before anything walks a value.
import { DeskError } from '#contract/errors.ts'

/** SQLite reads JSON up to here. */
export const mostLevels = 1_000

/** Throws DeskError `invalid_input`; `path` names the value. */
export function refuseTooDeep(value: unknown, path: string, levels = mostLevels): void {
  if (isDeeper(value, levels)) throw tooDeep(path, levels)
}

export function tooDeep(path: string, levels = mostLevels): DeskError {
  return new DeskError('invalid_input', `This is nested more than ${levels} levels deep.`, {
    facts: { reason: 'too_deep', field: path, levels },
    fields: [{ path, message: 'Nested too deeply', reason: 'too_deep', facts: { levels } }],
  })
}

export function isDeeper(value: unknown, levels: number): boolean {
  let level: object[] = isContainer(value) ? [value] : []
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > levels) return true
    const next: object[] = []
    for (const one of level)
      for (const item of Array.isArray(one) ? (one as unknown[]) : Object.values(one))
        if (isContainer(item)) next.push(item)
    level = next
  }
  return false
}

const isContainer = (value: unknown): value is object => typeof value === 'object' && value !== null
