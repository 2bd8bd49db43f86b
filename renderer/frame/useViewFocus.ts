import { onBeforeUnmount, onMounted, watch } from 'vue'
import type { Ref } from 'vue'
import { useRoute } from 'vue-router'
import { layerOpen } from '../composables/useHotkeys.ts'

/** How long a closing layer is waited for, in frames. */
const patience = 60

/** Keys go on in the place that they led to: what had the focus went with the place before, and Tab would begin again at the top of the desk. */
export function useViewFocus(view: Readonly<Ref<HTMLElement | null>>): void {
  const route = useRoute()
  let byKey = false
  let frame = 0
  const listen = (event: Event): void => void (byKey = event.type === 'keydown')

  function take(left: number): void {
    const { activeElement } = document
    if (layerOpen() && left > 0) frame = requestAnimationFrame(() => take(left - 1))
    else if (activeElement === null || activeElement === document.body) view.value?.focus({ preventScroll: true })
  }
  watch(
    () => route.fullPath,
    () => {
      cancelAnimationFrame(frame)
      if (byKey) frame = requestAnimationFrame(() => take(patience))
    },
    { flush: 'post' },
  )

  const kinds = ['keydown', 'pointerdown'] as const
  onMounted(() => kinds.forEach((kind) => window.addEventListener(kind, listen, true)))
  onBeforeUnmount(() => {
    cancelAnimationFrame(frame)
    kinds.forEach((kind) => window.removeEventListener(kind, listen, true))
  })
}
