// What the platform says of the destinations and of the stream, read for a firing.
import type { RecordCommand } from '#contract/access-kinds.ts'
import type { Firing } from '#contract/air/firing.ts'
import type { Destination } from '#answers/broadcast/destinations.ts'
import type { AirState } from '#answers/transport.ts'
import { destinationsIn, statusIn, type Known } from '../commands/candidates.ts'
import type { Preparation } from '../commands/preparation.ts'
import type { ReadName } from '../commands/reads.ts'
import type { Clock } from '../../core/ports.ts'

/** A read of the platform is waited for so long, as with every command. */
const patienceMs = 2_000
/** While a step waits for a state, it is read again after this time. */
const againMs = 2_900

export interface PlatformView {
  /** Stays as it was read; `now` looks at what is known later. */
  known: Known
  now: () => Known
  destinations: Destination[]
  /** Of the stream; undefined where it was not read since then. */
  status: AirState | undefined
  /** The destinations were listed since then. */
  isListed: boolean
}

/** Where it looks: at the stream of a firing, or at the one that is chosen. */
export type Place = Pick<Firing, 'environment' | 'stream'>

export type ViewPlatform = ReturnType<typeof createPlatformView>

export function createPlatformView({ preparation, clock }: { preparation: Preparation; clock: Clock }) {
  const { reads } = preparation
  const page = 'firing'
  const commands: readonly RecordCommand[] = ['start', 'stop']

  return {
    /** Reads what is older than `since` (milliseconds). Never rejects. */
    async read({ environment, stream }: Place, since: number, names?: readonly ReadName[]): Promise<PlatformView> {
      const asked = { page, watches: preparation.watchesOf(environment, commands, stream) }
      const needed = [...asked.watches.keys()].filter((name) => names === undefined || names.includes(name))
      const freshMs = Math.min(againMs, Math.max(0, clock.now() - since))
      const values = await reads.read({ ...asked, needed, freshMs, patienceMs })
      const isNew = (name: ReadName): boolean => {
        const at = values.get(name)?.answer?.receivedAt
        return at !== undefined && Date.parse(at) >= since
      }
      const known = preparation.knownFrom(environment, values, stream)
      return {
        known,
        now: () => preparation.knownFrom(environment, reads.hold(asked), stream),
        destinations: destinationsIn(known),
        isListed: isNew('destinations'),
        status: isNew('status') ? statusIn(known).state : undefined,
      }
    },
    /** What is known, without a read. */
    hold({ environment, stream }: Place): Known {
      return preparation.knownFrom(
        environment,
        reads.hold({ page, watches: preparation.watchesOf(environment, commands, stream) }),
        stream,
      )
    },
    /** Reads again what a command has changed. */
    again({ environment, stream }: Place): void {
      reads.again(reads.hold({ page, watches: preparation.watchesOf(environment, commands, stream) }))
    },
  }
}
