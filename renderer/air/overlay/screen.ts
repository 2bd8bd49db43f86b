// Shows the newest frame as long as it may be shown, and then nothing.
import type { OverlayFrame } from '#contract/overlay.ts'
import { createDrawing } from './draw.ts'
import { shownUntil, type Received } from './freshness.ts'

export type Screen = ReturnType<typeof createScreen>

/** `tag` is the language of its words and numbers. */
export function createScreen(root: Element | ShadowRoot, tag: string) {
  const drawing = createDrawing(root, tag)
  let received: Received | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function draw(): void {
    clearTimeout(timer)
    const left = received === undefined ? 0 : shownUntil(received) - performance.now()
    if (received === undefined || left <= 0) {
      received = undefined
      drawing.draw(undefined, 0)
      return
    }
    const nextMs = drawing.draw(received.frame.value ?? undefined, Date.now())
    timer = setTimeout(draw, Math.min(left, nextMs ?? Infinity))
  }

  // A hidden page's timers are late.
  document.addEventListener('visibilitychange', draw)

  return {
    take(frame: OverlayFrame): void {
      received = { frame, at: performance.now() }
      draw()
    },
    clear(): void {
      received = undefined
      draw()
    },
    stop(): void {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', draw)
    },
  }
}
