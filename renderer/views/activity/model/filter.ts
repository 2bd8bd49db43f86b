import { folded } from '#contract/folding.ts'
import type { LocationQuery } from 'vue-router'
import type { BridgeInput } from '#contract/bridge.ts'
import {
  environmentIds,
  intentStates,
  openStates,
  type EnvironmentId,
  type Intent,
  type IntentState,
} from '#contract/models.ts'
import { products, type Product } from '#contract/operation.ts'

/** `open` is everything that still wants attention. */
export type StateFilter = IntentState | 'open' | 'all'

export interface Filter {
  state: StateFilter
  product: Product | 'all'
  environment: EnvironmentId | 'all'
  text: string
}

export const stateFilters: readonly StateFilter[] = ['all', 'open', ...intentStates]

export function oneOf<T extends string>(value: unknown, known: readonly T[]): T | 'all' {
  return known.find((candidate) => candidate === value) ?? 'all'
}

export function filterOf(query: LocationQuery): Filter {
  return {
    state: oneOf(query['state'], stateFilters),
    product: oneOf(query['product'], products),
    environment: oneOf(query['environment'], environmentIds),
    text: typeof query['q'] === 'string' ? query['q'] : '',
  }
}

export function queryOf({ text, ...rest }: Filter): Record<string, string> {
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== 'all')),
    ...(text === '' ? {} : { q: text }),
  }
}

export function listInput(filter: Filter, limit: number, before: string | undefined): BridgeInput<'ledger.list'> {
  return {
    limit,
    ...(filter.state === 'all' ? {} : { state: filter.state === 'open' ? [...openStates] : filter.state }),
    ...(filter.product === 'all' ? {} : { product: filter.product }),
    ...(filter.environment === 'all' ? {} : { environment: filter.environment }),
    ...(filter.text.trim() === '' ? {} : { query: filter.text.trim().slice(0, 200) }),
    ...(before === undefined ? {} : { before }),
  }
}

/** Whether a changed intent belongs to the list; text is searched in the same places as the ledger does. */
export function matches(intent: Intent, filter: Filter, words: string): boolean {
  if (
    filter.state === 'open'
      ? !openStates.some((one) => one === intent.state)
      : filter.state !== 'all' && intent.state !== filter.state
  )
    return false
  if (filter.product !== 'all' && intent.product !== filter.product) return false
  if (filter.environment !== 'all' && intent.environment !== filter.environment) return false
  const text = folded(filter.text.trim())
  if (text === '') return true
  const places = [
    intent.operation,
    words,
    intent.requestId,
    intent.error?.message,
    String(intent.error?.facts?.['said'] ?? ''),
    intent.answer === undefined ? '' : JSON.stringify(intent.answer),
  ]
  return places.some((place) => place !== undefined && folded(place).includes(text))
}
