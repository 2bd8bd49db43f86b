import type { EnvironmentId } from '#contract/models.ts'
import type { Asker, PlatformClient } from '../platform/client/types.ts'
import type { createLanes } from './read-slots.ts'
import type { Usage } from './usage.ts'
import { errorOf } from './watched.ts'
import type { Ended, Watched } from './watched.ts'

/** `settled` gets how a read ended, unless another read of the same value took its place; `after` is called in any case. */
export interface ReadsParts {
  client: Pick<PlatformClient, 'read'>
  lanes: ReturnType<typeof createLanes>
  /** Where requests go now. */
  place: () => { environment: EnvironmentId; usage: Usage }
  settled: (watched: Watched, ended: Ended) => void
  after: () => void
}

/** Sends the reads of watched values, one at a time for each. */
export function createReads({ client, lanes, place, settled, after }: ReadsParts) {
  /** Never rejects. */
  async function read(watched: Watched, by: Asker): Promise<void> {
    const { product, key } = watched.operation
    const { environment, usage } = place()
    const reading = { by }
    // An object of its own: by it the departure is known.
    const request = { ...watched.request }
    watched.reading = reading
    watched.urgentSince = undefined
    if (by === 'desk') {
      usage.begin(request)
      lanes.begin(reading, product)
    }
    const ended = await client.read(request, environment, by).then(
      (answer): Ended => ({ answer }),
      (error: unknown): Ended => ({ error: errorOf(error, key) }),
    )
    usage.end(request)
    lanes.end(reading)
    if (watched.reading === reading) settled(watched, ended)
    after()
  }

  /**
   * A person's read takes the place of one of the desk's that is under way. Who asks while a person's is under way gets the one after it,
   * since that one may show a change that the first one missed.
   */
  async function readForPerson(watched: Watched): Promise<void> {
    const { refreshing } = watched
    if (refreshing === undefined) {
      const done = read(watched, 'person').finally(() => (watched.refreshing = undefined))
      watched.refreshing = { done, after: undefined }
      return done
    }
    refreshing.after ??= refreshing.done.then(() => readForPerson(watched))
    return refreshing.after
  }

  return { read: (watched: Watched): void => void read(watched, 'desk'), readForPerson }
}
