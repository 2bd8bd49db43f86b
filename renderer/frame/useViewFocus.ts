import { onBeforeUnmount, onMounted, watch, type Ref } from 'vue'
import { useRoute } from 'vue-router'
import { layerOpen } from '#kit/composables/useHotkeys.ts'

/** Frames to wait for a closing layer. */
const patience = 60

/**
 * For people who work by keyboard: when the focused element disappears, the view takes the focus. Otherwise Tab would
 * begin again at the top of the desk.
 */
export function useViewFocus(view: Readonly<Ref<HTMLElement | null>>): void {
  const route = useRoute()
  let byKey = false
  let frame = 0

  function take(left: number): void {
    const { activeElement } = document
    if (layerOpen() && left > 0) frame = requestAnimationFrame(() => take(left - 1))
    else if (activeElement === null || activeElement === document.body) view.value?.focus({ preventScroll: true })
  }
  function soon(wanted = (): boolean => true): void {
    cancelAnimationFrame(frame)
    if (byKey) frame = requestAnimationFrame(() => wanted() && take(patience))
  }
  watch(
    () => route.fullPath,
    () => soon(),
    { flush: 'post' },
  )

  /** Focus that moves to the browser's own controls leaves its element in the page. */
  function lost({ target, relatedTarget }: FocusEvent): void {
    if (relatedTarget === null && target instanceof HTMLElement) soon(() => target.getClientRects().length === 0)
  }
  const keyed = (): void => void (byKey = true)
  const pointed = (): void => void (byKey = false)
  onMounted(() => {
    window.addEventListener('keydown', keyed, true)
    window.addEventListener('pointerdown', pointed, true)
    window.addEventListener('focusout', lost)
  })
  onBeforeUnmount(() => {
    cancelAnimationFrame(frame)
    window.removeEventListener('keydown', keyed, true)
    window.removeEventListener('pointerdown', pointed, true)
    window.removeEventListener('focusout', lost)
  })
}
