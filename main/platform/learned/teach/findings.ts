import type { SkipReason, Skipped } from '#contract/learned.ts'
import type { Operation } from '../../catalog/entry.ts'
import { join, emptyForm, type Form } from '../form.ts'
import { teachLimits } from './limits.ts'
import type { Match } from './match.ts'

export type Findings = ReturnType<typeof createFindings>

export interface TeachContext {
  match: Match
  holdsInName: (name: string) => boolean
  findings: Findings
}

export function createFindings() {
  const forms = new Map<string, Form>()
  const reasons = new Map<SkipReason, Skipped>()
  return {
    add(operation: Operation, form: Form): void {
      const before = forms.get(operation.key) ?? emptyForm
      forms.set(operation.key, { ...join(before, form), files: 1 })
    },
    skip(reason: SkipReason, place: string): void {
      const known = reasons.get(reason) ?? { reason, count: 0, places: [] }
      known.count += 1
      if (known.places.length < teachLimits.places && !known.places.includes(place)) known.places.push(place)
      reasons.set(reason, known)
    },
    forms: (): ReadonlyMap<string, Form> => forms,
    skipped: (): Skipped[] => [...reasons.values()],
  }
}
