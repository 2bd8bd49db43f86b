// One attempt from its commit to its outcome's commit. The row says `sending` before the socket opens; what the wire said is
// kept until it is on disk.
import type { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Intent } from '#contract/models.ts'
import type { PlatformClient, WriteOutcome } from '../platform/client/types.ts'
import type { Clock, Log } from '../ports.ts'
import type { Book, Entry, NewEvidence, Patch } from './book.ts'
import { backoffMs } from './offline.ts'
import { requestOf } from './order.ts'
import type { Ending } from './outcomes.ts'
import { endingOf, outcomeOfThrown } from './outcomes.ts'
import type { EntryTimers } from './timers.ts'

export interface Sender {
  /** Commits `sending`, opens the socket, commits how it ended. Throws, or rejects, only where a commit failed. */
  send(entry: Entry): Promise<Intent>
  /** Commits that it waits. */
  queue(entry: Entry, waiting: NonNullable<Intent['waiting']>): Intent
  /** Ends a new intent as rejected without sending it; for one that has a row already the error is thrown and the row stays. */
  refuse(entry: Entry, error: DeskError): Intent
  /** What is on the wire now. */
  onWire(): Iterable<Promise<Intent>>
  /** From here on outcomes come too late to be written. */
  end(): void
}

export interface SenderParts {
  book: Book
  client: PlatformClient
  clock: Clock
  log: Log
  timers: EntryTimers
  redact: (value: Json) => Json
  /** The outcome is on disk. */
  onConcluded: (entry: Entry, ending: Ending) => void
  /** Nothing of the entry is on the wire any more. */
  onFree: (entry: Entry) => void
  onSettled: (entry: Entry) => void
}

export function createSender(parts: SenderParts): Sender {
  const { book, client, clock, log, timers, redact } = parts
  const wire = new Map<Entry, Promise<Intent>>()
  let ended = false

  const iso = () => new Date(clock.now()).toISOString()

  /** The entry's first commit, or a later one: a rejected intent that is sent again has a row already. */
  function put(entry: Entry, event: 'send' | 'requeue', patch: Patch, evidence: readonly NewEvidence[]): void {
    if (entry.saved) book.change(entry, event, patch, evidence)
    else book.insert(entry, { ...patch, state: event === 'send' ? 'sending' : 'queued' }, evidence)
  }

  async function attempt({ intent }: Entry): Promise<WriteOutcome> {
    try {
      return await client.write(requestOf(intent), intent.environment, intent.reference)
    } catch (error) {
      log.write('error', 'The platform client threw on a write.', { operation: intent.operation, reason: error instanceof Error ? error.message : String(error) })
      return outcomeOfThrown(error, intent.operation)
    }
  }

  function conclude(entry: Entry, ending: Ending, failures: number): Intent {
    try {
      book.change(entry, ending.event, ending.patch, ending.evidence)
    } catch (error) {
      // The platform has answered and the disk has no room. A stop before there is leaves it `sending`, which the next start makes unknown.
      log.write('error', 'An outcome could not be saved yet.', { intent: entry.intent.id, reason: error instanceof Error ? error.message : String(error) })
      timers.at(entry, clock.now() + backoffMs(failures), () => {
        conclude(entry, ending, failures + 1)
        parts.onFree(entry)
      })
      throw error
    }
    parts.onConcluded(entry, ending)
    return entry.intent
  }

  return {
    send(entry) {
      const waited = entry.intent.state === 'queued' && entry.saved
      const doubtful = entry.intent.state === 'unknown'
      const attempts = entry.intent.attempts + 1
      const note = attempts === 1 ? 'Sent.' : `Sent again, attempt ${attempts}.`
      put(entry, 'send', { ...nothingKnown, attempts, sentAt: iso() }, [{ event: 'sent', note }])
      const answered = attempt(entry)
        .then((outcome) => {
          if (ended) return entry.intent
          return conclude(entry, endingOf({ outcome, operation: entry.operation, waited, doubtful, now: clock.now(), redact }), 0)
        })
        .finally(() => {
          wire.delete(entry)
          parts.onFree(entry)
        })
      wire.set(entry, answered)
      return answered
    },
    queue(entry, waiting) {
      put(entry, 'requeue', { waiting, settledAt: undefined }, [{ event: 'waiting', note: waitingNotes[waiting.reason] }])
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

/** What an earlier attempt left behind. */
const nothingKnown: Patch = {
  settledAt: undefined,
  error: undefined,
  waiting: undefined,
  answer: undefined,
  status: undefined,
  requestId: undefined,
  durationMs: undefined,
}

const waitingNotes = { offline: 'Waits: the platform can not be reached.', gate: 'Waits: the platform asked to wait.', order: 'Waits for an earlier write to the same record.' }
