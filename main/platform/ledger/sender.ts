// One attempt. The row says `sending` before the socket opens, and the outcome is kept in memory until it is on disk.
import { DeskError, messageOf } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { Intent } from '#contract/models.ts'
import type { PlatformClient, WriteOutcome } from '../client/types.ts'
import { isoNow, type Clock, type Log } from '../../core/ports.ts'
import type { IntentStore, Change, Entry, NewEvidence, Patch } from './intent-store.ts'
import { withPrecondition, type Precondition, type PreconditionCheck } from './precondition.ts'
import { backoffMs } from './offline.ts'
import { requestOf } from './order.ts'
import { endingOf, notSent, outcomeOfThrown, type Ending } from './outcomes.ts'
import type { EntryTimers } from './timers.ts'
import { deskClosed } from './errors.ts'

export type Sender = ReturnType<typeof createSender>

export interface SenderParts {
  intents: IntentStore
  client: PlatformClient
  clock: Clock
  log: Log
  timers: EntryTimers
  redact: (value: Json) => Json
  checkPrecondition: PreconditionCheck
  /** False while the desk closes. */
  running: () => boolean
  /** Why a command may not be sent now. */
  refusal: (entry: Entry) => DeskError | undefined
  /** Whether it would overtake a queued one. */
  overtakes: (entry: Entry) => boolean
  /** The socket of a new record was requested, so the next one of its lane may start. */
  onSocketAsked: () => void
  onOutcomeSaved: (entry: Entry, ending: Ending) => void
  /** An attempt has left the wire. */
  onAttemptEnded: () => void
  onSettled: (entry: Entry) => void
}

export function createSender(parts: SenderParts) {
  const { intents, client, clock, log, timers, redact, checkPrecondition } = parts
  const wire = new Set<Promise<unknown>>()
  let ended = false

  function put({ entry, event, patch = {}, evidence = [] }: Change): void {
    if (entry.saved) intents.change(entry, event, patch, evidence)
    else intents.insert(entry, { ...patch, state: event === 'send' ? 'sending' : 'queued' }, evidence)
  }

  function sending(entry: Entry): Change {
    const attempts = entry.intent.attempts + 1
    const evidence: NewEvidence[] = entry.intent.held === true ? [{ event: 'released', code: 'released' }] : []
    evidence.push({
      event: 'sent',
      ...(attempts === 1 ? { code: 'sent' } : { code: 'sent_again', facts: { attempt: attempts } }),
    })
    return { entry, event: 'send', patch: { ...nothingKnown, attempts, sentAt: isoNow(clock) }, evidence }
  }

  async function write(
    entry: Entry,
    precondition: Precondition | undefined,
    mayStart: () => boolean,
  ): Promise<WriteOutcome> {
    const { intent } = entry
    if (precondition?.outcome !== undefined) return precondition.outcome
    if (!parts.running()) return { outcome: 'not_sent', error: deskClosed().toShape() }
    try {
      return await client.write(requestOf(intent), intent.environment, intent.reference, {
        intent: intent.id,
        beforeSend() {
          const error = parts.refusal(entry)
          if (error !== undefined) throw error
          if (!mayStart()) throw new DeskError('cancelled', 'Something that was asked for earlier goes first.')
          entry.begun = true
          if (entry.free) queueMicrotask(parts.onSocketAsked)
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

  /** How the attempt ended; undefined after `end`. */
  async function attempt(
    entry: Entry,
    before: { waited: boolean; doubtful: boolean; again: boolean; inOrder: boolean },
  ): Promise<Ending | undefined> {
    entry.begun = false
    const checking = checkPrecondition(entry)
    const precondition = checking && (await checking)
    const start = { overtakes: false }
    const outcome = await write(
      entry,
      precondition,
      () => !(start.overtakes = before.inOrder && parts.overtakes(entry)),
    )
    if (ended) return undefined
    if (start.overtakes) {
      const patch: Patch = { attempts: entry.intent.attempts - 1, sentAt: undefined, waiting: { reason: 'order' } }
      return { event: 'requeue', patch, evidence: [notBegun], reached: 'unclear' }
    }
    const ending = endingOf({
      outcome,
      operation: entry.operation,
      moved: entry.moved,
      ...before,
      now: clock.now(),
      redact,
    })
    return precondition === undefined ? ending : withPrecondition(ending, precondition)
  }

  function saveOutcome(entry: Entry, ending: Ending, failures: number): Intent {
    try {
      intents.change(entry, ending.event, ending.patch, ending.evidence)
    } catch (error) {
      // The disk may be full. If the desk stops before it can save, the next start finds the row `sending` and makes it unknown.
      log.write('error', 'An outcome could not be saved yet.', { intent: entry.intent.id, reason: messageOf(error) })
      timers.at(entry, clock.now() + backoffMs(failures), () => {
        saveOutcome(entry, ending, failures + 1)
        parts.onAttemptEnded()
      })
      throw error
    }
    parts.onOutcomeSaved(entry, ending)
    return entry.intent
  }

  return {
    /**
     * Commits `sending`, sends, and commits the outcome. Fails only where a commit failed or a new intent may not be sent.
     * `inOrder`: the desk sends it by itself, and requeues it where an earlier one has come back to the queue meanwhile.
     */
    send(entry: Entry, inOrder = false): Promise<Intent> {
      const { state } = entry.intent
      const before = {
        waited: state === 'queued' && entry.saved,
        doubtful: state === 'unknown',
        again: entry.again === true,
        inOrder,
      }
      // Check and commit are synchronous, so nothing happens between them.
      const error = parts.refusal(entry)
      if (error !== undefined) throw error
      put(sending(entry))
      const run = async (): Promise<Intent> => {
        const ending = await attempt(entry, before)
        return ending === undefined ? entry.intent : saveOutcome(entry, ending, 0)
      }
      const answered = run().finally(() => {
        wire.delete(answered)
        parts.onAttemptEnded()
      })
      wire.add(answered)
      return answered
    },
    queue(entry: Entry, waiting: NonNullable<Intent['waiting']>): Intent {
      if (entry.operation.queueable) delete entry.command
      put({
        entry,
        event: 'requeue',
        patch: { waiting, settledAt: undefined },
        evidence: [{ event: 'waiting', code: `waits_${waiting.reason}` }],
      })
      return entry.intent
    },
    /** Saves a new intent as rejected. Throws the error for one that has a row already, and leaves the row. */
    refuse(entry: Entry, error: DeskError): Intent {
      if (entry.saved) throw error
      const shape = error.toShape()
      intents.insert(entry, { state: 'rejected', error: shape, settledAt: isoNow(clock) }, [notSent(shape)])
      parts.onSettled(entry)
      return entry.intent
    },
    onWire: (): Iterable<Promise<unknown>> => wire.values(),
    /** Drops outcomes that come after this. */
    end: (): void => void (ended = true),
  }
}

/** How soon after the last check the socket of a live command must be open. */
const longestOpeningMs = 2_000

const notBegun: NewEvidence = { event: 'not_sent', code: 'not_begun' }

/** Clears what an earlier attempt left. */
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
