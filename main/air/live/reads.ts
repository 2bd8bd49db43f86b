import type { EnvironmentId } from '#contract/models.ts'
import type { Asker, PlatformClient } from '../../platform/client/types.ts'
import type { createReadSlots } from './read-slots.ts'
import type { Usage } from './usage.ts'
import { errorOf, type Ended, type Watched } from './watched.ts'

/** `settled` is called unless another read of the value took this one's place, `after` in any case. */
export interface ReadsParts {
  client: Pick<PlatformClient, 'read'>
  slots: ReturnType<typeof createReadSlots>
  place: () => { environment: EnvironmentId; usage: Usage }
  settled: (watched: Watched, ended: Ended) => void
  after: () => void
}

/** Sends the reads of watched values, one at a time for each. */
export function createReads({ client, slots, place, settled, after }: ReadsParts) {
  /** Never rejects. */
  async function read(watched: Watched, by: Asker): Promise<void> {
    const { product, key } = watched.operation
    const { environment, usage } = place()
    const reading = { by }
    // The usage recognises the request by this object.
    const request = { ...watched.request }
    watched.reading = reading
    watched.urgentSince = undefined
    if (by === 'desk') {
      usage.begin(request)
      slots.begin(reading, product)
    }
    const ended = await client.read(request, environment, by).then(
      (answer): Ended => ({ answer }),
      (error: unknown): Ended => ({ error: errorOf(error, key) }),
    )
    usage.end(request)
    slots.end(reading)
    if (watched.reading === reading) settled(watched, ended)
    after()
  }

  /** Replaces a read of the desk. During a person's read the next one is returned, as the first may have missed a change. */
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
