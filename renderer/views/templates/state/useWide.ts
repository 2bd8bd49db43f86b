import { onBeforeUnmount, ref } from 'vue'
import type { Ref } from 'vue'

/** Whether the window has room for editor and preview side by side: 1200 px, as in look.md. */
export function useWide(): Readonly<Ref<boolean>> {
  const query = window.matchMedia('(min-width: 1200px)')
  const wide = ref(query.matches)
  const follow = (event: MediaQueryListEvent): void => {
    wide.value = event.matches
  }
  query.addEventListener('change', follow)
  onBeforeUnmount(() => query.removeEventListener('change', follow))
  return wide
}
