import { onBeforeUnmount, readonly, ref, watch } from 'vue'
import type { Ref } from 'vue'
import { usePrivacy } from '../composables/usePrivacy.ts'
import { useShow } from '../stores/show.ts'

/** What a show freezes: private values are masked, and the page does not reload by itself. It is asked again every second (`reloadDesk`). */
export function useFrozen(): { reloadWaits: Readonly<Ref<boolean>>; reloadNow: () => void } {
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
  return { reloadWaits: readonly(reloadWaits), reloadNow: () => (allowed = true) }
}
