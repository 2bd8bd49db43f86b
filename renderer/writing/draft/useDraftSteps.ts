import { computed, shallowRef, type Ref } from 'vue'
import type { DraftRevision } from '#contract/draft.ts'
import { newestChange, undoTargets } from './draft-undo.ts'

/** Undo and redo over the revisions; `bringBack` answers whether the content changed. */
export function useDraftSteps(
  id: () => string | undefined,
  revisions: Readonly<Ref<DraftRevision[]>>,
  bringBack: (revision: number) => Promise<boolean>,
) {
  /** Where the revisions between two of the same content were thinned out, the older one is no step. */
  const noSteps = shallowRef<ReadonlySet<string>>(new Set())
  const keyOf = (revision: number): string => `${id() ?? ''}/${revision}`
  const taken = computed(() => revisions.value.filter(({ revision }) => !noSteps.value.has(keyOf(revision))))
  const targets = computed(() => undoTargets(taken.value))

  async function take(way: 'undo' | 'redo'): Promise<void> {
    for (
      let target = targets.value[way];
      target !== undefined && !(await bringBack(target));
      target = targets.value[way]
    )
      noSteps.value = new Set([...noSteps.value, keyOf(target)])
  }
  return { targets, newest: computed(() => newestChange(taken.value)), take }
}
