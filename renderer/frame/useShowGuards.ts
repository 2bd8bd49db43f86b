import { onBeforeUnmount, readonly, ref, watch } from 'vue'
import { usePrivacy } from '#kit/composables/usePrivacy.ts'
import { useShow } from '#kit/stores/show.ts'

/** Masks private values and holds back reloads while a show is on; `reloadDesk` asks again each second. */
export function useShowGuards() {
  const show = useShow()
  const { masked } = usePrivacy()
  const reloadWaits = ref(false)
  let allowed = false

  watch(
    () => show.on,
    (on) => (masked.value = on),
    { immediate: true },
  )
  function hold(event: Event): void {
    if (!show.on || allowed) return
    event.preventDefault()
    reloadWaits.value = true
  }
  window.addEventListener('desk:before-reload', hold)
  onBeforeUnmount(() => window.removeEventListener('desk:before-reload', hold))
  return { reloadWaits: readonly(reloadWaits), reloadNow: (): void => void (allowed = true) }
}
