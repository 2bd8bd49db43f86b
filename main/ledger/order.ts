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
