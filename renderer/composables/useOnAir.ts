// Whether the chosen broadcast is on air: only what the platform said of its stream counts, never what a button was meant to do.
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { readStreamStatus } from '#answers/stream-status.ts'
import type { StreamStatus } from '#answers/stream-status.ts'
import type { Named } from '#contract/live.ts'
import { useBroadcast } from '../stores/broadcast.ts'
import { useShow } from '../stores/show.ts'
import { useAge } from './useAge.ts'
import { useLink } from './useLink.ts'
import { useNow } from './useNow.ts'
import { usePlatformNow } from './usePlatformNow.ts'
import { useWatch } from './useWatch.ts'
import type { Watched } from './useWatch.ts'

export interface OnAir {
  /** The chosen stream. */
  stream: ComputedRef<Named | undefined>
  watched: Watched
  status: ComputedRef<StreamStatus>
  /** Last seen live; whether that is still so is `fresh`. */
  live: ComputedRef<boolean>
  /** The platform said so just now, and the link that brought it stands. */
  fresh: ComputedRef<boolean>
  /** Since its start by the platform's clock, in milliseconds; undefined where the platform does not name the start. */
  elapsedMs: ComputedRef<number | undefined>
  /** ISO 8601. */
  plannedEndAt: ComputedRef<string | undefined>
  /** Until the planned end; negative once it is over. */
  leftMs: ComputedRef<number | undefined>
}

export function useOnAir(): OnAir {
  const broadcast = useBroadcast()
  const show = useShow()
  const { link } = useLink()
  const { now } = useNow()
  const platformNow = usePlatformNow()
  const stream = computed(() => broadcast.current?.stream)
  const watched = useWatch(() =>
    stream.value === undefined
      ? undefined
      : { operation: 'POST /api/video/stream/getStatus', body: { streamId: stream.value.id }, pace: 'status' },
  )
  const status = computed(() => readStreamStatus(watched.data.value))
  const { stale } = useAge(watched.at, watched.staleAfterMs)
  const plannedEndAt = computed(() => broadcast.current?.plannedEndAt ?? show.current?.plannedEndAt)
  const runs = computed(() => status.value.state === 'live' || status.value.state === 'paused')
  return {
    stream,
    watched,
    status,
    live: computed(() => status.value.state === 'live'),
    fresh: computed(() => link.value === 'open' && watched.at.value !== undefined && !stale.value),
    elapsedMs: computed(() => {
      const { startedAt } = status.value
      if (startedAt === undefined || !runs.value) return undefined
      return Math.max(0, platformNow.value - startedAt)
    }),
    plannedEndAt,
    leftMs: computed(() => (plannedEndAt.value === undefined ? undefined : Date.parse(plannedEndAt.value) - now.value)),
  }
}
