import { shallowRef } from 'vue'
import { useOperation } from '#kit/composables/useOperation.ts'
import { useDrafts } from '#writing/stores/drafts.ts'

export function useDraftBin() {
  const drafts = useDrafts()
  const last = shallowRef<{ id: string; title: string }>()
  return {
    /** What was put into the bin last, until that was undone or dismissed. */
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
