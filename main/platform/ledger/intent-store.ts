// The open intents in memory, always equal to the last commit, and the only way to change one.
import type { Decision } from '#contract/command.ts'
import { createListeners } from '#contract/listeners.ts'
import { openStates, type EnvironmentId, type Evidence, type Intent, type LedgerCounts } from '#contract/models.ts'
import { listenerFailed } from '../../core/log.ts'
import type { Operation } from '../catalog/entry.ts'
import { isoNow, type Clock, type Log } from '../../core/ports.ts'
import type { ProfileDatabase } from '../../core/storage/types.ts'
import type { DeskError } from '#contract/errors.ts'
import { wrongState } from './errors.ts'
import { isFreeCreate, laneOf, recordsOf } from './identity.ts'
import { createUnkept, stops } from './stops/unkept.ts'
import type { Journal } from './journal.ts'
import { defined } from './rows.ts'
import { isOpen, nextState, type IntentEvent } from './states.ts'

export interface Command {
  decision: Decision
  /** When it arrived, in milliseconds. */
  at: number
  /** Time since then, by the clock that says more. */
  elapsedMs: () => number
  /** How far the wall clock has moved against running time since then. */
  movedMs: () => number
  /** False once whoever asked may no longer. */
  mayGo?: () => boolean
  /** Why it is not what was meant any more. */
  refuse?: () => DeskError | undefined
}

/** An open intent. `saved` is false until its first commit. */
export interface Entry {
  intent: Intent
  readonly operation: Operation
  /** Writes of one lane keep their order, by `place`. */
  lane: string
  place: number
  saved: boolean
  /** It ends something that is on the air: it leaves even where nothing can be written. */
  readonly stops: boolean
  /** Its operation is in the catalog and its request is readable. */
  readonly sendable: boolean
  /** Earliest time of the next attempt while a gate is closed, in milliseconds. */
  notBefore: number
  /** The person asked to send it although it is unknown. */
  wanted: boolean
  /** It was rejected before, and the person asked for it again. */
  again?: true
  press?: string
  /** Of a sign-in: texts now in the keychain, to be masked where the answer repeats them. */
  moved?: readonly string[]
  /** Names of its record; empty where its request names none. */
  records: readonly string[]
  /** It makes a record and names none, so it waits for no other outcome. */
  readonly free: boolean
  /** The current attempt has requested its socket. */
  begun?: boolean
  /** What the person decided; dropped once it waits in the queue. */
  command?: Command
  /** Resolved when it is settled, queued or unknown. */
  turn?: PromiseWithResolvers<Intent>
}

export type Patch = { [K in keyof Intent]?: Intent[K] | undefined }
export type NewEvidence = Omit<Evidence, 'at'>

export interface Change {
  entry: Entry
  event: IntentEvent
  patch?: Patch
  evidence?: readonly NewEvidence[]
  place?: number
}

export type IntentStore = ReturnType<typeof createIntentStore>

export function createIntentStore(parts: { database: ProfileDatabase; journal: Journal; clock: Clock; log: Log }) {
  const { database, journal, clock, log } = parts
  const open = new Map<string, Entry>()
  const lanes = new Map<string, Entry[]>()
  const listeners = createListeners<[Intent]>(listenerFailed(log))
  /** On the wire or unknown. */
  const unsure = new Set<Entry>()
  const unkept = createUnkept({ journal, database, clock, log })
  const counts: Record<string, number> = noneOpen()
  let lastPlace = journal.highestPlace()

  const stamp = (evidence: readonly NewEvidence[]): Evidence[] => {
    const at = isoNow(clock)
    return evidence.map((one) => ({ at, ...one }))
  }

  function publish(entry: Entry, next: Intent, before: Intent['state'] | undefined): void {
    if (before !== undefined && before in counts) counts[before] = (counts[before] ?? 0) - 1
    if (next.state in counts) counts[next.state] = (counts[next.state] ?? 0) + 1
    entry.intent = next
    entry.saved = true
    follow(entry)
    if (isOpen(next.state)) join(entry)
    else leave(entry)
    if (next.state === 'accepted') leaveLane(entry)
    listeners.emit(next)
  }

  function follow(entry: Entry): void {
    if (entry.intent.state === 'sending' || entry.intent.state === 'unknown') unsure.add(entry)
    else unsure.delete(entry)
  }

  function join(entry: Entry): void {
    if (open.get(entry.intent.id) === entry) return
    open.set(entry.intent.id, entry)
    if (entry.intent.state === 'accepted') return
    const lane = lanes.get(entry.lane)
    if (lane === undefined) return void lanes.set(entry.lane, [entry])
    lane.push(entry)
    if ((lane.at(-2)?.place ?? 0) > entry.place) lane.sort(byPlace)
  }

  function leave(entry: Entry): void {
    if (open.get(entry.intent.id) !== entry) return
    open.delete(entry.intent.id)
    unsure.delete(entry)
    const { state } = entry.intent
    if (entry.saved && state in counts) counts[state] = (counts[state] ?? 0) - 1
    leaveLane(entry)
  }

  /** What the platform has accepted is never sent again, so nothing of its record has to wait for it. */
  function leaveLane(entry: Entry): void {
    const lane = lanes.get(entry.lane)
    const at = lane?.indexOf(entry) ?? -1
    if (lane === undefined || at === -1) return
    if (lane.length === 1) lanes.delete(entry.lane)
    else lane.splice(at, 1)
  }

  function prepare({ entry, event, patch = {}, evidence = [] }: Change): Intent {
    const state = nextState(entry.intent.state, event)
    if (state === undefined) throw wrongState(entry.intent.state)
    return revise(entry.intent, { ...patch, state, evidence: [...entry.intent.evidence, ...stamp(evidence)] })
  }

  function changeAll(changes: readonly Change[]): void {
    if (changes.length === 0) return
    const prepared = changes.map((change) => ({
      entry: change.entry,
      before: change.entry.intent,
      next: prepare(change),
      place: change.place ?? change.entry.place,
    }))
    const rewritten = prepared.filter(({ before, next }) => before.request !== next.request)
    const write = () => {
      for (const { entry, before, next, place } of prepared)
        if (!unkept.write(entry, next, place)) journal.update(next, before.state, place)
      for (const { next } of rewritten) journal.rewrite(next)
    }
    const [{ entry, before, next, place } = {}, another] = prepared
    if (entry?.stops && another === undefined)
      unkept.try(entry, { next: next ?? entry.intent, place: place ?? entry.place, row: before?.state }, () =>
        database.transaction(write),
      )
    else if (prepared.length + rewritten.length === 1) write()
    else database.transaction(write)
    for (const { entry, place } of prepared) {
      if (entry.place === place) continue
      entry.place = place
      lanes.get(entry.lane)?.sort(byPlace)
    }
    for (const { entry, before, next } of prepared) publish(entry, next, before.state)
  }

  return {
    get: (id: string): Entry | undefined => open.get(id),
    entries: (): IterableIterator<Entry> => open.values(),
    lanes: (): IterableIterator<readonly Entry[]> => lanes.values(),
    lane: (name: string): readonly Entry[] => lanes.get(name) ?? [],
    unsure: (): ReadonlySet<Entry> => unsure,
    entry(intent: Intent, operation: Operation, stored?: { place: number; sendable: boolean }): Entry {
      const records = recordsOf(operation, intent.environment, intent.request)
      return {
        intent,
        operation,
        lane: laneOf(operation, intent.environment, intent.request),
        place: stored?.place ?? nextPlace(),
        saved: false,
        sendable: stored?.sendable ?? true,
        stops: stops(operation, intent.request),
        notBefore: 0,
        wanted: false,
        records,
        free: isFreeCreate(operation, records),
      }
    },
    /** Adds an intent that is open in the journal. */
    adopt(entry: Entry): void {
      entry.saved = true
      follow(entry)
      counts[entry.intent.state] = (counts[entry.intent.state] ?? 0) + 1
      join(entry)
    },
    join,
    leave,
    /** The first commit of an entry. */
    insert(entry: Entry, patch: Patch, evidence: readonly NewEvidence[]): Intent {
      const next = revise(entry.intent, { ...patch, evidence: stamp(evidence) })
      const { place, press, records } = entry
      const write = () => {
        if (records.length > 1) database.transaction(() => journal.insert(next, place, press, records))
        else journal.insert(next, place, press, records)
      }
      if (entry.stops) unkept.try(entry, { next, place, row: undefined }, write)
      else write()
      publish(entry, next, undefined)
      return next
    },
    /** One durable commit. Throws DeskError `invalid_state`, `storage_full` or `storage_failed`, and changes nothing then. */
    change(entry: Entry, event: IntentEvent, patch?: Patch, evidence?: readonly NewEvidence[]): Intent {
      changeAll([{ entry, event, ...(patch && { patch }), ...(evidence && { evidence }) }])
      return entry.intent
    },
    changeAll,
    nextPlace,
    counts(environment?: EnvironmentId): LedgerCounts {
      const own = noneOpen()
      for (const state of openStates) {
        if (environment === undefined) own[state] = counts[state] ?? 0
        else
          for (const { intent, saved } of open.values())
            if (saved && intent.environment === environment && intent.state === state) own[state] += 1
      }
      return own
    },
    unkept,
    onChange: listeners.add,
  }

  function nextPlace(): number {
    lastPlace = Math.max(lastPlace + 1, clock.now())
    return lastPlace
  }
}

const noneOpen = (): LedgerCounts => ({ queued: 0, sending: 0, accepted: 0, unknown: 0 })
const byPlace = (a: Entry, b: Entry): number => a.place - b.place

/** Applies a patch; undefined removes a value. */
function revise(intent: Intent, patch: Patch): Intent {
  const next = { ...intent, ...patch }
  // `delete` would slow down every later access to the object.
  return (Object.values(patch).includes(undefined) ? defined(next) : next) as Intent
}
