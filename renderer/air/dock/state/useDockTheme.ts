import { onBeforeUnmount, ref, watchEffect } from 'vue'

/** Dark or light as the address says, otherwise as the system prefers; rows as high as for a finger. */
export function useDockTheme(theme: 'dark' | 'light' | undefined): void {
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  const systemDark = ref(system.matches)
  const follow = (event: MediaQueryListEvent): void => {
    systemDark.value = event.matches
  }
  system.addEventListener('change', follow)
  onBeforeUnmount(() => system.removeEventListener('change', follow))
  watchEffect(() => {
    const dark = theme === undefined ? systemDark.value : theme === 'dark'
    const root = document.documentElement
    root.classList.toggle('dark', dark)
    root.classList.toggle('light', !dark)
    root.dataset['density'] = 'comfortable'
  })
}
