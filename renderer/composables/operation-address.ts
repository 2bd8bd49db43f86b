import type { KeptRequest } from '#contract/requests.ts'

interface Address {
  path: string
  query: Record<string, string>
}

/** Where an operation's request editor stands, filled with these parts. Nothing is sent by opening it. */
export function operationAddress(key: string, request?: KeptRequest): Address {
  return {
    path: '/products',
    query: {
      operation: key,
      ...(request === undefined || Object.keys(request).length === 0 ? {} : { request: JSON.stringify(request) }),
    },
  }
}

/** The same, filled from an entry of the history. */
export function againAddress(key: string, history: string): Address {
  return { path: '/products', query: { operation: key, history } }
}

/** Where a resource's section stands in its product's page, and a record of it. */
export function resourceAddress(product: string, resource: string, id?: string): Address {
  return { path: '/products', query: { product, resource, ...(id === undefined ? {} : { id }) } }
}

/** A link from outside into the desk. */
export function deskLink(key: string, request: KeptRequest): string {
  const { query } = operationAddress(key, request)
  return `showdesk://operation/${encodeURIComponent(key)}${query['request'] === undefined ? '' : `?request=${encodeURIComponent(query['request'])}`}`
}
