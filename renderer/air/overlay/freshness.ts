import { silentAfterMs, tooOldAfterMs } from '#contract/overlay-age.ts'
import type { OverlayFrame } from '#contract/overlay.ts'

/** A frame and when it was received, by a clock that nobody sets. */
export interface Received {
  frame: OverlayFrame
  at: number
}

/** Until when the frame may be shown, by the same clock; a frame without a value not at all. */
export function shownUntil({ frame: { value, ageMs, everyMs }, at }: Received): number {
  if (value === null || ageMs === null) return at
  return at + Math.min(silentAfterMs, tooOldAfterMs(everyMs) - ageMs)
}
