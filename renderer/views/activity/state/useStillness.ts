import { onBeforeUnmount } from 'vue'

const movedMs = 1_500
const aimedMs = 10_000
const toldMs = 5_000
const doublePressMs = 700
const sameSpotPx = 4

/** Whether a list must keep its rows where they are, because a person points into it or reads what one of them just said. */
export interface Stillness {
  still: () => boolean
  /** The pointer moved over the list; a button under it keeps the list still for longer. */
  point: (event: PointerEvent) => void
  leave: () => void
  /** A row says something that must not vanish before it is read. */
  tell: () => void
  /** A press moved a row away from under the pointer. */
  moved: (id: string) => void
  /** Whether a press at the same spot right after that was meant for the row that is gone from there. */
  isStray: (event: MouseEvent, id: string | undefined) => boolean
}

/** `onFree` is called when the pointer leaves. */
export function useStillness(onFree: () => void): Stillness {
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
    still() {
      const now = performance.now()
      return now - toldAt < toldMs || (pointed !== undefined && now - pointed.at < (pointed.aimed ? aimedMs : movedMs))
    },
    point({ target }) {
      pointed = { at: performance.now(), aimed: target instanceof Element && target.closest('[data-tool]') !== null }
    },
    leave() {
      pointed = undefined
      onFree()
    },
    tell: () => (toldAt = performance.now()),
    moved(id) {
      last = pressed && { id, ...pressed, at: performance.now() }
    },
    isStray({ clientX, clientY, detail }, id) {
      if (
        last === undefined ||
        detail === 0 ||
        id === undefined ||
        id === last.id ||
        performance.now() - last.at > doublePressMs
      )
        return false
      return Math.hypot(clientX - last.x, clientY - last.y) < sameSpotPx
    },
  }
}
