import { computed, ref, shallowRef, type ComputedRef, type Ref, type ShallowRef } from 'vue'
import { asDeskError, type DeskError } from '#contract/errors.ts'

export type PageState = 'idle' | 'loading' | 'done' | 'error'

export interface Paged<T> {
  items: ShallowRef<T[]>
  state: Ref<PageState>
  error: Ref<DeskError | undefined>
  hasMore: ComputedRef<boolean>
  /** An answer to an older question is thrown away. */
  restart: () => Promise<void>
  more: () => Promise<void>
}

/** A list that comes in pages: `fetchPage` gets the previous page's `next`. */
export function usePaged<T>(
  fetchPage: (before: string | undefined) => Promise<{ items: T[]; next?: string }>,
): Paged<T> {
  const items = shallowRef<T[]>([])
  const state = ref<PageState>('idle')
  const error = ref<DeskError>()
  const next = ref<string>()
  let sequence = 0

  async function load(before: string | undefined): Promise<void> {
    const mine = ++sequence
    state.value = 'loading'
    try {
      const page = await fetchPage(before)
      if (mine !== sequence) return
      items.value = before === undefined ? page.items : [...items.value, ...page.items]
      next.value = page.next
      error.value = undefined
      state.value = 'done'
    } catch (reason) {
      if (mine !== sequence) return
      error.value = asDeskError(reason)
      state.value = 'error'
    }
  }

  return {
    items,
    state,
    error,
    hasMore: computed(() => next.value !== undefined),
    restart: () => load(undefined),
    async more() {
      if (next.value !== undefined && state.value !== 'loading') await load(next.value)
    },
  }
}
