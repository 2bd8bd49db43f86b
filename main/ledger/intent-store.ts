// The open intents in memory, and the only way to change one: check the state, commit, then tell. What is in memory is always
// what the last commit said.
import type { Decision } from '#contract/command.ts'
import { DeskError } from '#contract/errors.ts'
import { createListeners } from '#contract/listeners.ts'
import type { Evidence, Intent, LedgerCounts } from '#contract/models.ts'
import { listenerFailed } from '../log.ts'
import type { Operation } from '../platform/catalog/entry.ts'
import type { Clock, Log } from '../ports.ts'
import type { ProfileDatabase } from '../storage/types.ts'
import { isFreeCreate, laneOf, recordsOf } from './identity.ts'
import type { Journal } from './journal.ts'
import type { IntentEvent } from './states.ts'
import { isOpen, nextState } from './states.ts'

/** What main knows of a command from its arrival on. */
export interface Command {
  decision: Decision
  /** When it arrived, in milliseconds. */
  at: number
  /** How long ago that is, by whichever clock says more. */
  elapsedMs: () => number
  /** By how much the wall clock has moved against running time since then: sleep, or a clock that was set. */
  movedMs: () => number
}

/** An intent at work. `saved` is false between its submit and its first commit. */
export interface Entry {
  intent: Intent
  readonly operation: Operation
  /** Writes of one lane keep their order, by `place`. */
  lane: string
  place: number
  saved: boolean
  /** Its operation is in the catalog and its request is readable. */
  readonly sendable: boolean
  /** Earliest time of the next attempt while a gate is closed, in milliseconds. */
  notBefore: number
  /** The person asked for it to be sent although it is unknown. */
  wanted: boolean
  /** It was rejected before, and the person asked for it again. */
  again?: true
  /** The press of a button that made it; only until its first commit. */
  press?: string
  /** Texts that its submit moved to the keychain, where its answer may open an account: what the platform repeats of them is masked. */
  moved?: readonly string[]
  /** Names of the record that it is about; empty where its request names none. */
  records: readonly string[]
  /** A new record whose request names none: it waits for no other outcome. */
  readonly free: boolean
  /** Its socket has been asked for in the attempt that is on the wire. */
  begun?: boolean
  /** Where, when and over what a person decided; until it waits in the queue. */
  command?: Command
  /** Resolved when it is settled, queued or unknown; for those who wait for their turn. */
  turn?: PromiseWithResolvers<Intent>
}

export type Patch = { [K in keyof Intent]?: Intent[K] | undefined }
export type NewEvidence = Omit<Evidence, 'at'>

export interface Change {
  entry: Entry
  event: IntentEvent
  patch?: Patch
  evidence?: readonly NewEvidence[]
  /** Another place in its lane. */
  place?: number
}

export interface Book {
  get(id: string): Entry | undefined
  entries(): IterableIterator<Entry>
  lanes(): IterableIterator<readonly Entry[]>
  lane(name: string): readonly Entry[]
  /** Those that are on the wire, or claimed for it. */
  sending(): ReadonlySet<Entry>
  entry(intent: Intent, operation: Operation, stored?: { place: number; sendable: boolean }): Entry
  /** Takes in an intent that is open in the journal. */
  adopt(entry: Entry): void
  /** Takes its place in its lane before anything of it is written. */
  join(entry: Entry): void
  /** Forgets it; its row stays as it is. */
  leave(entry: Entry): void
  /** First commit of an entry, in the state that its intent has. */
  insert(entry: Entry, patch: Patch, evidence: readonly NewEvidence[]): Intent
  /** One durable commit. Throws DeskError `invalid_state`, `storage_full` or `storage_failed`; then nothing has changed. */
  change(entry: Entry, event: IntentEvent, patch?: Patch, evidence?: readonly NewEvidence[]): Intent
  changeAll(changes: readonly Change[]): void
  nextPlace(): number
  counts(): LedgerCounts
  onChange(listener: (intent: Intent) => void): () => void
}

export function createBook(parts: { database: ProfileDatabase; journal: Journal; clock: Clock; log: Log }): Book {
  const { database, journal, clock, log } = parts
  const open = new Map<string, Entry>()
  const lanes = new Map<string, Entry[]>()
  const listeners = createListeners<[Intent]>(listenerFailed(log))
  const sending = new Set<Entry>()
  const counts: Record<string, number> = { queued: 0, sending: 0, unknown: 0 }
  let lastPlace = journal.highestPlace()

  const stamp = (evidence: readonly NewEvidence[]): Evidence[] => {
    const at = new Date(clock.now()).toISOString()
    return evidence.map((one) => ({ at, ...one }))
  }

  function publish(entry: Entry, next: Intent, before: Intent['state'] | undefined): void {
    if (before !== undefined && before in counts) counts[before] = (counts[before] ?? 0) - 1
    if (next.state in counts) counts[next.state] = (counts[next.state] ?? 0) + 1
    entry.intent = next
    entry.saved = true
    if (next.state === 'sending') sending.add(entry)
    else sending.delete(entry)
    if (isOpen(next.state)) join(entry)
    else leave(entry)
    listeners.emit(next)
  }

  function join(entry: Entry): void {
    if (open.get(entry.intent.id) === entry) return
    open.set(entry.intent.id, entry)
    const lane = lanes.get(entry.lane)
    if (lane === undefined) return void lanes.set(entry.lane, [entry])
    lane.push(entry)
    if ((lane.at(-2)?.place ?? 0) > entry.place) lane.sort(byPlace)
  }

  function leave(entry: Entry): void {
    if (open.get(entry.intent.id) !== entry) return
    open.delete(entry.intent.id)
    sending.delete(entry)
    const { state } = entry.intent
    if (entry.saved && state in counts) counts[state] = (counts[state] ?? 0) - 1
    const lane = lanes.get(entry.lane) ?? []
    if (lane.length <= 1) lanes.delete(entry.lane)
    else lane.splice(lane.indexOf(entry), 1)
  }

  function prepare({ entry, event, patch = {}, evidence = [] }: Change): Intent {
    const state = nextState(entry.intent.state, event)
    if (state === undefined)
      throw new DeskError('invalid_state', `An intent that is ${entry.intent.state} can't do that.`)
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
      for (const { before, next, place } of prepared) journal.update(next, before.state, place)
      for (const { next } of rewritten) journal.rewrite(next)
    }
    // A single statement is a durable transaction by itself.
    if (prepared.length + rewritten.length === 1) write()
    else database.transaction(write)
    for (const { entry, place } of prepared) {
      if (entry.place === place) continue
      entry.place = place
      lanes.get(entry.lane)?.sort(byPlace)
    }
    for (const { entry, before, next } of prepared) publish(entry, next, before.state)
  }

  return {
    get: (id) => open.get(id),
    entries: () => open.values(),
    lanes: () => lanes.values(),
    lane: (name) => lanes.get(name) ?? [],
    sending: () => sending,
    entry(intent, operation, stored) {
      const records = recordsOf(operation, intent.environment, intent.request)
      return {
        intent,
        operation,
        lane: laneOf(operation, intent.environment, intent.request),
        place: stored?.place ?? nextPlace(),
        saved: false,
        sendable: stored?.sendable ?? true,
        notBefore: 0,
        wanted: false,
        records,
        free: isFreeCreate(operation, records),
      }
    },
    adopt(entry) {
      entry.saved = true
      if (entry.intent.state === 'sending') sending.add(entry)
      counts[entry.intent.state] = (counts[entry.intent.state] ?? 0) + 1
      join(entry)
    },
    join,
    leave,
    insert(entry, patch, evidence) {
      const next = revise(entry.intent, { ...patch, evidence: stamp(evidence) })
      const { place, press, records } = entry
      if (records.length > 1) database.transaction(() => journal.insert(next, place, press, records))
      else journal.insert(next, place, press, records)
      publish(entry, next, undefined)
      return next
    },
    change(entry, event, patch, evidence) {
      changeAll([{ entry, event, ...(patch && { patch }), ...(evidence && { evidence }) }])
      return entry.intent
    },
    changeAll,
    nextPlace,
    counts: () => ({ queued: counts.queued ?? 0, sending: counts.sending ?? 0, unknown: counts.unknown ?? 0 }),
    onChange: listeners.add,
  }

  function nextPlace(): number {
    lastPlace = Math.max(lastPlace + 1, clock.now())
    return lastPlace
  }
}

const byPlace = (a: Entry, b: Entry): number => a.place - b.place

/** A new intent with the patch applied; undefined takes a value away. */
function revise(intent: Intent, patch: Patch): Intent {
  const next: Record<string, unknown> = { ...intent, ...patch }
  // Deleting would make every later reading of the object slow.
  if (Object.values(patch).includes(undefined))
    return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== undefined)) as unknown as Intent
  return next as unknown as Intent
}
