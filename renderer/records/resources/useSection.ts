import { computed, type WritableComputedRef } from 'vue'
import { useRoute, useRouter } from 'vue-router'

/** The open section of a view, kept in the address (`?section=`); the first one is the default. */
export function useSection<T extends string>(ids: readonly [T, ...T[]]): WritableComputedRef<T> {
  const route = useRoute()
  const router = useRouter()
  return computed({
    get: () => ids.find((id) => id === route.query['section']) ?? ids[0],
    set(id) {
      const query = { ...route.query, section: id as string }
      if (id === ids[0]) delete (query as Partial<typeof query>).section
      void router.replace({ query })
    },
  })
}
