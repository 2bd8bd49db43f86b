import { computed, onMounted } from 'vue'
import type { JsonObject } from '#contract/json.ts'
import { usePlatformNow } from '#composables/time/usePlatformNow.ts'
import { useWatch, type Watched } from '#composables/useWatch.ts'
import { readListing } from '#answers/answer.ts'
import type { StreamStatus } from '#answers/stream-status.ts'
import { useConnection } from '#stores/connection.ts'
import { useCredentials } from '#stores/credentials.ts'
import { useEnvironments } from '#stores/environments.ts'
import { useLimits } from '#stores/limits.ts'
import { useRehearsal } from '#stores/rehearsal.ts'
import { useSettings } from '#stores/settings.ts'
import { goLiveCheck, type CheckInput } from '../model/go-live-check.ts'

/** The platform's lists are read this far; a stream whose details come later counts as one without. */
export const listed = { limit: 200 } as const

/** What the go-live check needs of the platform and of the desk, kept fresh while it is on screen. */
export function useGoLiveCheck(
  stream: () => { id: string; record: JsonObject | null | undefined; status: StreamStatus },
) {
  const environments = useEnvironments()
  const connection = useConnection()
  const credentials = useCredentials()
  const rehearsal = useRehearsal()
  const limits = useLimits()
  const settings = useSettings()
  const now = usePlatformNow()
  onMounted(
    () =>
      void Promise.all([
        connection.ensure(),
        credentials.ensure(),
        rehearsal.ensure(),
        limits.ensure(),
        settings.ensure(),
      ]),
  )

  const details = useWatch({ operation: 'GET /api/video/details/all', query: listed, pace: 'list' })
  const channels = useWatch({ operation: 'GET /api/video/channel/all', query: listed, pace: 'list' })
  const rowsOf = ({ data }: Watched, resource: string): JsonObject[] | undefined =>
    data.value === undefined ? undefined : readListing(data.value, resource).rows
  const detailRows = computed(() => rowsOf(details, 'video/details'))
  const channelRows = computed(() => rowsOf(channels, 'video/channel'))
  // Once a minute is enough for schedules that pass.
  const minute = computed(() => Math.floor(now.value / 60_000) * 60_000)

  const credential = computed((): CheckInput['credential'] => {
    const scheme = settings.values.authOverrides.Livestream ?? 'apiKey'
    if (scheme === 'none') return 'none'
    const id = environments.selected?.id
    const state = id === undefined ? undefined : credentials.status[id]?.credentials[scheme].state
    // The rehearsal platform takes its own key where none was saved.
    return state === 'absent' && id === 'rehearsal' && rehearsal.state.running ? 'practice' : state
  })

  const rows = computed(() => {
    const { id, record, status } = stream()
    return goLiveCheck({
      streamId: id,
      stream: record,
      state: status,
      details: detailRows.value,
      channels: channelRows.value,
      connection: connection.current,
      credential: credential.value,
      gate: limits.gateOf('Livestream'),
      now: minute.value,
    })
  })
  async function read(): Promise<void> {
    await Promise.all([details.refresh(), channels.refresh()])
  }
  return { rows, details, read }
}
