import { ref, watchEffect, type Ref } from 'vue'
import type { Pace } from '#contract/live.ts'
import { adOf, type Ad } from '#answers/placements.ts'
import { readListing } from '#answers/answer.ts'
import { useFields } from '#kit/stores/fields.ts'
import { useShow } from '#kit/stores/show.ts'
import { useWatch, type Watched } from '#kit/composables/useWatch.ts'

/** The list of placements. */
export const adsOperation = 'GET /api/ads/placement/all'
/** Before and after an ad begins or ends. */
const aroundEdgeMs = 20_000

/** Whether an ad begins or ends about now (milliseconds since 1970). */
export const nearEdge = (ads: readonly Pick<Ad, 'startsAt' | 'endsAt'>[], now: number): boolean =>
  ads.some(({ startsAt, endsAt }) =>
    [startsAt, endsAt].some((edge) => edge !== undefined && Math.abs(edge - now) <= aroundEdgeMs),
  )

/** Keeps the list of placements fresh: between their edges nothing changes that the clock does not tell. */
export function useAdWatch(now: Ref<number>): Watched {
  const show = useShow()
  const fields = useFields()
  const pace = ref<Pace>('figures')
  const watched = useWatch(() => ({ operation: adsOperation, pace: pace.value }))
  watchEffect(() => {
    const { value: data } = watched.data
    const choice = fields.byOperation.get(adsOperation)
    const ads =
      data === undefined ? [] : readListing(data, 'ads/placement', choice).rows.flatMap((row) => adOf(row, choice))
    pace.value = nearEdge(ads, now.value) ? 'states' : show.on ? 'list' : 'figures'
  })
  return watched
}
