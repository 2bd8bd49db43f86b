import { defineStore } from 'pinia'
import type { OverlayKind } from '#contract/access-kinds.ts'
import type { OverlayFrame } from '#contract/overlay.ts'
import { call, on, onOpen } from '#kit/bridge/index.ts'

/** The desk tells frames for 30 s after it was asked. */
const askEveryMs = 10_000

/** What overlays show, for the desk's own previews. Frames come each second, so they are handed on and not kept. */
export const useOverlays = defineStore('overlays', () => {
  /** Calls back with every frame of a kind until the returned function is called. */
  function follow(kind: OverlayKind, take: (frame: OverlayFrame) => void): () => void {
    let ended = false
    const ask = (): void =>
      void call('overlay.follow', { kind }).then(
        (frame) => ended || take(frame),
        // Without an answer the preview clears itself, and the next question comes soon.
        () => undefined,
      )
    const ends = [on('overlay.value', (frame) => frame.kind === kind && take(frame)), onOpen(ask)]
    const timer = setInterval(ask, askEveryMs)
    return () => {
      ended = true
      clearInterval(timer)
      for (const end of ends) end()
    }
  }

  return { follow }
})
