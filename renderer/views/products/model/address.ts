// What the address of the generic screens says: `?operation=`, `?product=&resource=&id=`, or nothing.
import type { LocationQuery } from 'vue-router'
import type { KeptRequest } from '#contract/requests.ts'
import { partsOf } from '#records/resources/request/request.ts'

export type Place =
  | { at: 'home' }
  | { at: 'product'; product: string; resource: string | undefined; id: string | undefined }
  | { at: 'operation'; operation: string; request: string | undefined; history: string | undefined }

export function placeIn(query: LocationQuery): Place {
  const text = (name: string): string | undefined => {
    const value = query[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const [operation, product] = [text('operation'), text('product')]
  if (operation !== undefined) return { at: 'operation', operation, request: text('request'), history: text('history') }
  if (product !== undefined) return { at: 'product', product, resource: text('resource'), id: text('id') }
  return { at: 'home' }
}

/** The request that `operationAddress` wrote; `unreadable` where a link was cut. */
export function requestIn(text: string | undefined): KeptRequest | 'unreadable' | undefined {
  if (text === undefined) return undefined
  return partsOf(text) ?? 'unreadable'
}
