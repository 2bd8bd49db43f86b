import { onBeforeUnmount, ref, watchEffect } from 'vue'
import { useSettings } from '../stores/settings.ts'

export function useTheme(): void {
  const settings = useSettings()
  const system = window.matchMedia('(prefers-color-scheme: dark)')
  const systemDark = ref(system.matches)
  const follow = (event: MediaQueryListEvent): void => {
    systemDark.value = event.matches
  }
  system.addEventListener('change', follow)
  onBeforeUnmount(() => system.removeEventListener('change', follow))

  watchEffect(() => {
    const { theme, density } = settings.values
    const dark = theme === 'dark' || (theme === 'system' && systemDark.value)
    const root = document.documentElement
    root.classList.toggle('dark', dark)
    root.classList.toggle('light', !dark)
    root.dataset['density'] = density
  })
}
