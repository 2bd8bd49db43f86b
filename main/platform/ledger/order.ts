// What an intent has to wait for. Pure.
import { createHash } from 'node:crypto'
import { isUnsettled, type Intent } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import type { Entry } from './intent-store.ts'
import { nounOf } from '#answers/names.ts'
import { canonical } from './identity.ts'

export interface Blocker {
  by: Entry
  reason: 'order' | 'parent' | 'twin'
}

export interface Others {
  /** By place. */
  lane: readonly Entry[]
  /** Those of the lane that are on the wire or unknown. */
  unsure: readonly Entry[]
  /** Open creations by environment and by the name under which a body refers to what they make. */
  creations: () => ReadonlyMap<string, readonly Entry[]>
}

/** Build it once for a whole lane: a queue of thousands is looked through after each answer. */
export function othersIn(
  lane: readonly Entry[],
  { entries, unsure }: { entries: () => Iterable<Entry>; unsure: () => Iterable<Entry> },
): Others {
  let known: Map<string, Entry[]> | undefined
  return {
    lane,
    unsure: [...unsure()].filter((entry) => entry.lane === lane[0]?.lane).sort((a, b) => a.place - b.place),
    creations: () =>
      (known ??= Map.groupBy(
        [...entries()].filter(({ operation, intent }) => operation.kind === 'create' && intent.state !== 'accepted'),
        ({ intent, operation }) => creationKey(intent, `${nounOf(operation.resource)}id`),
      )),
  }
}

const creationKey = ({ environment }: Intent, name: string): string => `${environment} ${name}`

/**
 * What must come first; undefined where it may be sent. A write waits for every open one of its record before it. A new record starts after
 * earlier ones and waits for the outcome only of its parent and of the very same request. A live command, and what a person sends again,
 * waits only for what is on the wire and for earlier ones of its kind.
 */
export function blockerOf(entry: Entry, others: Others): Blocker | undefined {
  return entry.free ? freeBlocker(entry, others) : recordBlocker(entry, others.lane)
}

function recordBlocker(entry: Entry, lane: readonly Entry[]): Blocker | undefined {
  const urgent = isWanted(entry)
  const by = lane.find((other) => {
    if (other === entry) return false
    if (other.intent.state === 'sending') return true
    if (other.place >= entry.place) return false
    return urgent ? other.intent.state === 'queued' && !other.operation.queueable : true
  })
  return by && { by, reason: 'order' }
}

function freeBlocker(entry: Entry, others: Others): Blocker | undefined {
  const urgent = isWanted(entry)
  const own = outcomeBlocker(entry, others)
  if (own !== undefined) return own
  for (const other of others.lane) {
    if (other.place >= entry.place) return undefined
    const starts = other.intent.state === 'sending' && other.begun !== true
    const goes =
      other.intent.state === 'queued' &&
      (!urgent || !other.operation.queueable) &&
      (urgent || outcomeBlocker(other, others) === undefined)
    if (starts || goes) return { by: other, reason: 'order' }
  }
  return undefined
}

/** The open intent whose outcome a new record waits for. */
export function outcomeBlocker(entry: Entry, { unsure, creations }: Others): Blocker | undefined {
  const urgent = isWanted(entry)
  for (const other of unsure) {
    if (other !== entry && !(other.intent.state === 'unknown' && urgent) && isSame(entry, other))
      return { by: other, reason: other.intent.state === 'unknown' ? 'twin' : 'order' }
  }
  for (const name of parentsOf(entry.intent.request)) {
    const by = creations()
      .get(creationKey(entry.intent, name))
      ?.find((one) => one !== entry && one.place < entry.place && (!urgent || one.intent.state === 'sending'))
    if (by !== undefined) return { by, reason: 'parent' }
  }
  return undefined
}

/** A person waits for it, so it goes before what is queued. */
const isWanted = ({ operation, wanted }: Entry): boolean => !operation.queueable || wanted

const knownParents = new WeakMap<Intent['request'], ReadonlySet<string>>()

function parentsOf(request: Intent['request']): ReadonlySet<string> {
  const known = knownParents.get(request) ?? parentNames(request.body)
  knownParents.set(request, known)
  return known
}

/** Names of a body's references to other records, such as `eventid`. */
function parentNames(body: unknown, names = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(body)) for (const item of body) parentNames(item, names)
  else if (typeof body === 'object' && body !== null) {
    for (const [name, value] of Object.entries(body)) {
      if (/[^_-][iI][dD]$/.test(name) && (typeof value === 'string' || typeof value === 'number'))
        names.add(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
      else parentNames(value, names)
    }
  }
  return names
}

function isSame(a: Entry, b: Entry): boolean {
  const [one, other] = [a.intent, b.intent]
  return one.operation === other.operation && one.environment === other.environment && digestOf(one) === digestOf(other)
}

const knownDigests = new WeakMap<Intent['request'], string>()

/** A request may be large and is compared with thousands, so its digest stands for it. */
function digestOf({ operation, environment, request }: Intent): string {
  const known =
    knownDigests.get(request) ??
    createHash('sha256')
      .update(canonical(operation, environment, request))
      .digest('base64')
  knownDigests.set(request, known)
  return known
}

/** Whether it leaves as soon as nothing of its record is on the wire. */
export const isUrgent = ({ saved, wanted, intent, operation }: Entry): boolean =>
  saved && (wanted || (intent.state === 'queued' && !operation.queueable))

/** The queued intent that is next to leave a lane by itself, whatever gates, pauses and reachability say. */
export function headOf(others: Others): Entry | undefined {
  const [first] = others.lane
  if (first === undefined) return undefined
  if (!first.free) return mayLeave(first) && blockerOf(first, others) === undefined ? first : undefined
  for (const entry of others.lane) {
    if (mayLeave(entry) && blockerOf(entry, others) === undefined) return entry
    // Only one that waits for an outcome may be overtaken.
    if (entry.intent.state === 'queued' && outcomeBlocker(entry, others) === undefined) return undefined
  }
  return undefined
}

const mayLeave = ({ saved, intent, operation }: Entry): boolean =>
  saved && intent.state === 'queued' && operation.queueable && intent.held !== true

/** An intent that moves money of the same record and is unknown or not done yet; of a request that names none, one that asked for the very same. */
export function unsettledMoney(
  entry: Entry,
  open: Iterable<Entry>,
): { by: Entry; record: string | undefined } | undefined {
  if (entry.operation.risk !== 'money') return undefined
  for (const other of open) {
    if (other === entry || !isUnsettled(other.intent.state) || other.operation.risk !== 'money') continue
    const record = entry.records.find((name) => other.records.includes(name))
    if (record !== undefined || (entry.records.length === 0 && isSame(entry, other))) return { by: other, record }
  }
  return undefined
}

/** An unknown intent that asked for the same new record as a live command. */
export function unsettledTwin(entry: Entry, lane: Iterable<Entry>): Entry | undefined {
  if (!entry.free || entry.operation.queueable) return undefined
  for (const other of lane)
    if (other !== entry && other.intent.state === 'unknown' && isSame(entry, other)) return other
  return undefined
}

export function requestOf(intent: Intent): OperationRequest {
  const { path, query, body } = intent.request
  return {
    operation: intent.operation,
    ...(path && { path }),
    ...(query && { query: query as NonNullable<OperationRequest['query']> }),
    ...(body !== undefined && { body }),
  }
}
