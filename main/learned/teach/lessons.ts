// What a file taught so far: a form for each operation that matched, and what was skipped, counted by its reason.
import type { SkipReason, Skipped } from '#contract/learned.ts'
import type { Operation } from '../../platform/catalog/entry.ts'
import { join, noForm } from '../form.ts'
import type { Form } from '../form.ts'
import { teachLimits } from './limits.ts'

export interface Lessons {
  take(operation: Operation, form: Form): void
  skip(reason: SkipReason, place: string): void
  forms(): ReadonlyMap<string, Form>
  skipped(): Skipped[]
}

export function createLessons(): Lessons {
  const forms = new Map<string, Form>()
  const reasons = new Map<SkipReason, Skipped>()
  return {
    take(operation, form) {
      const before = forms.get(operation.key) ?? noForm
      forms.set(operation.key, { ...join(before, form), files: 1 })
    },
    skip(reason, place) {
      const known = reasons.get(reason) ?? { reason, count: 0, places: [] }
      known.count += 1
      if (known.places.length < teachLimits.places && !known.places.includes(place)) known.places.push(place)
      reasons.set(reason, known)
    },
    forms: () => forms,
    skipped: () => [...reasons.values()],
  }
}
