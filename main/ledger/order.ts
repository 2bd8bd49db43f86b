// What an intent waits for, and what it may not be sent beside. Pure.
import type { Intent } from '#contract/models.ts'
import type { OperationRequest } from '#contract/operation.ts'
import type { Entry } from './book.ts'
import { canonical } from './identity.ts'

/**
 * The entry of the same lane that must come first; undefined where it may go. A write that may queue waits for everything before it that is open;
 * a live command, and what a person sends again, waits only for what is on the wire and for those of its kind before it.
 */
export function blockerOf(entry: Entry, lane: readonly Entry[]): Entry | undefined {
  const urgent = !entry.operation.queueable || entry.wanted
  return lane.find((other) => {
    if (other === entry) return false
    if (other.intent.state === 'sending') return true
    if (other.place >= entry.place) return false
    return urgent ? other.intent.state === 'queued' && !other.operation.queueable : true
  })
}

/** Whether a person waits for it: it goes before what is queued, as soon as nothing of its record is on the wire. */
export const isUrgent = ({ saved, wanted, intent, operation }: Entry): boolean => saved && (wanted || (intent.state === 'queued' && !operation.queueable))

/**
 * The queued intent that may leave a lane by itself now; undefined where what is before it, or the person, keeps it. Those `leaving` are about to end.
 * Gates, pauses and reachability are not asked here.
 */
export function headOf(lane: readonly Entry[], sending: ReadonlySet<Entry>, leaving: ReadonlySet<Entry> = nobody): Entry | undefined {
  const head = leaving.size === 0 ? lane[0] : lane.find((entry) => !leaving.has(entry))
  if (head === undefined || !mayLeave(head)) return undefined
  for (const other of sending) if (other.lane === head.lane && !leaving.has(other)) return undefined
  return head
}

/** A head with those right behind it that may go after it without another look at the queue: the desk can find out about each by itself. */
export function trainOf(head: Entry, lane: readonly Entry[], length: number): Entry[] {
  if (length === 1 || head.operation.confirmWith === undefined) return [head]
  const cars = [head]
  for (let at = lane.indexOf(head) + 1; cars.length < length; at += 1) {
    const car = lane[at]
    if (car === undefined || !mayLeave(car) || car.notBefore > 0 || car.operation.confirmWith === undefined) break
    cars.push(car)
  }
  return cars
}

const nobody: ReadonlySet<Entry> = new Set()

const mayLeave = ({ saved, intent, operation }: Entry): boolean => saved && intent.state === 'queued' && operation.queueable && intent.held !== true

/** An unknown intent that asked for the very same movement of money in the same place. */
export function twinOf(entry: Entry, open: Iterable<Entry>): Entry | undefined {
  if (entry.operation.risk !== 'money') return undefined
  const { operation, environment, request } = entry.intent
  let wanted: string | undefined
  for (const other of open) {
    const there = other.intent
    if (other === entry || there.state !== 'unknown' || there.operation !== operation || there.environment !== environment) continue
    wanted ??= canonical(operation, environment, request)
    if (canonical(operation, environment, there.request) === wanted) return other
  }
  return undefined
}

/** The request of an intent as the client takes it. */
export function requestOf(intent: Intent): OperationRequest {
  const { path, query, body } = intent.request
  return {
    operation: intent.operation,
    ...(path && { path }),
    ...(query && { query: query as NonNullable<OperationRequest['query']> }),
    ...(body !== undefined && { body }),
  }
}
