import type { LocationQuery } from 'vue-router'
import type { BridgeInput } from '#contract/bridge.ts'
import { environmentIds, type EnvironmentId } from '#contract/models.ts'
import { products, type Product } from '#contract/operation.ts'
import { historyOutcomes, type HistoryEntry, type HistoryOutcome } from '#contract/requests.ts'
import { oneOf } from './filter.ts'

/** `all` lets everything through, and so does an empty text. */
export interface HistoryFilter {
  text: string
  kind: HistoryEntry['kind'] | 'all'
  outcome: HistoryOutcome | 'all'
  product: Product | 'all'
  environment: EnvironmentId | 'all'
  /** A route key. */
  operation: string
  /** Instants, ISO 8601. */
  from: string
  to: string
  pinned: boolean
}

export const noFilter: HistoryFilter = {
  text: '',
  kind: 'all',
  outcome: 'all',
  product: 'all',
  environment: 'all',
  operation: '',
  from: '',
  to: '',
  pinned: false,
}
export const kinds = ['read', 'write'] as const

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
const instantOf = (value: unknown): string => {
  const at = new Date(textOf(value))
  return Number.isNaN(at.getTime()) ? '' : at.toISOString()
}

export function historyFilterOf(query: LocationQuery): HistoryFilter {
  return {
    text: textOf(query['q']),
    kind: oneOf(query['kind'], kinds),
    outcome: oneOf(query['outcome'], historyOutcomes),
    product: oneOf(query['product'], products),
    environment: oneOf(query['environment'], environmentIds),
    operation: textOf(query['operation']),
    from: instantOf(query['from']),
    to: instantOf(query['to']),
    pinned: query['pinned'] === '1',
  }
}

export function historyQueryOf({ text, pinned, ...rest }: HistoryFilter): Record<string, string> {
  const chosen = Object.entries(rest).filter(([, value]) => value !== 'all' && value !== '')
  return { ...(text === '' ? {} : { q: text }), ...Object.fromEntries(chosen), ...(pinned ? { pinned: '1' } : {}) }
}

export const hasMore = ({ product, environment, operation, from, to, pinned }: HistoryFilter): boolean =>
  product !== 'all' || environment !== 'all' || operation !== '' || from !== '' || to !== '' || pinned

export function historyInput(
  filter: HistoryFilter,
  limit: number,
  before: string | undefined,
): BridgeInput<'history.list'> {
  const { text, kind, outcome, product, environment, operation, from, to, pinned } = filter
  return {
    limit,
    ...(text.trim() === '' ? {} : { query: text.trim().slice(0, 200) }),
    ...(kind === 'all' ? {} : { kind }),
    ...(outcome === 'all' ? {} : { outcome }),
    ...(product === 'all' ? {} : { product }),
    ...(environment === 'all' ? {} : { environment }),
    ...(operation === '' ? {} : { operation: operation.slice(0, 256) }),
    ...(from === '' ? {} : { from }),
    ...(to === '' ? {} : { to }),
    ...(pinned ? { pinned } : {}),
    ...(before === undefined ? {} : { before }),
  }
}
