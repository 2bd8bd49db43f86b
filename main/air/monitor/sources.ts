// Where the chosen stream can be played: an address that a person set, its events, the stream itself.
import type { EnvironmentId } from '#contract/models.ts'
import type { FieldChoice } from '#contract/live.ts'
import type { MonitorSource } from '#contract/air/monitor.ts'
import { playbackOfStream, playbacksOf, type Playback } from '#answers/broadcast/playback.ts'
import type { PlatformClient } from '../../platform/client/types.ts'

const details = 'GET /api/video/details/all'
const streams = 'GET /api/video/stream/all'

export interface Source extends MonitorSource {
  address: string
}

export interface SourceParts {
  client: Pick<PlatformClient, 'read'>
  choiceOf: (environment: EnvironmentId, operation: string) => FieldChoice | undefined
}

/** The best first. Reads only where no address was set by hand. Throws the DeskError of the read. */
export async function sourcesOf(
  {
    environment,
    hand,
    streamId,
  }: { environment: EnvironmentId; hand: string | undefined; streamId: string | undefined },
  { client, choiceOf }: SourceParts,
): Promise<Source[]> {
  if (hand !== undefined) return [{ id: 'hand', kind: 'hand', address: hand }]
  if (streamId === undefined) return []
  const events = await client.read({ operation: details, query: { streamId } }, environment, 'person')
  const found = playbacksOf(events.data, streamId, choiceOf(environment, details))
  if (found.length > 0) return found.map((playback) => sourceOf(playback, 'event'))
  const listed = await client.read({ operation: streams }, environment, 'person')
  const own = playbackOfStream(listed.data, streamId, choiceOf(environment, streams))
  return own === undefined ? [] : [sourceOf(own, 'stream')]
}

const sourceOf = ({ id, ...playback }: Playback, kind: 'event' | 'stream'): Source => ({
  ...playback,
  id: `${kind}/${id}`,
  kind,
})
