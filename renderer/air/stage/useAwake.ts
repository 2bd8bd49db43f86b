import { onBeforeUnmount, onMounted } from 'vue'

/** Keeps the screen from going dark while the page is mounted and visible, where the browser allows that. */
export function useAwake(): void {
  let lock: WakeLockSentinel | undefined
  let mounted = true
  async function hold(): Promise<void> {
    // A browser gives the lock back whenever the page is hidden.
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
    const held = await navigator.wakeLock.request('screen').catch(() => undefined)
    if (mounted) lock = held
    else await held?.release()
  }
  const follow = (): void => void hold()
  onMounted(() => {
    document.addEventListener('visibilitychange', follow)
    follow()
  })
  onBeforeUnmount(() => {
    mounted = false
    document.removeEventListener('visibilitychange', follow)
    void lock?.release()
  })
}
