// One attempt from its commit to its outcome's commit. The row says `sending` before the socket opens; what the wire said is
// kept until it is on disk.
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Intent } from '#contract/models.ts'
import type { PlatformClient, WriteOutcome } from '../platform/client/types.ts'
import type { Clock, Log } from '../ports.ts'
import type { Book, Change, Entry, NewEvidence, Patch } from './book.ts'
import type { Look, Looking } from './look.ts'
import { withLook } from './look.ts'
import { backoffMs } from './offline.ts'
import { requestOf } from './order.ts'
import type { Ending } from './outcomes.ts'
import { endingOf, outcomeOfThrown } from './outcomes.ts'
import type { EntryTimers } from './timers.ts'
import { quietly } from './timers.ts'

export interface Sender {
  /** Commits `sending`, opens the socket, commits how it ended. Throws, or rejects, only where a commit failed. */
  send(entry: Entry): Promise<Intent>
  /** Commits `sending` for several at once; their attempts follow one after the other. Throws where the commit failed. */
  claim(entries: readonly Entry[]): void
  /** The attempt of a claimed one; undefined where its end comes too late to be written. */
  attempt(entry: Entry): Promise<Ending | undefined>
  /** One commit for several ends and the next claims; answers whether the claims hold. Where it fails, each end gets a commit of its own, now or later. */
  conclude(ends: readonly End[], next: readonly Entry[]): boolean
  /** Commits that it waits. */
  queue(entry: Entry, waiting: NonNullable<Intent['waiting']>): Intent
  /** Ends a new intent as rejected without sending it; for one that has a row already the error is thrown and the row stays. */
  refuse(entry: Entry, error: DeskError): Intent
  /** What is on the wire now. */
  onWire(): Iterable<Promise<unknown>>
  /** From here on outcomes come too late to be written. */
  end(): void
}

/** How a claimed intent ended. */
export interface End {
  entry: Entry
  ending: Ending
}

export interface SenderParts {
  book: Book
  client: PlatformClient
  clock: Clock
  log: Log
  timers: EntryTimers
  redact: (value: Json) => Json
  /** The look at the platform's copy that an intent wants before it goes. */
  looking: Looking
  /** Whether a write may still begin. */
  running: () => boolean
  /** The outcome is on disk. */
  onConcluded: (entry: Entry, ending: Ending) => void
  /** Something that was on the wire is not any more. */
  onFree: () => void
  onSettled: (entry: Entry) => void
}

export function createSender(parts: SenderParts): Sender {
  const { book, client, clock, log, timers, redact, looking } = parts
  const wire = new Set<Promise<unknown>>()
  let ended = false

  const iso = () => new Date(clock.now()).toISOString()

  /** The entry's first commit, or a later one: a rejected intent that is sent again has a row already. */
  function put({ entry, event, patch = {}, evidence = [] }: Change): void {
    if (entry.saved) book.change(entry, event, patch, evidence)
    else book.insert(entry, { ...patch, state: event === 'send' ? 'sending' : 'queued' }, evidence)
  }

  function sending(entry: Entry): Change {
    const attempts = entry.intent.attempts + 1
    const evidence: NewEvidence[] = entry.intent.held === true ? [{ event: 'released', note: 'Released by the person.' }] : []
    evidence.push({ event: 'sent', note: attempts === 1 ? 'Sent.' : `Sent again, attempt ${attempts}.` })
    return { entry, event: 'send', patch: { ...nothingKnown, attempts, sentAt: iso() }, evidence }
  }

  async function write(entry: Entry, look: Look | undefined): Promise<WriteOutcome> {
    const { intent } = entry
    if (look?.outcome !== undefined) return look.outcome
    if (!parts.running()) return { outcome: 'not_sent', error: new DeskError('cancelled', 'The desk is closing: nothing was sent.').toShape() }
    try {
      return await client.write(requestOf(intent), intent.environment, intent.reference, { intent: intent.id })
    } catch (error) {
      log.write('error', 'The platform client threw on a write.', { operation: intent.operation, reason: reasonOf(error) })
      return outcomeOfThrown(error, intent.operation)
    }
  }

  /** From the commit of `sending` to how it ended; undefined where that comes too late to be written. */
  async function attempt(entry: Entry, before: { waited: boolean; doubtful: boolean }): Promise<Ending | undefined> {
    const looked = looking(entry)
    const look = looked && (await looked)
    const outcome = await write(entry, look)
    if (ended) return undefined
    const ending = endingOf({ outcome, operation: entry.operation, moved: entry.moved, ...before, now: clock.now(), redact })
    return look === undefined ? ending : withLook(ending, look)
  }

  function conclude(entry: Entry, ending: Ending, failures: number): Intent {
    try {
      book.changeAll([changeOf({ entry, ending })])
    } catch (error) {
      // The platform has answered and the disk has no room. A stop before there is leaves it `sending`, which the next start makes unknown.
      log.write('error', 'An outcome could not be saved yet.', { intent: entry.intent.id, reason: reasonOf(error) })
      timers.at(entry, clock.now() + backoffMs(failures), () => {
        conclude(entry, ending, failures + 1)
        parts.onFree()
      })
      throw error
    }
    parts.onConcluded(entry, ending)
    return entry.intent
  }

  return {
    send(entry) {
      const before = { waited: entry.intent.state === 'queued' && entry.saved, doubtful: entry.intent.state === 'unknown' }
      put(sending(entry))
      const run = async (): Promise<Intent> => {
        const ending = await attempt(entry, before)
        return ending === undefined ? entry.intent : conclude(entry, ending, 0)
      }
      const answered = run().finally(() => {
        wire.delete(answered)
        parts.onFree()
      })
      wire.add(answered)
      return answered
    },
    claim: (entries) => book.changeAll(entries.map(sending)),
    attempt(entry) {
      const answered = attempt(entry, { waited: true, doubtful: false }).finally(() => wire.delete(answered))
      wire.add(answered)
      return answered
    },
    conclude(ends, next) {
      try {
        book.changeAll([...ends.map(changeOf), ...next.map(sending)])
      } catch (error) {
        log.write('warn', 'Several intents could not share a commit; each gets its own.', { reason: reasonOf(error) })
        for (const { entry, ending } of ends) quietly(log, () => conclude(entry, ending, 0))
        return false
      }
      for (const { entry, ending } of ends) parts.onConcluded(entry, ending)
      return true
    },
    queue(entry, waiting) {
      put({ entry, event: 'requeue', patch: { waiting, settledAt: undefined }, evidence: [{ event: 'waiting', note: waitingNotes[waiting.reason] }] })
      return entry.intent
    },
    refuse(entry, error) {
      if (entry.saved) throw error
      book.insert(entry, { state: 'rejected', error: error.toShape(), settledAt: iso() }, [{ event: 'not_sent', note: error.message }])
      parts.onSettled(entry)
      return entry.intent
    },
    onWire: () => wire.values(),
    end: () => void (ended = true),
  }
}

const changeOf = ({ entry, ending }: End): Change => ({ entry, event: ending.event, patch: ending.patch, evidence: ending.evidence })

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** What an earlier attempt left behind. */
const nothingKnown: Patch = {
  settledAt: undefined,
  error: undefined,
  waiting: undefined,
  answer: undefined,
  status: undefined,
  requestId: undefined,
  durationMs: undefined,
  held: undefined,
}

const waitingNotes: Record<NonNullable<Intent['waiting']>['reason'], string> = {
  offline: 'Waits: the platform can not be reached.',
  gate: 'Waits: the platform asked to wait.',
  order: 'Waits for an earlier write to the same record.',
  held: 'Waits: kept back by the person.',
  paused: 'Waits: sending is paused.',
}
