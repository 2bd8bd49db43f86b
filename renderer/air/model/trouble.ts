// A live command whose outcome is unknown, beside what the platform shows meanwhile. It comes from the ledger, so that
// a reload shows it again.
import type { Intent } from '#contract/models.ts'
import { airStateOf } from '#answers/air-state.ts'
import type { TransportAction } from '#contract/access-kinds.ts'
import { stateOfFlags, type AirState } from '#answers/transport.ts'
import { partOf } from '#answers/broadcast/credentials.ts'
import type { Destination } from '#answers/broadcast/destinations.ts'

export interface Trouble {
  key: string
  intentId: string
  action: TransportAction
  name: string
  /** What the platform's newest list says of it; `unseen` where it says nothing. */
  shows: AirState
  /** How often it was read since the command. */
  reads: number
}

const actionOf: Partial<Record<AirState, TransportAction>> = { live: 'start', paused: 'pause', stopped: 'stop' }

/** Destinations whose newest command is unknown, unless its effect is there already. */
export function troublesOf(destinations: readonly Destination[]): Trouble[] {
  return destinations.flatMap(({ key, name, newest, record, listed }) => {
    if (newest?.state !== 'unknown') return []
    const wanted = stateOfFlags(partOf(newest, 'details'))
    const action = wanted === undefined ? undefined : actionOf[wanted]
    const shows = listed ? airStateOf(record).state : 'unseen'
    if (action === undefined || shows === wanted) return []
    return [{ key, intentId: newest.id, action, name, shows, reads: readsOf(newest) }]
  })
}

const readsOf = ({ evidence }: Intent): number => evidence.filter(({ event }) => event === 'read').length
