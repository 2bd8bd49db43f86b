// Sends queued intents by itself: the first of each lane, a few at a time, unless sending is paused, the environment can't be reached
// or a gate is closed.
import type { EnvironmentId, Intent } from '#contract/models.ts'
import type { PlatformClient } from '../client/types.ts'
import type { Clock, Log } from '../../core/ports.ts'
import type { IntentStore, Change, Entry } from './intent-store.ts'
import { closedGate } from './checks.ts'
import type { Offline } from './offline.ts'
import { blockerOf, headOf, othersIn, outcomeBlocker } from './order.ts'
import type { Sender } from './sender.ts'
import { quietly, type EntryTimers } from './timers.ts'
import type { Turns } from './turns.ts'

const mostParallel = 4
const shortestDelayMs = 100
/** Those further back wait for their order in any case, and there may be thousands of them. */
const mostLabelled = 100

export interface DrainParts {
  intents: IntentStore
  client: PlatformClient
  clock: Clock
  log: Log
  timers: EntryTimers
  offline: Offline
  turns: Turns
  sender: Sender
  running: () => boolean
  onSaveFailed: (entry: Entry, error: unknown) => void
}

export function createDrain({
  intents,
  client,
  clock,
  log,
  timers,
  offline,
  turns,
  sender,
  running,
  onSaveFailed,
}: DrainParts) {
  let paused = false
  let leaving = 0

  const others = (lane: readonly Entry[]) => othersIn(lane, intents)

  /** `until` in milliseconds. */
  function delay(entry: Entry, until: number): void {
    entry.notBefore = until
    timers.at(entry, until, () => {
      // A timer may fire a moment before the clock reaches its time.
      entry.notBefore = 0
      go(turns.urgent())
    })
  }

  /** Sends the heads that may go, and notes why the others wait. Lanes of `urgent` are skipped, except those of new records. */
  function go(urgent: ReadonlyMap<string, Entry>): void {
    if (!running()) return
    const relabelled: Change[] = []
    for (const lane of [...intents.lanes()]) {
      const head = headOf(others(lane))
      if (head === undefined || !isDue(head) || isLeft(head, urgent)) relabelled.push(...blocked(lane))
      else if (paused || offline.paused(head.intent.environment)) relabelled.push(...labelled(head))
      else if (leaving < mostParallel) quietly(log, () => sendHead(head))
      else if (!offline.any()) break
    }
    quietly(log, () => intents.changeAll(relabelled))
  }

  const isLeft = (head: Entry, urgent: ReadonlyMap<string, Entry>): boolean => !head.free && urgent.has(head.lane)

  const isDue = (head: Entry): boolean => head.notBefore <= clock.now()

  function labelled(head: Entry): Change[] {
    const waiting = waitingOf(head, false)
    return waiting?.reason === head.intent.waiting?.reason ? [] : [{ entry: head, event: 'wait', patch: { waiting } }]
  }

  /** Updates the reason of new records that wait for an outcome. */
  function blocked(lane: readonly Entry[]): Change[] {
    if (lane[0]?.free !== true) return []
    const all = others(lane)
    return lane.slice(0, mostLabelled).flatMap((entry) => {
      if (!entry.saved || entry.intent.state !== 'queued' || entry.intent.held === true || !entry.operation.queueable)
        return []
      const reason = outcomeBlocker(entry, all)?.reason
      return reason === undefined || reason === 'order' || reason === entry.intent.waiting?.reason
        ? []
        : [{ entry, event: 'wait' as const, patch: { waiting: { reason } } }]
    })
  }

  /** Why a queued entry that is not held waits; undefined where it may be sent. */
  function waitingOf(entry: Entry, behind: boolean): Intent['waiting'] {
    const blocker = entry.free ? blockerOf(entry, others(intents.lane(entry.lane))) : undefined
    if (blocker !== undefined && blocker.reason !== 'order') return { reason: blocker.reason }
    if (behind) return { reason: 'order' }
    if (paused) return { reason: 'paused' }
    if (!isDue(entry)) return { reason: 'gate', until: new Date(entry.notBefore).toISOString() }
    const { environment } = entry.intent
    if (!offline.paused(environment)) return undefined
    const until = offline.until(environment) ?? 0
    return { reason: 'offline', ...(until > clock.now() && { until: new Date(until).toISOString() }) }
  }

  /** Sends a head unless its gate is closed; returns whether it did. */
  function sendHead(head: Entry): boolean {
    const gate = closedGate(client, head)
    if (gate === undefined) {
      try {
        const ended = sender.send(head, true)
        leaving += 1
        // The outcome is in its row, and a failed commit was logged.
        ended
          .catch(() => undefined)
          .finally(() => {
            leaving -= 1
            quietly(log, () => go(turns.urgent()))
          })
      } catch (error) {
        onSaveFailed(head, error)
      }
      return true
    }
    const until = new Date(gate.until).toISOString()
    if (head.intent.waiting?.until !== until) intents.change(head, 'wait', { waiting: { reason: 'gate', until } })
    delay(head, Math.max(gate.until, clock.now() + shortestDelayMs))
    return false
  }

  return {
    go,
    delay,
    waitingOf,
    /** Sends one queued intent of an environment; returns whether there was one. */
    probe(environment: EnvironmentId): boolean {
      if (!running()) return true
      if (paused) return false
      const urgent = turns.urgent()
      for (const lane of [...intents.lanes()]) {
        const head = headOf(others(lane))
        if (head?.intent.environment !== environment || !isDue(head) || isLeft(head, urgent)) continue
        if (sendHead(head)) return true
      }
      return false
    },
    paused: (): boolean => paused,
    pause(wanted: boolean): void {
      paused = wanted
      // Those that can't leave yet must not go on saying that they are paused.
      if (!wanted)
        quietly(log, () =>
          intents.changeAll([...intents.lanes()].flatMap((lane) => headOf(others(lane)) ?? []).flatMap(labelled)),
        )
    },
  }
}
