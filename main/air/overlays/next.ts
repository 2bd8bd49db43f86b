import { defined } from '#contract/defined.ts'
import type { Source } from './types.ts'

/** The cue that is on and the one that Go fires. The desk itself is its source, so it is never old. */
export const next: Source = ({ position }) => {
  if (position === null || (position.now === undefined && position.next === undefined)) return 'nothing'
  const { now, next: following, nextExpectedAt, overMs } = position
  return {
    kind: 'next',
    now: now === undefined ? null : { title: now.cue.title, since: now.firedAt },
    next: following === undefined ? null : { title: following.title, ...defined({ expectedAt: nextExpectedAt }) },
    ...defined({ overMs }),
  }
}
