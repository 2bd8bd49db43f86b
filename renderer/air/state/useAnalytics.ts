import type { OnAir } from '../show/useOnAir.ts'
import { useWatch } from '#kit/composables/useWatch.ts'

/** What the platform measures of the chosen stream. */
export const useAnalytics = ({ stream, live }: OnAir) =>
  useWatch(() =>
    stream.value === undefined
      ? undefined
      : {
          operation: 'POST /api/video/stream/getAnalytics',
          body: { streamId: stream.value.id },
          pace: live.value ? 'states' : 'figures',
        },
  )
