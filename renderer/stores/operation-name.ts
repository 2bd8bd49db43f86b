import type { OperationInfo } from '#contract/operation.ts'

/** What an operation is called where others of any product stand beside it: "Teams: Get All". The platform's own names repeat in every product. */
export function operationName({ product, name }: Pick<OperationInfo, 'product' | 'name'>): string {
  return `${product}: ${name}`
}

/** `spaces/general/all` of `GET /api/spaces/general/all`. */
export function routeOf(operation: string): string {
  return operation.replace(/^[A-Z]+ \/(?:api\/)?/, '')
}
