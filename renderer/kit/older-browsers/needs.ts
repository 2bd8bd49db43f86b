/** The oldest Chromium that draws a view. */
export type BrowserNeed = 103 | 111

/** Whether this browser draws what needs that Chromium; asked by what it can, since others can it too. */
export const drawsHere = (need: BrowserNeed = 111): boolean =>
  need === 103 || CSS.supports('color', 'color-mix(in oklab, red, blue)')
