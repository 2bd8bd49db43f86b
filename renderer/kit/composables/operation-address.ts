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

const sections: Readonly<Record<string, string>> = {
  'payment/charge': '/payments?section=charges&id=',
  'payment/customer': '/payments?section=customers&customer=',
  'payment/invoice': '/payments?section=invoices&id=',
  'payment/link': '/payments?section=links&id=',
  'payment/refund': '/payments?section=refunds&id=',
  'payment/subscription': '/payments?section=subscriptions&id=',
  'ads/advertisement': '/ads?section=advertisements&id=',
  'ads/placement': '/ads?section=placements&id=',
  'video/stream': '/streams?id=',
  'vote/embed': '/polls?poll=',
}

/** The page of a record: in the view that is made for it, else in Products. */
export function recordAddress(product: string, resource: string, id: string): string | Address {
  const section = Object.hasOwn(sections, resource) ? sections[resource] : undefined
  return section === undefined ? resourceAddress(product, resource, id) : `${section}${encodeURIComponent(id)}`
}

export function refundAddress(charge: string): string {
  return `/payments?section=charges&id=${encodeURIComponent(charge)}&refund=1`
}

export function deskLink(key: string, request: KeptRequest): string {
  const { query } = operationAddress(key, request)
  return `showdesk://operation/${encodeURIComponent(key)}${query['request'] === undefined ? '' : `?request=${encodeURIComponent(query['request'])}`}`
}
