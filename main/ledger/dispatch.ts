// Who is sent when. Writes to one record keep their order; a queued one waits for what came before it, a person who presses a
// live command waits only for what is on the wire.
import { DeskError } from '#contract/errors.ts'
import type { Json } from '#contract/json.ts'
import type { EnvironmentId, Intent } from '#contract/models.ts'
import type { PlatformClient } from '../platform/client/types.ts'
import type { Clock, Log } from '../ports.ts'
import type { Book, Entry, Patch } from './book.ts'
import { closedGate, twinError } from './checks.ts'
import { backoffMs, createOffline } from './offline.ts'
import { blockerOf } from './order.ts'
import type { Ending } from './outcomes.ts'
import { createSender } from './sender.ts'
import { isOpen } from './states.ts'
import { createTimers, quietly } from './timers.ts'

const mostParallel = 4
const shortestHoldMs = 100

export interface Dispatch {
  /** Sends a new or a rejected intent, or queues it; answers once it is settled, queued or unknown. */
  admit(entry: Entry): Promise<Intent>
  /** Sends a queued or unknown intent now, in its turn. Throws DeskError `invalid_state` or `conflict`. */
  force(entry: Entry): Promise<Intent>
  /** Starts whatever may go. */
  pump(): void
  wake(): void
  /** Sends nothing more; waits for what is on the wire, up to `graceMs`. */
  stop(graceMs: number): Promise<void>
}

export interface DispatchParts {
  book: Book
  client: PlatformClient
  clock: Clock
  log: Log
  redact: (value: Json) => Json
  onUnknown: (entry: Entry, settleMs: number) => void
  onSettled: (entry: Entry) => void
}

export function createDispatch(parts: DispatchParts): Dispatch {
  const { book, client, clock, log, redact } = parts
  const draining = new Set<Entry>()
  const timers = createTimers(clock, log)
  let phase: 'running' | 'stopping' = 'running'
  const offline = createOffline(clock, probe)
  const sender = createSender({ book, client, clock, log, timers, redact, onConcluded: concluded, onFree: freed, onSettled: parts.onSettled })

  function concluded(entry: Entry, ending: Ending): void {
    if (ending.event === 'lose') parts.onUnknown(entry, ending.settleMs ?? 0)
    else if (ending.event !== 'requeue') parts.onSettled(entry)
    if (phase !== 'running') return
    if (ending.notBefore !== undefined && entry.intent.state === 'queued') hold(entry, ending.notBefore)
    const { environment } = entry.intent
    if (ending.reached === 'yes') offline.answered(environment)
    else if (ending.reached === 'no' && ending.event === 'requeue') offline.failed(environment)
    else offline.undecided(environment)
  }

  function freed(entry: Entry): void {
    draining.delete(entry)
    pump()
  }

  function hold(entry: Entry, until: number): void {
    entry.notBefore = until
    timers.at(entry, until, () => {
      // A timer may ring a moment before the clock says so.
      entry.notBefore = 0
      pump()
    })
  }

  function inTurn(entry: Entry): Promise<Intent> {
    entry.turn ??= Promise.withResolvers<Intent>()
    return entry.turn.promise
  }

  /** Sends an entry whose turn it was and answers those who wait for it. */
  function go(entry: Entry): void {
    const { turn } = entry
    delete entry.turn
    entry.wanted = false
    try {
      timers.cancel(entry)
      const ended = sender.send(entry)
      if (turn === undefined) ended.catch(() => undefined)
      else ended.then(turn.resolve, turn.reject)
    } catch (error) {
      draining.delete(entry)
      turn?.reject(error)
      log.write('error', 'A queued intent could not be sent.', { intent: entry.intent.id, reason: error instanceof Error ? error.message : String(error) })
      if (entry.intent.state !== 'queued') return
      // A person was told that it failed: it must not go later. Its row becomes rejected at the next start.
      if (!entry.operation.queueable) return book.leave(entry)
      hold(entry, clock.now() + backoffMs(2))
      offline.failed(entry.intent.environment)
    }
  }

  /** Live commands and resends that a person asked for: as soon as nothing of their record is on the wire. */
  function goUrgent(entry: Entry): void {
    const conflict = twinError(entry, book) ?? closedGate(client, entry)?.error
    if (conflict === undefined) return go(entry)
    const { turn } = entry
    delete entry.turn
    entry.wanted = false
    if (entry.intent.state === 'unknown') return turn?.reject(conflict)
    try {
      book.change(entry, 'withdraw', { error: conflict.toShape(), settledAt: iso(), waiting: undefined }, [{ event: 'not_sent', note: conflict.message }])
      parts.onSettled(entry)
      turn?.resolve(entry.intent)
    } catch (error) {
      book.leave(entry)
      turn?.reject(error)
      throw error
    }
  }

  function pump(): void {
    if (phase !== 'running') return
    for (const lane of [...book.lanes()]) {
      const urgent = lane.find((entry) => entry.saved && (entry.wanted || (entry.intent.state === 'queued' && !entry.operation.queueable)))
      if (urgent !== undefined) {
        if (blockerOf(urgent, lane) === undefined) quietly(log, () => goUrgent(urgent))
        continue
      }
      const head = lane[0]
      if (head !== undefined && head.saved && head.intent.state === 'queued') quietly(log, () => tryHead(head))
    }
  }

  function tryHead(head: Entry): void {
    const { environment, waiting } = head.intent
    if (head.notBefore > clock.now()) return
    if (offline.paused(environment)) {
      if (waiting?.reason === 'order') book.change(head, 'wait', { waiting: { reason: 'offline' } })
      return
    }
    if (draining.size >= mostParallel) return
    sendHead(head)
  }

  /** Sends a queued head unless its gate is closed; answers whether it went. */
  function sendHead(head: Entry): boolean {
    const gate = closedGate(client, head)
    if (gate === undefined) {
      draining.add(head)
      go(head)
      return true
    }
    const until = new Date(gate.until).toISOString()
    if (head.intent.waiting?.until !== until) book.change(head, 'wait', { waiting: { reason: 'gate', until } })
    hold(head, Math.max(gate.until, clock.now() + shortestHoldMs))
    return false
  }

  function probe(environment: EnvironmentId): boolean {
    if (phase !== 'running') return true
    for (const lane of [...book.lanes()]) {
      const head = lane[0]
      if (head?.intent.environment !== environment || !head.saved || head.intent.state !== 'queued' || head.notBefore > clock.now()) continue
      if (sendHead(head)) return true
    }
    return false
  }

  const iso = () => new Date(clock.now()).toISOString()

  return {
    async admit(entry) {
      if (phase !== 'running') throw closing()
      book.join(entry)
      try {
        return await admitted(entry)
      } catch (error) {
        if (!entry.saved || !isOpen(entry.intent.state)) {
          book.leave(entry)
          pump()
        }
        throw error
      }
    },
    async force(entry) {
      if (phase !== 'running') throw closing()
      const lane = book.lane(entry.lane)
      if (entry.intent.state === 'queued') {
        const blocker = entry.operation.queueable ? blockerOf(entry, lane) : undefined
        if (blocker !== undefined) throw new DeskError('invalid_state', `It waits for intent ${blocker.intent.id} on the same record. Settle that one first.`)
        const ended = inTurn(entry)
        if (entry.operation.queueable) go(entry)
        return ended
      }
      const conflict = twinError(entry, book)
      if (conflict !== undefined) throw conflict
      entry.wanted = true
      const ended = inTurn(entry)
      pump()
      return ended
    },
    pump,
    wake() {
      for (const entry of book.entries()) {
        if (entry.notBefore > clock.now() && client.gate(entry.operation.key, entry.intent.environment) === undefined) entry.notBefore = 0
      }
      offline.probeAll((environment) => client.connection(environment).state !== 'unreachable')
      pump()
    },
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

  function admitted(entry: Entry): Promise<Intent> | Intent {
    const { operation, intent } = entry
    if (blockerOf(entry, book.lane(entry.lane)) !== undefined) {
      const queued = sender.queue(entry, { reason: 'order' })
      return operation.queueable ? queued : inTurn(entry)
    }
    const gate = closedGate(client, entry)
    if (!operation.queueable) {
      const error = twinError(entry, book) ?? gate?.error
      return error === undefined ? sender.send(entry) : sender.refuse(entry, error)
    }
    const next = offline.until(intent.environment)
    if (next !== undefined) return sender.queue(entry, { reason: 'offline', ...(next > clock.now() && { until: new Date(next).toISOString() }) })
    if (gate === undefined) return sender.send(entry)
    hold(entry, gate.until)
    return sender.queue(entry, { reason: 'gate', until: new Date(gate.until).toISOString() })
  }

  /** What may not wait in the queue does not outlive the desk. */
  function abandon(entry: Entry): void {
    const { turn } = entry
    if (entry.intent.state === 'queued' && entry.saved && !entry.operation.queueable) {
      book.change(entry, 'withdraw', neverSent(iso()), [{ event: 'not_sent', note: 'The desk was closed before it was sent.' }])
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
  error: new DeskError('cancelled', 'The desk was closed before this was sent. The platform has seen nothing of it.').toShape(),
  settledAt,
  waiting: undefined,
})
