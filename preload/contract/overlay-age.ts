// When an overlay shows nothing rather than something old; without the inputs' checks, so that an overlay does not load
// those.

/** Nothing is shown so long after the last frame. */
export const silentAfterMs = 3_000

/** A value that is read every `everyMs` is too old to be shown after this time. */
export const tooOldAfterMs = (everyMs: number): number => Math.min(3 * everyMs, 60_000)
