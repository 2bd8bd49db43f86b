// What leaves the queue by itself: what stands first in each lane, a few lanes at a time, unless the person has paused
// sending, an environment can't be reached or a gate is closed.
import type { EnvironmentId, Intent } from '#contract/models.ts'
import type { PlatformClient } from '../platform/client/types.ts'
import type { Clock, Log } from '../ports.ts'
import type { Book, Change, Entry } from './book.ts'
import { closedGate } from './checks.ts'
import type { Offline } from './offline.ts'
import { headOf, trainOf } from './order.ts'
import type { End, Sender } from './sender.ts'
import type { EntryTimers } from './timers.ts'
import { quietly } from './timers.ts'
import { createTrains } from './trains.ts'
import type { Turns } from './turns.ts'

const mostParallel = 4
const shortestDelayMs = 100

export interface Drain {
  /** Starts the heads that may go; says of the others why they wait. Lanes of `urgent` are left alone. */
  go(urgent: ReadonlyMap<string, Entry>): void
  /** Tries one queued intent of an environment; answers whether one went. */
  probe(environment: EnvironmentId): boolean
  /** Puts back what is claimed and not begun: the person, or a live command, comes first. */
  giveBack(lane: string): void
  /** Not before a time in milliseconds. */
  delay(entry: Entry, until: number): void
  /** Puts back all that is claimed and not begun. */
  stop(): void
  paused(): boolean
  pause(paused: boolean): void
  /** Why a queued entry that is not held waits; undefined where it may go. */
  waitingOf(entry: Entry, behind: boolean): Intent['waiting']
}

export interface DrainParts {
  book: Book
  client: PlatformClient
  clock: Clock
  log: Log
  timers: EntryTimers
  offline: Offline
  turns: Turns
  sender: Sender
  running: () => boolean
  /** A train has ended. */
  onFree: () => void
  /** A head could not be saved as being sent. */
  onFailed: (entry: Entry, error: unknown) => void
}

export function createDrain({ book, client, clock, log, timers, offline, turns, sender, running, onFree, onFailed }: DrainParts): Drain {
  const trains = createTrains({ sender, clock, log, following, onFree })
  let paused = false

  function delay(entry: Entry, until: number): void {
    entry.notBefore = until
    timers.at(entry, until, () => {
      // A timer may ring a moment before the clock says so.
      entry.notBefore = 0
      go(turns.urgent())
    })
  }

  function go(urgent: ReadonlyMap<string, Entry>): void {
    if (!running()) return
    const relabelled: Change[] = []
    for (const lane of book.lanes()) {
      const head = headOf(lane, book.sending())
      if (head === undefined || !isDue(head) || urgent.has(head.lane)) continue
      if (paused || offline.paused(head.intent.environment)) relabelled.push(...labelled(head))
      else if (trains.count() < mostParallel) quietly(log, () => sendHead(head, trains.length()))
      else if (!offline.any()) break
    }
    quietly(log, () => book.changeAll(relabelled))
  }

  const isDue = (head: Entry): boolean => head.notBefore <= clock.now()

  function labelled(head: Entry): Change[] {
    const waiting = waitingOf(head, false)
    return waiting?.reason === head.intent.waiting?.reason ? [] : [{ entry: head, event: 'wait', patch: { waiting } }]
  }

  function waitingOf(entry: Entry, behind: boolean): Intent['waiting'] {
    if (behind) return { reason: 'order' }
    if (paused) return { reason: 'paused' }
    if (!isDue(entry)) return { reason: 'gate', until: new Date(entry.notBefore).toISOString() }
    const { environment } = entry.intent
    if (!offline.paused(environment)) return undefined
    const until = offline.until(environment) ?? 0
    return { reason: 'offline', ...(until > clock.now() && { until: new Date(until).toISOString() }) }
  }

  /** Sends a queued head unless its gate is closed; answers whether it went. */
  function sendHead(head: Entry, length: number): boolean {
    const gate = closedGate(client, head)
    if (gate === undefined) {
      try {
        trains.start(trainFrom(head, length, turns.urgent()))
      } catch (error) {
        onFailed(head, error)
      }
      return true
    }
    const until = new Date(gate.until).toISOString()
    if (head.intent.waiting?.until !== until) book.change(head, 'wait', { waiting: { reason: 'gate', until } })
    delay(head, Math.max(gate.until, clock.now() + shortestDelayMs))
    return false
  }

  /** A head with what may follow it: of its own lane first, then the heads of others. */
  function trainFrom(head: Entry, length: number, urgent: ReadonlyMap<string, Entry>): Entry[] {
    const cars = trainOf(head, book.lane(head.lane), length)
    if (head.operation.confirmWith === undefined) return cars
    for (const lane of book.lanes()) {
      if (cars.length >= length) break
      if (lane[0]?.lane === head.lane) continue
      const other = headOf(lane, book.sending())
      if (other?.operation.confirmWith !== undefined && other.intent.environment === head.intent.environment && isFree(other, urgent)) cars.push(other)
    }
    return cars
  }

  const isFree = (head: Entry, urgent: ReadonlyMap<string, Entry>): boolean => isDue(head) && !urgent.has(head.lane) && closedGate(client, head) === undefined

  /** The next train of the lanes whose train is about to end, or of another lane; nothing unless all went well. */
  function following(ends: readonly End[]): Entry[] {
    const last = ends.at(-1)
    const well = ends.every(({ ending }) => (ending.event === 'confirm' || ending.event === 'reject') && ending.reached === 'yes')
    if (last === undefined || !running() || paused || !well) return []
    const urgent = turns.urgent()
    const leaving = new Set(ends.map(({ entry }) => entry))
    const { environment } = last.entry.intent
    const free = (lane: readonly Entry[]): Entry | undefined => {
      const head = headOf(lane, book.sending(), leaving)
      if (head === undefined || !isFree(head, urgent)) return undefined
      return head.intent.environment === environment || !offline.paused(head.intent.environment) ? head : undefined
    }
    let head = free(book.lane(last.entry.lane))
    for (const lane of book.lanes()) {
      if (head !== undefined) break
      head = free(lane)
    }
    return head === undefined ? [] : trainFrom(head, trains.length(), urgent)
  }

  return {
    go,
    delay,
    waitingOf,
    probe(environment) {
      if (!running()) return true
      if (paused) return false
      const urgent = turns.urgent()
      for (const lane of book.lanes()) {
        const head = headOf(lane, book.sending())
        if (head?.intent.environment !== environment || !isDue(head) || urgent.has(head.lane)) continue
        if (sendHead(head, 1)) return true
      }
      return false
    },
    giveBack: (lane) => trains.giveBack(lane),
    stop: () => trains.giveBack(),
    paused: () => paused,
    pause(wanted) {
      paused = wanted
      if (wanted) trains.giveBack()
      // What leaves now says so by leaving; the others must not go on saying that they are paused.
      if (!wanted) quietly(log, () => book.changeAll([...book.lanes()].flatMap((lane) => headOf(lane, book.sending()) ?? []).flatMap(labelled)))
    },
  }
}
