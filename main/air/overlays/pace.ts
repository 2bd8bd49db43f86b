import type { Pace } from '#contract/live.ts'

/** Without a show figures are read once a minute, which an overlay would call too old. */
export const figures = (quick: boolean): Pace => (quick ? 'figures' : 'tally')
