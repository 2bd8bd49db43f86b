import { DeskError } from '#contract/errors.ts'
import type { OperationRequest } from '#contract/operation.ts'
import type { Operation } from '../catalog/entry.ts'

/**
 * Each parameter is one segment (`/` becomes `%2F`); a query value of null is left out. Throws DeskError
 * `invalid_input` where the URL would leave the base address.
 */
export function buildUrl(base: URL, operation: Operation, request: OperationRequest): URL {
  const prefix = base.pathname === '/' ? '' : base.pathname
  const path = operation.path.replace(/\{([^{}]+)\}/g, (_, name: string) =>
    encodeURIComponent(request.path?.[name] ?? ''),
  )
  const written = `${prefix}${path}`
  const url = URL.parse(`${base.origin}${written}${buildQuery(request.query)}`)
  if (!path.startsWith('/') || path.startsWith('//') || url?.origin !== base.origin || url.pathname !== written) {
    throw new DeskError('invalid_input', 'The request would leave the address of the environment.', {
      operation: operation.key,
      facts: { reason: 'leaves_address' },
      fields: [{ path: 'path', message: 'Leads elsewhere', reason: 'leads_elsewhere' }],
    })
  }
  return url
}

function buildQuery(query: OperationRequest['query']): string {
  if (!query) return ''
  const pairs = Object.entries(query).flatMap(([name, value]: [string, unknown]) =>
    value === null || value === undefined
      ? []
      : [`${encodeURIComponent(name)}=${encodeURIComponent(value as string | number | boolean)}`],
  )
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}
