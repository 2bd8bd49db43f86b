import type { KeptRequest } from '#contract/requests.ts'

interface Address {
  path: string
  query: Record<string, string>
}

export function operationAddress(key: string, request?: KeptRequest): Address {
  return {
    path: '/products',
    query: {
      operation: key,
      ...(request === undefined || Object.keys(request).length === 0 ? {} : { request: JSON.stringify(request) }),
    },
  }
}

export function againAddress(key: string, history: string): Address {
  return { path: '/products', query: { operation: key, history } }
}

export function resourceAddress(product: string, resource: string, id?: string): Address {
  return { path: '/products', query: { product, resource, ...(id === undefined ? {} : { id }) } }
}

export function deskLink(key: string, request: KeptRequest): string {
  const { query } = operationAddress(key, request)
  return `showdesk://operation/${encodeURIComponent(key)}${query['request'] === undefined ? '' : `?request=${encodeURIComponent(query['request'])}`}`
}
