// How deep a value is nested, found without recursion: whatever a script or a file sends is asked this before anything walks it.
import { DeskError } from '#contract/errors.ts'

/** Nothing that a person or the platform writes nests this deep; SQLite reads JSON up to here. */
export const mostLevels = 1_000

/** Throws DeskError `invalid_input` (facts `too_deep`) where a value is nested deeper than `levels`; `path` names it. */
export function refuseTooDeep(value: unknown, path: string, levels = mostLevels): void {
  if (isDeeper(value, levels)) throw tooDeep(path, levels)
}

export function tooDeep(path: string, levels = mostLevels): DeskError {
  return new DeskError('invalid_input', `What was sent is nested more than ${levels} levels deep.`, {
    facts: { reason: 'too_deep', field: path, levels },
    fields: [{ path, message: 'Nested too deeply', reason: 'too_deep' }],
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
