import { computed, ref, watch } from 'vue'
import type { Analysis, Fix, Problem, Template } from '../model/types.ts'

interface Sources {
  template: () => Template
  analysis: () => Analysis | undefined
  /** The generation that was requested last; undefined where it is not known. */
  generation: () => number | undefined
}

const kindOf = (problem: Problem, fix: Fix): string =>
  JSON.stringify([problem.code, problem.field, problem.values, fix.id, fix.values])

/** Ensures that a fix is only applied to the text that its offsets were counted in. */
export function useFreshness({ template, analysis, generation }: Sources, apply: (fix: Fix) => void) {
  const changed = ref(false)
  let waiting: { kind: string; from: number } | undefined

  watch(
    () => Object.values(template()) as unknown[],
    (now, before) => {
      if (now.some((value, at) => value !== before[at])) changed.value = true
    },
    { flush: 'sync' },
  )
  watch(analysis, () => (changed.value = false), { flush: 'sync' })
  const current = computed(() => {
    const found = analysis()
    const wanted = generation()
    return found !== undefined && !changed.value && (wanted === undefined || wanted === found.generation)
  })
  watch([current, analysis], () => {
    if (!current.value || waiting === undefined) return
    const { kind, from } = waiting
    waiting = undefined
    const found = (analysis()?.problems ?? []).flatMap((problem) =>
      problem.fixes
        .filter((fix) => kindOf(problem, fix) === kind)
        .map((fix) => ({ fix, distance: Math.abs((problem.from ?? 0) - from) })),
    )
    const nearest = found.toSorted((a, b) => a.distance - b.distance)[0]
    if (nearest) apply(nearest.fix)
  })

  return {
    current,
    /** Applies a fix now, or that of the same problem in the next analysis. */
    request: (problem: Problem, fix: Fix): void => {
      if (current.value) apply(fix)
      else waiting = { kind: kindOf(problem, fix), from: problem.from ?? 0 }
    },
  }
}
