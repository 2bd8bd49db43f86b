// Which intent is sent when. Writes to one record keep their order: a queued one waits for all before it, a live command only for
// what is on the wire.
import { DeskError, messageOf } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import type { PlatformClient } from '../client/types.ts'
import { isoNow, type Clock, type Log } from '../../core/ports.ts'
import type { IntentStore, Entry, Patch } from './intent-store.ts'
import { closedGate, lateError, longestTurnMs, unsettledError } from './checks.ts'
import { deskClosed } from './errors.ts'
import { createDrain } from './drain.ts'
import { backoffMs, createOffline } from './offline.ts'
import type { PreconditionCheck } from './precondition.ts'
import { blockerOf, isUrgent, othersIn } from './order.ts'
import { notSent, type Ending } from './outcomes.ts'
import { createSender } from './sender.ts'
import { isOpen } from './states.ts'
import { createTimers, quietly } from './timers.ts'
import { createTurns } from './turns.ts'

export type Dispatch = ReturnType<typeof createDispatch>

export interface DispatchParts {
  intents: IntentStore
  client: PlatformClient
  clock: Clock
  log: Log
  redact: (value: Json) => Json
  checkPrecondition: PreconditionCheck
  /** Why a command may not be sent now. */
  refusal: (entry: Entry) => DeskError | undefined
  onOutcomeUnknown: (entry: Entry, settleMs: number) => void
  /** The platform took it and has not done it yet. */
  onOutcomeAccepted: (entry: Entry) => void
  onSettled: (entry: Entry) => void
  /** Whether reachability probes an environment and wakes the queue once it answers. */
  asked?: ((environment: EnvironmentId) => boolean) | undefined
}

export function createDispatch(parts: DispatchParts) {
  const { intents, client, clock, log } = parts
  const timers = createTimers(clock, log)
  let phase: 'running' | 'stopping' = 'running'
  const offline = createOffline(clock, (environment) => drain.probe(environment), parts.asked)
  const running = () => phase === 'running'
  const turns = createTurns(intents)
  const sender = createSender({
    ...parts,
    timers,
    running,
    overtakes: (entry) => entry.free && blockerOf(entry, others(entry)) !== undefined,
    onSocketAsked: () => quietly(log, pump),
    onOutcomeSaved: outcomeSaved,
    onAttemptEnded: pump,
  })
  const drain = createDrain({ ...parts, timers, offline, turns, sender, running, onSaveFailed: failed })

  const others = (entry: Entry) => othersIn(intents.lane(entry.lane), intents)

  function outcomeSaved(entry: Entry, ending: Ending): void {
    delete entry.command
    if (ending.event === 'lose') parts.onOutcomeUnknown(entry, ending.settleMs ?? 0)
    else if (ending.event === 'accept') parts.onOutcomeAccepted(entry)
    else if (ending.event !== 'requeue') parts.onSettled(entry)
    if (!running()) return
    if (ending.notBefore !== undefined && entry.intent.state === 'queued') drain.delay(entry, ending.notBefore)
    const { environment } = entry.intent
    if (ending.reached === 'yes') offline.answered(environment)
    else if (ending.reached === 'no' && ending.event === 'requeue') offline.failed(environment)
    else offline.undecided(environment)
  }

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
    // The person saw it fail, so it must not go later. Its row becomes rejected at the next start.
    if (!entry.operation.queueable) return intents.leave(entry)
    drain.delay(entry, clock.now() + backoffMs(2))
    offline.failed(entry.intent.environment)
  }

  function goUrgent(entry: Entry): void {
    const error = lateError(entry) ?? unsettledError(entry, intents) ?? closedGate(client, entry)?.error
    if (error !== undefined) return dropTurn(entry, error, 'withdraw')
    const refusal = parts.refusal(entry)
    if (refusal === undefined) go(entry)
    else dropTurn(entry, refusal, entry.again === true ? 'withdraw' : 'cancel')
  }

  /** Ends the wait for a turn without sending. What was unknown stays unknown. */
  function dropTurn(entry: Entry, error: DeskError, event: 'withdraw' | 'cancel'): void {
    timers.cancel(entry)
    delete entry.command
    const turn = turns.take(entry)
    if (entry.intent.state === 'unknown') return turn?.reject(error)
    try {
      const shape = error.toShape()
      intents.change(entry, event, { error: shape, settledAt: isoNow(clock), waiting: undefined }, [notSent(shape)])
      parts.onSettled(entry)
      turn?.resolve(entry.intent)
    } catch (failure) {
      intents.leave(entry)
      turn?.reject(failure)
      throw failure
    }
  }

  /** A live command whose turn does not come in time is not sent at all. */
  function waitForTurn(entry: Entry): Promise<Intent> {
    const ended = turns.wait(entry)
    if (entry.operation.queueable) return ended
    timers.at(entry, (entry.command?.at ?? clock.now()) + longestTurnMs, () => {
      if (intents.get(entry.intent.id) !== entry || !isUrgent(entry)) return
      // A timer may fire a moment before the clock reaches its time.
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

  return {
    /**
     * Sends or queues a new or a rejected intent; resolves once it is settled, queued or unknown. `asked`: the person wants it sent even
     * while sending is paused.
     */
    async admit(entry: Entry, asked: boolean): Promise<Intent> {
      if (!running()) throw deskClosed()
      intents.join(entry)
      try {
        return await admitted(entry, asked)
      } catch (error) {
        if (!entry.saved || !isOpen(entry.intent.state)) {
          intents.leave(entry)
          pump()
        }
        throw error
      }
    },
    /** Sends a queued or unknown intent now, in its turn. Throws DeskError `invalid_state` or `conflict`. */
    async force(entry: Entry): Promise<Intent> {
      if (!running()) throw deskClosed()
      if (entry.intent.state === 'queued') {
        const blocker = entry.operation.queueable ? blockerOf(entry, others(entry)) : undefined
        // Whether to make the same record twice is the person's decision, and this call is it.
        if (blocker !== undefined && blocker.reason !== 'twin') {
          const { id, held } = blocker.by.intent
          const reason = held === true ? 'waits_behind_held' : 'waits_behind'
          throw new DeskError('invalid_state', `It waits for intent ${id}.`, { facts: { reason, intent: id } })
        }
        const refusal = parts.refusal(entry)
        if (refusal !== undefined) throw refusal
        if (!entry.operation.queueable) return waitForTurn(entry)
        const ended = turns.wait(entry)
        go(entry)
        return ended
      }
      const conflict = unsettledError(entry, intents)
      if (conflict !== undefined) throw conflict
      entry.wanted = true
      const ended = waitForTurn(entry)
      pump()
      return ended
    },
    /** Sends whatever may go now. */
    pump,
    wake(): void {
      for (const entry of intents.entries()) {
        if (entry.notBefore > clock.now() && client.gate(entry.operation.key, entry.intent.environment) === undefined)
          entry.notBefore = 0
      }
      offline.probeAll((environment) => client.connection(environment).state !== 'unreachable')
      pump()
    },
    pause(wanted: boolean): void {
      if (wanted === drain.paused()) return
      drain.pause(wanted)
      if (!wanted) offline.probeAll(() => true)
      pump()
    },
    waitingOf: drain.waitingOf,
    /** Waits up to `graceMs` for what is on the wire. */
    async stop(graceMs: number): Promise<void> {
      phase = 'stopping'
      offline.stop()
      timers.stop()
      for (const entry of [...intents.entries()]) quietly(log, () => abandon(entry))
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
      const error = unsettledError(entry, intents) ?? gate?.error
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

  function abandon(entry: Entry): void {
    const { turn } = entry
    if (entry.intent.state === 'queued' && entry.saved && !entry.operation.queueable) {
      intents.change(entry, 'withdraw', neverSent(isoNow(clock)), [notSent(deskClosed().toShape())])
      parts.onSettled(entry)
      turn?.resolve(entry.intent)
    } else if (turn !== undefined) {
      turn.reject(deskClosed())
    }
  }
}

/** How a live command ends that was not sent before the desk closed. */
export const neverSent = (settledAt: string): Patch => ({
  error: deskClosed().toShape(),
  settledAt,
  waiting: undefined,
})
