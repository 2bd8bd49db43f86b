import { isObject } from '#contract/json.ts'
import { isUnsettled, type Intent } from '#contract/models.ts'
import type { TransportAction } from '#contract/access-kinds.ts'
import { mayTransport, stateOfFlags, stateOfWord, type AirState } from '#answers/transport.ts'
import { detailsOf } from './rows.ts'

export interface Observed {
  state: AirState
  at?: string
  source?: 'answer' | 'flags'
}

export function carriesState(intent: Intent): boolean {
  return stateOfFlags(detailsOf(intent)) !== undefined
}

/**
 * The state of a destination from its newest intent and the last confirmed one that carried flags: what the platform confirmed, never
 * what was meant. An unknown or only accepted live command makes it unclear, unless it would have changed nothing.
 */
export function observe(newest: Intent | undefined, confirmed: Intent | undefined): Observed {
  const base = confirmed === undefined ? { state: 'unseen' as const } : fromConfirmed(confirmed)
  if (newest === undefined || !isUnsettled(newest.state)) return base
  const meant = stateOfFlags(detailsOf(newest))
  return meant === undefined || meant === base.state
    ? base
    : { state: 'unclear', at: newest.settledAt ?? newest.createdAt }
}

function fromConfirmed(intent: Intent): Observed {
  const at = intent.settledAt ?? intent.createdAt
  const named = stateOfWord(statusText(intent))
  if (named !== undefined) return { state: named, at, source: 'answer' }
  return { state: stateOfFlags(detailsOf(intent)) ?? 'unseen', at, source: 'flags' }
}

/** `data.status` of an answer (specification, section 2.1). */
export function statusText(intent: Intent): string | undefined {
  const { answer } = intent
  const data = isObject(answer) ? answer.data : undefined
  return isObject(data) && typeof data.status === 'string' ? data.status : undefined
}

const goal: Record<TransportAction, AirState> = { start: 'live', pause: 'paused', resume: 'live', stop: 'stopped' }

export function verdictOf(action: TransportAction, intent: Intent): 'confirmed' | 'contradicted' | 'not_confirmed' {
  if (intent.state !== 'confirmed') return 'not_confirmed'
  return fromConfirmed(intent).state === goal[action] ? 'confirmed' : 'contradicted'
}

type Refusal = 'none' | 'busy' | 'unpublished' | AirState

export interface TransportOffer<K> {
  targets: K[]
  refusal?: Refusal
}

export interface Place<K> {
  key: K
  observed: Observed
  busy: boolean
  /** Something of it was ever sent there, whatever became of it. */
  sent: boolean
  /** The platform has confirmed the event there. */
  published: boolean
}

/** What is not published is not started or paused; a stop stays wherever something was ever sent. */
function offers({ observed: { state }, sent, published }: Place<unknown>, action: TransportAction): boolean {
  if (action === 'stop') return sent && (state === 'off' || mayTransport(action, state))
  return published && mayTransport(action, state)
}

export function offerOf<K>(action: TransportAction, places: ReadonlyArray<Place<K>>): TransportOffer<K> {
  const free = places.filter((place) => !place.busy)
  const targets = free.filter((place) => offers(place, action)).map(({ key }) => key)
  const [first] = free
  if (targets.length > 0) return { targets }
  if (first === undefined) return { targets, refusal: places.length === 0 ? 'none' : 'busy' }
  const known = free.find(({ sent, published }) => (action === 'stop' ? sent : published))
  return { targets, refusal: known?.observed.state ?? 'unpublished' }
}
