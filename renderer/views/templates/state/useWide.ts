import { onBeforeUnmount, ref } from 'vue'

export function useWide() {
  const query = window.matchMedia('(min-width: 1200px)')
  const wide = ref(query.matches)
  const follow = (event: MediaQueryListEvent): void => {
    wide.value = event.matches
  }
  query.addEventListener('change', follow)
  onBeforeUnmount(() => query.removeEventListener('change', follow))
  return wide
}
