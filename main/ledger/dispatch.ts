// Who is sent when. Writes to one record keep their order; a queued one waits for what came before it, a person who presses a
// live command waits only for what is on the wire.
import { DeskError, messageOf } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import type { PlatformClient } from '../platform/client/types.ts'
import type { Clock, Log } from '../ports.ts'
import type { Book, Entry, Patch } from './intent-store.ts'
import { closedGate, lateError, longestTurnMs, unsettledError } from './checks.ts'
import { createDrain } from './drain.ts'
import { backoffMs, createOffline } from './offline.ts'
import type { Looking } from './precondition.ts'
import type { Others } from './order.ts'
import { blockerOf, isUrgent } from './order.ts'
import type { Ending } from './outcomes.ts'
import { createSender } from './sender.ts'
import { isOpen } from './states.ts'
import { createTimers, quietly } from './timers.ts'
import { createTurns } from './turns.ts'

export interface Dispatch {
  /** Sends a new or a rejected intent, or queues it; answers once it is settled, queued or unknown. `asked`: the person wants it sent now, pause or not. */
  admit(entry: Entry, asked: boolean): Promise<Intent>
  /** Sends a queued or unknown intent now, in its turn. Throws DeskError `invalid_state` or `conflict`. */
  force(entry: Entry): Promise<Intent>
  /** Starts whatever may go. */
  pump(): void
  wake(): void
  pause(paused: boolean): void
  /** Why a queued entry that is not held waits; undefined where it may go. */
  waitingOf(entry: Entry, behind: boolean): Intent['waiting']
  /** Sends nothing more; waits for what is on the wire, up to `graceMs`. */
  stop(graceMs: number): Promise<void>
}

export interface DispatchParts {
  book: Book
  client: PlatformClient
  clock: Clock
  log: Log
  redact: (value: Json) => Json
  looking: Looking
  /** Why a command may not be sent at this moment. */
  refusal: (entry: Entry) => DeskError | undefined
  onUnknown: (entry: Entry, settleMs: number) => void
  onSettled: (entry: Entry) => void
  /** Whether the desk asks an environment that can't be reached by itself; its news then wakes the queue. */
  asked?: ((environment: EnvironmentId) => boolean) | undefined
}

export function createDispatch(parts: DispatchParts): Dispatch {
  const { book, client, clock, log, redact, looking } = parts
  const timers = createTimers(clock, log)
  let phase: 'running' | 'stopping' = 'running'
  const offline = createOffline(clock, (environment) => drain.probe(environment), parts.asked)
  const running = () => phase === 'running'
  const turns = createTurns(book)
  const sender = createSender({
    book,
    client,
    clock,
    log,
    timers,
    redact,
    looking,
    running,
    refusal: parts.refusal,
    overtakes: (entry) => entry.free && blockerOf(entry, others(entry)) !== undefined,
    onBegun: () => quietly(log, pump),
    onConcluded: concluded,
    onFree: pump,
    onSettled: parts.onSettled,
  })
  const drain = createDrain({ book, client, clock, log, timers, offline, turns, sender, running, onFailed: failed })

  const others = (entry: Entry): Others => ({ lane: book.lane(entry.lane), open: () => book.entries() })

  function concluded(entry: Entry, ending: Ending): void {
    delete entry.command
    if (ending.event === 'lose') parts.onUnknown(entry, ending.settleMs ?? 0)
    else if (ending.event !== 'requeue') parts.onSettled(entry)
    if (!running()) return
    if (ending.notBefore !== undefined && entry.intent.state === 'queued') drain.delay(entry, ending.notBefore)
    const { environment } = entry.intent
    if (ending.reached === 'yes') offline.answered(environment)
    else if (ending.reached === 'no' && ending.event === 'requeue') offline.failed(environment)
    else offline.undecided(environment)
  }

  /** Sends an entry whose turn it was and answers those who wait for it. */
  function go(entry: Entry): void {
    const turn = turns.take(entry)
    try {
      timers.cancel(entry)
      const ended = sender.send(entry)
      if (turn === undefined) ended.catch(() => undefined)
      else ended.then(turn.resolve, turn.reject)
    } catch (error) {
      turn?.reject(error)
      failed(entry, error)
    }
  }

  function failed(entry: Entry, error: unknown): void {
    log.write('error', 'A queued intent could not be sent.', {
      intent: entry.intent.id,
      reason: messageOf(error),
    })
    if (entry.intent.state !== 'queued') return
    // A person was told that it failed: it must not go later. Its row becomes rejected at the next start.
    if (!entry.operation.queueable) return book.leave(entry)
    drain.delay(entry, clock.now() + backoffMs(2))
    offline.failed(entry.intent.environment)
  }

  /** Live commands and resends that a person asked for: as soon as nothing of their record is on the wire. */
  function goUrgent(entry: Entry): void {
    const error = lateError(entry) ?? unsettledError(entry, book) ?? closedGate(client, entry)?.error
    if (error !== undefined) return dropTurn(entry, error, 'withdraw')
    const refusal = parts.refusal(entry)
    if (refusal === undefined) go(entry)
    else dropTurn(entry, refusal, entry.again === true ? 'withdraw' : 'cancel')
  }

  /** Ends the waiting for a turn without sending: what was unknown before stays so. */
  function dropTurn(entry: Entry, error: DeskError, event: 'withdraw' | 'cancel'): void {
    timers.cancel(entry)
    delete entry.command
    const turn = turns.take(entry)
    if (entry.intent.state === 'unknown') return turn?.reject(error)
    try {
      book.change(entry, event, { error: error.toShape(), settledAt: iso(), waiting: undefined }, [
        { event: 'not_sent', note: error.message },
      ])
      parts.onSettled(entry)
      turn?.resolve(entry.intent)
    } catch (failure) {
      book.leave(entry)
      turn?.reject(failure)
      throw failure
    }
  }

  /** A live command is told when its turn did not come, rather than when it does. */
  function waitForTurn(entry: Entry): Promise<Intent> {
    const ended = turns.wait(entry)
    if (entry.operation.queueable) return ended
    timers.at(entry, (entry.command?.at ?? clock.now()) + longestTurnMs, () => {
      if (book.get(entry.intent.id) !== entry || !isUrgent(entry)) return
      // A timer may ring a moment before the clock says so.
      const error = lateError(entry, longestTurnMs)
      if (error !== undefined) dropTurn(entry, error, 'withdraw')
      pump()
    })
    return ended
  }

  function pump(): void {
    if (!running()) return
    const urgent = turns.urgent()
    for (const entry of turns.waiting())
      if (blockerOf(entry, others(entry)) === undefined) quietly(log, () => goUrgent(entry))
    drain.go(urgent)
  }

  const iso = () => new Date(clock.now()).toISOString()

  return {
    async admit(entry, asked) {
      if (!running()) throw closing()
      book.join(entry)
      try {
        return await admitted(entry, asked)
      } catch (error) {
        if (!entry.saved || !isOpen(entry.intent.state)) {
          book.leave(entry)
          pump()
        }
        throw error
      }
    },
    async force(entry) {
      if (!running()) throw closing()
      if (entry.intent.state === 'queued') {
        const blocker = entry.operation.queueable ? blockerOf(entry, others(entry)) : undefined
        // Of two new records that are the same the person decides, and has.
        if (blocker !== undefined && blocker.reason !== 'twin') {
          const { id, held } = blocker.by.intent
          const way =
            held === true ? 'Release that one, take it back, or move this one before it.' : 'Settle that one first.'
          throw new DeskError(
            'invalid_state',
            entry.free
              ? `It waits for intent ${id}, which was asked for before. ${way}`
              : `It waits for intent ${id} on the same record. ${way}`,
          )
        }
        const refusal = parts.refusal(entry)
        if (refusal !== undefined) throw refusal
        if (!entry.operation.queueable) return waitForTurn(entry)
        const ended = turns.wait(entry)
        go(entry)
        return ended
      }
      const conflict = unsettledError(entry, book)
      if (conflict !== undefined) throw conflict
      entry.wanted = true
      const ended = waitForTurn(entry)
      pump()
      return ended
    },
    pump,
    wake() {
      for (const entry of book.entries()) {
        if (entry.notBefore > clock.now() && client.gate(entry.operation.key, entry.intent.environment) === undefined)
          entry.notBefore = 0
      }
      offline.probeAll((environment) => client.connection(environment).state !== 'unreachable')
      pump()
    },
    pause(wanted) {
      if (wanted === drain.paused()) return
      drain.pause(wanted)
      if (!wanted) offline.probeAll(() => true)
      pump()
    },
    waitingOf: (entry, behind) => drain.waitingOf(entry, behind),
    async stop(graceMs) {
      phase = 'stopping'
      offline.stop()
      timers.stop()
      for (const entry of [...book.entries()]) quietly(log, () => abandon(entry))
      const grace = Promise.withResolvers<undefined>()
      const cancel = clock.after(graceMs, () => grace.resolve(undefined))
      await Promise.race([Promise.allSettled(sender.onWire()), grace.promise])
      cancel()
      sender.end()
    },
  }

  function admitted(entry: Entry, asked: boolean): Promise<Intent> | Intent {
    const { operation, intent } = entry
    const blocker = blockerOf(entry, others(entry))
    if (blocker !== undefined) {
      const refusal = parts.refusal(entry)
      if (refusal !== undefined) throw refusal
      const queued = sender.queue(entry, { reason: blocker.reason })
      return operation.queueable ? queued : waitForTurn(entry)
    }
    const gate = closedGate(client, entry)
    if (!operation.queueable) {
      const error = unsettledError(entry, book) ?? gate?.error
      return error === undefined ? sender.send(entry) : sender.refuse(entry, error)
    }
    if (drain.paused() && !asked) return sender.queue(entry, { reason: 'paused' })
    const next = offline.until(intent.environment) ?? 0
    if (offline.paused(intent.environment))
      return sender.queue(entry, {
        reason: 'offline',
        ...(next > clock.now() && { until: new Date(next).toISOString() }),
      })
    if (gate === undefined) return sender.send(entry, !asked)
    drain.delay(entry, gate.until)
    return sender.queue(entry, { reason: 'gate', until: new Date(gate.until).toISOString() })
  }

  /** What may not wait in the queue does not outlive the desk. */
  function abandon(entry: Entry): void {
    const { turn } = entry
    if (entry.intent.state === 'queued' && entry.saved && !entry.operation.queueable) {
      book.change(entry, 'withdraw', neverSent(iso()), [
        { event: 'not_sent', note: 'The desk was closed before it was sent.' },
      ])
      parts.onSettled(entry)
      turn?.resolve(entry.intent)
    } else if (turn !== undefined) {
      turn.reject(closing())
    }
  }
}

const closing = () => new DeskError('cancelled', 'The desk is closing: nothing was sent.')

/** How a live command ends that was not sent before the desk closed. */
export const neverSent = (settledAt: string): Patch => ({
  error: new DeskError(
    'cancelled',
    'The desk was closed before this was sent. The platform has seen nothing of it.',
  ).toShape(),
  settledAt,
  waiting: undefined,
})
