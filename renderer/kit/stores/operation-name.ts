import type { OperationInfo } from '#contract/operation.ts'

export function operationName({ product, name }: Pick<OperationInfo, 'product' | 'name'>): string {
  return `${product}: ${name}`
}

/** `spaces/general/all` of `GET /api/spaces/general/all`. */
export function routeOf(operation: string): string {
  return operation.replace(/^[A-Z]+ \/(?:api\/)?/, '')
}
