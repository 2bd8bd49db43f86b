// Whether the chosen broadcast is on air; only the platform's word counts, never what a button was meant to do.
import { computed, watch } from 'vue'
import { destinationsOf } from '#answers/broadcast/destinations.ts'
import { readStreamStatus, statusOperation } from '#answers/stream-status.ts'
import { useBroadcast } from '../stores/broadcast.ts'
import { useEnvironments } from '#kit/stores/environments.ts'
import { useFields } from '#kit/stores/fields.ts'
import { useShow } from '#kit/stores/show.ts'
import { useAge } from '#kit/composables/time/useAge.ts'
import { useLink } from '#kit/composables/useLink.ts'
import { useNow } from '#kit/base/useNow.ts'
import { usePlatformNow } from '#kit/composables/time/usePlatformNow.ts'
import { useWatch } from '#kit/composables/useWatch.ts'

const destinationList = 'GET /api/video/details/all'

export type OnAir = ReturnType<typeof useOnAir>

export function useOnAir() {
  const broadcast = useBroadcast()
  const show = useShow()
  const fields = useFields()
  const environments = useEnvironments()
  // Read earlier, the choices would be empty and count as read.
  watch(
    () => environments.selected?.id,
    (id) => id !== undefined && void fields.ensure(),
    { immediate: true },
  )
  const { link } = useLink()
  const { now } = useNow()
  const platformNow = usePlatformNow()
  const stream = computed(() => broadcast.current?.stream)
  const watched = useWatch(() =>
    stream.value === undefined
      ? undefined
      : { operation: statusOperation, body: { streamId: stream.value.id }, pace: 'status' },
  )
  /** Read anew with each answer, and each minute: a start may lie ahead. */
  const minute = computed(() => Math.floor(platformNow.value / 60_000) * 60_000)
  const taught = computed(() => fields.byOperation.get(statusOperation)?.airWords)
  const status = computed(() => readStreamStatus(watched.data.value, minute.value, taught.value))
  const { stale } = useAge(watched.at, watched.staleAfterMs)
  const plannedEndAt = computed(() => broadcast.current?.plannedEndAt ?? show.current?.plannedEndAt)
  const runs = computed(() => status.value.state === 'live' || status.value.state === 'paused')
  const isUnnamed = computed(() => runs.value && status.value.startedAt === undefined)
  // Where the stream does not say when it began, its destinations may.
  const details = useWatch(() =>
    stream.value === undefined || !isUnnamed.value
      ? undefined
      : { operation: destinationList, query: { streamId: stream.value.id }, pace: 'figures' },
  )
  const startedAt = computed(() => {
    if (!isUnnamed.value || stream.value === undefined) return status.value.startedAt
    const list = fields.byOperation.get(destinationList)?.list
    const starts = destinationsOf(details.data.value, [], stream.value.id, list).flatMap((one) =>
      one.state === 'live' || one.state === 'paused' ? (one.startedAt ?? []) : [],
    )
    return starts.length === 0 ? undefined : Math.min(...starts)
  })
  return {
    stream,
    watched,
    status,
    /** What a person said of the platform's words. */
    taught,
    /** Last seen live; `fresh` says whether that is still so. */
    live: computed(() => status.value.state === 'live'),
    fresh: computed(() => link.value === 'open' && watched.at.value !== undefined && !stale.value),
    /** By the platform's clock, of the stream or of the first destination that is on; undefined where none names it. */
    startedAt,
    /** Milliseconds by the platform's clock; undefined where it does not name the start. */
    elapsedMs: computed(() => {
      if (startedAt.value === undefined || !runs.value) return undefined
      return Math.max(0, platformNow.value - startedAt.value)
    }),
    plannedEndAt,
    /** The platform says that it has ended; what is left of a plan says nothing then. */
    ended: computed(() => status.value.state === 'stopped'),
    /** Milliseconds until the planned end; negative once it is over. Undefined where nothing is on that could be late. */
    leftMs: computed(() => {
      if (plannedEndAt.value === undefined || status.value.state === 'stopped') return undefined
      const left = Date.parse(plannedEndAt.value) - now.value
      return left < 0 && status.value.state === 'off' ? undefined : left
    }),
  }
}
