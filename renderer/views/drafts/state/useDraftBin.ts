import { shallowRef } from 'vue'
import type { ShallowRef } from 'vue'
import type { Draft } from '#contract/draft.ts'
import { useOperation } from '../../../composables/useOperation.ts'
import type { Operation } from '../../../composables/useOperation.ts'
import { useDrafts } from '../../../stores/drafts.ts'

export interface DraftBin {
  /** What was put into the bin last, until that was undone or passed over. */
  last: ShallowRef<{ id: string; title: string } | undefined>
  remove: Operation<[draft: { id: string; title: string }], true>
  restore: Operation<[id: string], Draft>
  /** For good. */
  destroy: Operation<[id: string], true>
}

/** Into the bin, out of it, and out of the world. */
export function useDraftBin(): DraftBin {
  const drafts = useDrafts()
  const last = shallowRef<{ id: string; title: string }>()
  return {
    last,
    remove: useOperation(async ({ id, title }: { id: string; title: string }) => {
      await drafts.remove(id)
      last.value = { id, title }
      return true as const
    }),
    restore: useOperation(async (id: string) => {
      const draft = await drafts.restore(id)
      if (last.value?.id === id) last.value = undefined
      return draft
    }),
    destroy: useOperation(async (id: string) => {
      await drafts.remove(id, true)
      if (last.value?.id === id) last.value = undefined
      return true as const
    }),
  }
}
