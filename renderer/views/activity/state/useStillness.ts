import { onBeforeUnmount } from 'vue'

const movedMs = 1_500
const aimedMs = 10_000
const toldMs = 5_000
const doublePressMs = 700
const sameSpotPx = 4

/** Whether a list must keep its rows in place, because a person points into it or reads what one of them just said. */
export function useStillness(onFree: () => void) {
  let pointed: { at: number; aimed: boolean } | undefined
  let toldAt = -Infinity
  let pressed: { x: number; y: number } | undefined
  let last: { id: string; x: number; y: number; at: number } | undefined
  const press = (event: PointerEvent): void => {
    pressed = { x: event.clientX, y: event.clientY }
  }
  const key = (): void => {
    pressed = undefined
  }
  window.addEventListener('pointerdown', press, true)
  window.addEventListener('keydown', key, true)
  onBeforeUnmount(() => {
    window.removeEventListener('pointerdown', press, true)
    window.removeEventListener('keydown', key, true)
  })

  return {
    still: (): boolean => {
      const now = performance.now()
      return now - toldAt < toldMs || (pointed !== undefined && now - pointed.at < (pointed.aimed ? aimedMs : movedMs))
    },
    /** A button under the pointer keeps the list still for longer. */
    point({ target }: PointerEvent): void {
      pointed = { at: performance.now(), aimed: target instanceof Element && target.closest('[data-tool]') !== null }
    },
    leave(): void {
      pointed = undefined
      onFree()
    },
    tell(): void {
      toldAt = performance.now()
    },
    /** A press moved a row away from under the pointer. */
    moved(id: string): void {
      last = pressed && { id, ...pressed, at: performance.now() }
    },
    /** Whether a press right after that was meant for the row that is gone from the same spot. */
    isStray({ clientX, clientY, detail }: MouseEvent, id: string | undefined): boolean {
      return (
        last !== undefined &&
        detail !== 0 &&
        id !== undefined &&
        id !== last.id &&
        performance.now() - last.at <= doublePressMs &&
        Math.hypot(clientX - last.x, clientY - last.y) < sameSpotPx
      )
    },
  }
}
