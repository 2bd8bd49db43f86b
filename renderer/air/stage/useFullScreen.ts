import { onBeforeUnmount, onMounted, ref } from 'vue'

/** In a browser the page fills the screen and leaves it again; in Electron the window does already, and can be closed. */
export function useFullScreen() {
  const inShell = window.showdesk !== undefined
  const full = ref(document.fullscreenElement !== null)
  const follow = (): void => {
    full.value = document.fullscreenElement !== null
  }
  onMounted(() => document.addEventListener('fullscreenchange', follow))
  onBeforeUnmount(() => document.removeEventListener('fullscreenchange', follow))

  return {
    inShell,
    full,
    /** A browser that does not allow it changes nothing. */
    toggle: (): void => {
      const done = full.value ? document.exitFullscreen() : document.documentElement.requestFullscreen()
      void done.catch(() => undefined)
    },
    close: (): void => window.close(),
  }
}
