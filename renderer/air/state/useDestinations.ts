import { computed } from 'vue'
import { readListing } from '#answers/answer.ts'
import { destinationsOf } from '#answers/broadcast/destinations.ts'
import type { OnAir } from '../show/useOnAir.ts'
import { useWatch } from '#kit/composables/useWatch.ts'
import { useFields } from '#kit/stores/fields.ts'
import { useShow } from '#kit/stores/show.ts'
import { useEventWrites } from './useEventWrites.ts'

const operation = 'GET /api/video/details/all'

/** Where the chosen stream goes, and what is known of each. */
export function useDestinations({ stream, live, taught }: OnAir) {
  const fields = useFields()
  const show = useShow()
  const streamId = computed(() => stream.value?.id)
  const watched = useWatch(() =>
    streamId.value === undefined
      ? undefined
      : { operation, query: { streamId: streamId.value }, pace: show.on || live.value ? 'states' : 'figures' },
  )
  const writes = useEventWrites()
  return {
    streamId,
    watched,
    destinations: computed(() =>
      streamId.value === undefined
        ? []
        : destinationsOf(
            watched.data.value,
            writes.value,
            streamId.value,
            fields.byOperation.get(operation)?.list,
            Date.now(),
            taught.value,
          ),
    ),
    listing: computed(() =>
      watched.data.value === undefined
        ? undefined
        : readListing(watched.data.value, 'video/details', fields.byOperation.get(operation)),
    ),
  }
}
