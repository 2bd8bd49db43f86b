import { computed, type ComputedRef } from 'vue'
import { useI18n } from 'vue-i18n'
import { destinationsOf } from '#answers/broadcast/destinations.ts'
import { onAirSummary } from '#answers/on-air.ts'
import { statusOperation } from '#answers/stream-status.ts'
import { useBroadcast } from '../stores/broadcast.ts'
import { useEncoder } from '../stores/encoder.ts'
import { useFields } from '#kit/stores/fields.ts'
import { joinWords } from '#kit/composables/locale/numbers.ts'
import { useNow } from '#kit/base/useNow.ts'
import { usePlatformNow } from '#kit/composables/time/usePlatformNow.ts'
import type { OnAir } from '../show/useOnAir.ts'
import { useWatch } from '#kit/composables/useWatch.ts'
import { onAirSentence } from './sentence.ts'

const operation = 'GET /api/video/details/all'

/** What is on air where, in words, empty until the platform was asked once; and whether that may be outdated. */
export function useOnAirSentence({
  stream,
  status,
  watched,
  fresh,
}: Pick<OnAir, 'stream' | 'status' | 'watched' | 'fresh'>): {
  sentence: ComputedRef<string>
  stale: ComputedRef<boolean>
} {
  const { t } = useI18n()
  const { now } = useNow()
  const platformNow = usePlatformNow()
  const encoder = useEncoder()
  const fields = useFields()
  // Off air its destinations say no more than the stream does.
  const runs = computed(() => status.value.state === 'live' || status.value.state === 'paused')
  const details = useWatch(() =>
    stream.value === undefined || !runs.value
      ? undefined
      : { operation, query: { streamId: stream.value.id }, pace: 'figures' },
  )
  const summary = computed(() => {
    const { value: at } = watched.at
    const known = stream.value !== undefined && details.data.value !== undefined
    return onAirSummary({
      stream: stream.value,
      status: at === undefined ? undefined : status.value,
      destinations: known
        ? destinationsOf(
            details.data.value,
            [],
            stream.value.id,
            fields.byOperation.get(operation)?.list,
            now.value,
            fields.byOperation.get(statusOperation)?.airWords,
          )
        : [],
      readAt: at,
      stale: at !== undefined && !fresh.value,
      encoder: encoder.state,
      now: now.value,
      offsetMs: now.value - platformNow.value,
    })
  })
  const broadcast = useBroadcast()
  const sentence = computed(() =>
    // Before the desk's own choice was read nobody knows that no stream is chosen.
    broadcast.current === undefined || (stream.value !== undefined && watched.at.value === undefined)
      ? ''
      : onAirSentence(summary.value, (key, values) => t(`onair.sentence.${key}`, { ...values }), joinWords),
  )
  return { sentence, stale: computed(() => summary.value.stale) }
}
