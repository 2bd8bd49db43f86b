// One attempt from its commit to its outcome's commit. The row says `sending` before the socket opens; what the wire said is
// kept until it is on disk.
import { DeskError, messageOf } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Intent } from '#contract/models.ts'
import type { PlatformClient, WriteOutcome } from '../platform/client/types.ts'
import type { Clock, Log } from '../ports.ts'
import type { Book, Change, Entry, NewEvidence, Patch } from './intent-store.ts'
import type { Look, Looking } from './precondition.ts'
import { withLook } from './precondition.ts'
import { backoffMs } from './offline.ts'
import { requestOf } from './order.ts'
import type { Ending } from './outcomes.ts'
import { endingOf, outcomeOfThrown } from './outcomes.ts'
import type { EntryTimers } from './timers.ts'

export interface Sender {
  /**
   * Commits `sending`, opens the socket, commits how it ended. Throws, or rejects, only where a commit failed, or what has no row yet may not go.
   * `inOrder`: it goes by itself, and stays in the queue where something that starts before it has come back there.
   */
  send(entry: Entry, inOrder?: boolean): Promise<Intent>
  /** Commits that it waits. */
  queue(entry: Entry, waiting: NonNullable<Intent['waiting']>): Intent
  /** Ends a new intent as rejected without sending it; for one that has a row already the error is thrown and the row stays. */
  refuse(entry: Entry, error: DeskError): Intent
  /** What is on the wire now. */
  onWire(): Iterable<Promise<unknown>>
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
  /** The look at the platform's copy that an intent wants before it goes. */
  looking: Looking
  /** Whether a write may still begin. */
  running: () => boolean
  /** Why a command may not be sent at this moment. */
  refusal: (entry: Entry) => DeskError | undefined
  /** Whether something that starts before it waits. */
  overtakes: (entry: Entry) => boolean
  /** What goes right after an entry may start: its socket is asked for. */
  onBegun: () => void
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
    const evidence: NewEvidence[] =
      entry.intent.held === true ? [{ event: 'released', note: 'Released by the person.' }] : []
    evidence.push({ event: 'sent', note: attempts === 1 ? 'Sent.' : `Sent again, attempt ${attempts}.` })
    return { entry, event: 'send', patch: { ...nothingKnown, attempts, sentAt: iso() }, evidence }
  }

  async function write(entry: Entry, look: Look | undefined, mayStart: () => boolean): Promise<WriteOutcome> {
    const { intent } = entry
    if (look?.outcome !== undefined) return look.outcome
    if (!parts.running())
      return {
        outcome: 'not_sent',
        error: new DeskError('cancelled', 'The desk is closing: nothing was sent.').toShape(),
      }
    try {
      return await client.write(requestOf(intent), intent.environment, intent.reference, {
        intent: intent.id,
        beforeSend() {
          const error = parts.refusal(entry)
          if (error !== undefined) throw error
          if (!mayStart()) throw new DeskError('cancelled', notYet.note)
          entry.begun = true
          if (entry.free) queueMicrotask(parts.onBegun)
        },
        ...(!entry.operation.queueable && { openWithinMs: longestOpeningMs }),
      })
    } catch (error) {
      log.write('error', 'The platform client threw on a write.', {
        operation: intent.operation,
        reason: messageOf(error),
      })
      return outcomeOfThrown(error, intent.operation)
    }
  }

  /** From the commit of `sending` to how it ended; undefined where that comes too late to be written. */
  async function attempt(
    entry: Entry,
    before: { waited: boolean; doubtful: boolean; again: boolean; inOrder: boolean },
  ): Promise<Ending | undefined> {
    entry.begun = false
    const looked = looking(entry)
    const look = looked && (await looked)
    const start = { overtakes: false }
    const outcome = await write(entry, look, () => !(start.overtakes = before.inOrder && parts.overtakes(entry)))
    if (ended) return undefined
    if (start.overtakes) {
      const patch: Patch = { attempts: entry.intent.attempts - 1, sentAt: undefined, waiting: { reason: 'order' } }
      return { event: 'requeue', patch, evidence: [notYet], reached: 'unclear' }
    }
    const ending = endingOf({
      outcome,
      operation: entry.operation,
      moved: entry.moved,
      ...before,
      now: clock.now(),
      redact,
    })
    return look === undefined ? ending : withLook(ending, look)
  }

  function conclude(entry: Entry, ending: Ending, failures: number): Intent {
    try {
      book.change(entry, ending.event, ending.patch, ending.evidence)
    } catch (error) {
      // The platform has answered and the disk has no room. A stop before there is leaves it `sending`, which the next start makes unknown.
      log.write('error', 'An outcome could not be saved yet.', { intent: entry.intent.id, reason: messageOf(error) })
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
    send(entry, inOrder = false) {
      const { state } = entry.intent
      const before = {
        waited: state === 'queued' && entry.saved,
        doubtful: state === 'unknown',
        again: entry.again === true,
        inOrder,
      }
      // Nothing comes between this look and the commit: one process writes, and neither of the two waits for anything.
      const error = parts.refusal(entry)
      if (error !== undefined) throw error
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
    queue(entry, waiting) {
      if (entry.operation.queueable) delete entry.command
      put({
        entry,
        event: 'requeue',
        patch: { waiting, settledAt: undefined },
        evidence: [{ event: 'waiting', note: waitingNotes[waiting.reason] }],
      })
      return entry.intent
    },
    refuse(entry, error) {
      if (entry.saved) throw error
      book.insert(entry, { state: 'rejected', error: error.toShape(), settledAt: iso() }, [
        { event: 'not_sent', note: error.message },
      ])
      parts.onSettled(entry)
      return entry.intent
    },
    onWire: () => wire.values(),
    end: () => void (ended = true),
  }
}

/** How soon after the last check the socket of a live command must stand. */
const longestOpeningMs = 2_000

const notYet: NewEvidence = { event: 'not_sent', note: 'Not begun: what was asked for earlier goes first.' }

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
  order: 'Waits: what was asked for earlier goes first.',
  parent: 'Waits: the record that it belongs to is still being made.',
  twin: 'Waits: the same new record was asked for before, and it is not known yet whether it was made.',
  held: 'Waits: kept back by the person.',
  paused: 'Waits: sending is paused.',
}
