import type { OverlayKind } from '#contract/access-kinds.ts'
import { countdown } from './countdown.ts'
import { goal } from './goal.ts'
import { next } from './next.ts'
import { onair } from './onair.ts'
import { poll } from './poll.ts'
import { sponsor } from './sponsor.ts'
import type { Source } from './types.ts'

/** What each kind shows. */
export const sources: Readonly<Record<OverlayKind, Source>> = { poll, goal, countdown, sponsor, onair, next }
